import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeAssignment, type Thing } from '../testing/world.ts'
import { sectionTables } from './renamed.ts'

const server = await useServer()
const { db } = server
const { announcements, assignments, changes, courses, discussions, exceptions, notifications, people, roster } =
  contract

let course: Thing
let arthit: SignedIn
/** Of section 1. */
let ploy: SignedIn
/** Of section 2. */
let wirun: SignedIn
let essay: Thing

beforeEach(async () => {
  ;({ course, arthit, ploy } = await makeStaffedCourse(server))
  wirun = await server.person()
  await enrol(db, course, wirun, 'student', { section: '2' })
  essay = await makeAssignment(db, course)
})

const inCourse = () => ({ params: { course_id: course.id } })
const placeOf = async (person: Thing) => {
  const found = (await arthit.call(courses.roster, inCourse())).find(({ _id }) => _id === person.id)
  if (!found) throw new Error('not on the course')
  return found
}
const sectionOf = async (person: Thing) => (await placeOf(person)).section
async function place(...places: [person: Thing, section: string][]): Promise<void> {
  const items = await Promise.all(
    places.map(async ([{ id }, section]) => ({
      ...{ _id: id, revision: (await placeOf({ id })).revision as number, section },
    })),
  )
  await arthit.call(roster.editMany, { ...inCourse(), query: {}, body: { items } })
}
const swap = async () => place([ploy, (await sectionOf(wirun)) as string], [wirun, (await sectionOf(ploy)) as string])
const lastChange = async () => (await arthit.call(changes.list, inCourse())).items[0]?._id ?? ''
const undo = async (change_id: string) => arthit.call(changes.undo, { params: { course_id: course.id, change_id } })
const removePerson = async (person: Thing) => {
  const { _id, revision } = await placeOf(person)
  await arthit.call(roster.remove, {
    ...{ params: { course_id: course.id, person_id: _id }, revision: revision as number },
  })
  return lastChange()
}

const announce = (section: string) =>
  arthit.call(announcements.create, {
    ...inCourse(),
    body: { announcement_title: 'Room 5', audience: { section }, publish_at: ahead({}).toISOString() },
  })
const discuss = (section: string) =>
  arthit.call(discussions.create, {
    ...inCourse(),
    body: { discussion_title: 'Room 5', audience: { section }, publish_at: ahead({}).toISOString() },
  })
const give = (sections: string[], days: number | null) =>
  arthit.call(exceptions.put, {
    params: { ...inCourse().params, asgn_id: essay.id },
    body: [{ sections, due: days === null ? null : ahead({ days }).toISOString() }],
  })
const dueFor = async (person: SignedIn) => (await person.call(assignments.mine, inCourse()))[0]?.assignment_due
const everybodys = ahead({ days: 1 }).toISOString()
const later = ahead({ days: 5 }).toISOString()
const seenBy = async (person: SignedIn) => [
  (await person.call(announcements.list, inCourse())).length,
  (await person.call(discussions.list, inCourse())).length,
]

test('every table with the name of a section follows it', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'section' and table_name <> 'courses' order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual(sectionTables)
})

describe('an undo after two sections changed names', () => {
  test('gives an exception back to the students from whom it was taken', async () => {
    await give(['1'], 5)
    await give(['1'], null)
    const taken = await lastChange()
    await swap()
    await undo(taken)
    expect([await dueFor(ploy), await dueFor(wirun)]).toEqual([later, everybodys])
  })

  test('shows an announcement and a topic to the students whom they were for before', async () => {
    const undos: string[] = []
    const audience = { section: '2' }
    const { _id: announcement_id, revision = 0 } = await announce('1')
    const params = inCourse().params
    await arthit.call(announcements.edit, { params: { ...params, announcement_id }, revision, body: { audience } })
    undos.push(await lastChange())
    const topic = await discuss('1')
    await arthit.call(discussions.edit, {
      ...{ params: { ...params, discussion_id: topic._id }, revision: topic.revision ?? 0, body: { audience } },
    })
    undos.push(await lastChange())
    await swap()
    expect([await seenBy(ploy), await seenBy(wirun)]).toEqual([
      [0, 0],
      [1, 1],
    ])
    for (const id of undos) await undo(id)
    expect([await seenBy(ploy), await seenBy(wirun)]).toEqual([
      [1, 1],
      [0, 0],
    ])
  })

  test('puts a person who was moved into the section where they were', async () => {
    const nida = await server.person()
    await enrol(db, course, nida, 'student', { section: '1' })
    await place([nida, '2'])
    const moved = await lastChange()
    await place([ploy, '2'], [wirun, '1'], [nida, '1'])
    await undo(moved)
    expect(await sectionOf(nida)).toBe('2')
  })

  test('knows the names as they are, also when they were changed back or again', async () => {
    await give(['1'], 5)
    await give(['1'], null)
    const taken = await lastChange()
    await swap()
    const swapped = await lastChange()
    await undo(swapped)
    const back = await lastChange()
    await undo(taken)
    expect([await dueFor(ploy), await dueFor(wirun)]).toEqual([later, everybodys])
    await undo(await lastChange())
    await undo(back)
    await place([ploy, '3'], [wirun, '2'])
    expect([await sectionOf(ploy), await sectionOf(wirun)]).toEqual(['3', '2'])
    await undo(taken)
    expect([await dueFor(ploy), await dueFor(wirun)]).toEqual([later, everybodys])
  })
})

test('new names tell nobody again of an exception that their section had', async () => {
  await give(['1'], 5)
  await give(['2'], 3)
  for (const person of [ploy, wirun]) await person.call(notifications.readAll)
  server.clock.pass({ hours: 1 })
  await swap()
  for (const person of [ploy, wirun]) expect((await person.call(notifications.list)).unread_notifications).toBe(0)
})

test('an undo of new names takes along what was made for them since, and who came into them', async () => {
  const nida = await server.person()
  await enrol(db, course, nida)
  await swap()
  const swapped = await lastChange()
  await announce('2')
  await discuss('2')
  await give(['2'], 5)
  await place([nida, '2'])
  await undo(swapped)
  expect([await sectionOf(ploy), await sectionOf(nida), await sectionOf(wirun)]).toEqual(['1', '1', '2'])
  for (const person of [ploy, nida]) expect([await seenBy(person), await dueFor(person)]).toEqual([[1, 1], later])
  expect([await seenBy(wirun), await dueFor(wirun)]).toEqual([[0, 0], everybodys])
  await undo(await lastChange())
  expect([await sectionOf(ploy), await sectionOf(nida), await sectionOf(wirun)]).toEqual(['2', '2', '1'])
  for (const person of [ploy, nida]) expect([await seenBy(person), await dueFor(person)]).toEqual([[1, 1], later])
})

test('an undo of a new name takes along what was made for it since, also when that has another name by now', async () => {
  const nida = await server.person()
  await enrol(db, course, nida)
  await place([ploy, 'A'])
  const renamed = await lastChange()
  await announce('A')
  await discuss('A')
  await give(['A'], 5)
  await place([nida, 'A'])
  await place([ploy, 'B'], [nida, 'B'])
  await undo(renamed)
  expect([await sectionOf(ploy), await sectionOf(nida)]).toEqual(['1', '1'])
  for (const person of [ploy, nida]) expect([await seenBy(person), await dueFor(person)]).toEqual([[1, 1], later])
  await undo(await lastChange())
  expect([await sectionOf(ploy), await sectionOf(nida)]).toEqual(['B', 'B'])
  for (const person of [ploy, nida]) expect([await seenBy(person), await dueFor(person)]).toEqual([[1, 1], later])
})

test('an undo of a new name leaves what had that name before', async () => {
  await announce('A')
  expect(await seenBy(ploy)).toEqual([0, 0])
  await place([ploy, 'A'])
  expect(await seenBy(ploy)).toEqual([1, 0])
  await undo(await lastChange())
  expect(await sectionOf(ploy)).toBe('1')
  expect(await seenBy(ploy)).toEqual([0, 0])
})

describe('a person who was removed before their section got another name is in it when they are back', () => {
  let nida: SignedIn
  let removal: string
  beforeEach(async () => {
    nida = await server.person()
    await enrol(db, course, nida, 'student', { section: '1' })
    removal = await removePerson(nida)
  })

  test.each(['by an undo', 'by a press'])('%s', async (how) => {
    await swap()
    const swapped = await lastChange()
    const [renaming] = (await arthit.call(changes.list, inCourse())).items
    expect(renaming?.about.people).toBe(2)
    if (how === 'by an undo') await undo(removal)
    else await arthit.call(roster.restore, { ...inCourse(), query: {}, body: { items: [nida.id] } })
    expect(await sectionOf(nida)).toBe('2')
    await undo(await lastChange())
    await undo(swapped)
    await undo(removal)
    expect(await sectionOf(nida)).toBe('1')
  })

  test('and their page says so meanwhile', async () => {
    await place([ploy, 'A'])
    const { person } = await arthit.call(people.one, { params: { course_id: course.id, person_id: nida.id } })
    expect(person.section).toBe('A')
  })
})
