import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { makeSlot, makeUpload } from '../assignments/testing.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  changeAssignment,
  enrol,
  makeAssignment,
  makeCourse,
  makeGroup,
  setCourse,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const calls = contract.submissions

let course: Thing
let essay: Thing
let arthit: SignedIn
let mali: SignedIn
let students: SignedIn[]
let works: Thing[]

const names = ['Ann', 'Ben', 'Cha', 'Dao', 'Eak', 'Fon']

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali] = (await Promise.all(['Arthit', 'Mali'].map((first) => server.person({ first, last: 'T' })))) as [
    SignedIn,
    SignedIn,
  ]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  students = await Promise.all(names.map((first) => server.person({ first: `First${first}`, last: `Last${first}` })))
  for (const person of students) await enrol(db, course, person)
  essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10 })
  works = []
  for (const one of students.slice(0, 5)) works.push(await submit(db, course, essay, one, { textbox: 'Because.' }))
})

const ofEssay = () => ({ course_id: course.id, asgn_id: essay.id })
const hide = (hidden: boolean, by = arthit) =>
  by.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden } })
const list = (by = mali) => by.call(calls.submissions, { params: ofEssay() })
const work = ({ id }: Thing) => mali.call(calls.work, { params: { course_id: course.id, submission_id: id } })
const answers = () => mali.call(contract.answers.list, { params: ofEssay() })
const grade = ({ id }: Thing) =>
  mali.call(calls.save, {
    params: { course_id: course.id, submission_id: id },
    revision: 0,
    body: { parts: { textbox: '7' }, applied: [], override: null, override_reason: '', comment: '' },
  })
/** Everything that would tell who somebody is. */
const tellsOf = (one: SignedIn) => [one.id, ...names.flatMap((name) => [`First${name}`, `Last${name}`])]

describe('while names are hidden', () => {
  test('the list, a work and the answers to a question name nobody, and the number is the same in all', async () => {
    await hide(true)
    const { items, names_hidden } = await list()
    expect([items.map(({ hidden }) => hidden?.number), names_hidden]).toEqual([[1, 2, 3, 4, 5, 6], true])
    const one = await work(works[0] as Thing)
    const group = (await answers()).items[0]
    expect(one.hidden).toEqual(items.find(({ _id }) => _id === works[0]?.id)?.hidden)
    expect(one.hidden).toEqual(group?.works.find(({ _id }) => _id === works[0]?.id)?.hidden)
    const said = JSON.stringify([items, one, group])
    expect(students.flatMap(tellsOf).filter((word) => said.includes(word))).toEqual([])
  })

  test('everybody keeps their number, who comes later gets one behind, and the order is not that of the roster', async () => {
    await hide(true)
    const numbers = async () => new Map((await list()).items.map(({ _id, hidden }) => [_id, hidden?.number]))
    const before = await numbers()
    await enrol(db, course, await server.person({ first: 'Aaa' }))
    const after = await numbers()
    for (const { id } of works) expect(after.get(id)).toBe(before.get(id))
    expect((await list()).items.at(-1)).toMatchObject({ hidden: { number: 7 }, _id: null })
    expect([
      ...new Set(await Promise.all([list(arthit), list(mali)]).then((both) => both.map((one) => JSON.stringify(one)))),
    ]).toHaveLength(1)
  })

  test('a released grade has its name again, and the others have not', async () => {
    await hide(true)
    await grade(works[0] as Thing)
    const { items } = await list()
    const people = items.map(({ owner_id }) => owner_id)
    expect(await arthit.call(calls.release, { params: ofEssay(), body: { people, shown: true } })).toEqual({ works: 1 })
    const after = (await list()).items
    expect(after.map(({ people, hidden }) => people[0]?.first ?? typeof hidden?.number)).toEqual([
      'FirstAnn',
      ...Array.from({ length: 5 }, () => 'number'),
    ])
    expect(await work(works[0] as Thing)).toMatchObject({ people: [{ first: 'FirstAnn' }] })
  })

  test('the page of a person has no score of theirs until it is released', async () => {
    await hide(true)
    await grade(works[0] as Thing)
    const person_id = students[0]?.id ?? ''
    const score = async () =>
      (await mali.call(contract.people.one, { params: { course_id: course.id, person_id } })).assignments[0]?.score
    expect(await score()).toBeNull()
    await arthit.call(calls.release, { params: ofEssay(), body: { people: 'all', shown: true } })
    expect(await score()).toBe(7)
  })

  test('works are divided by those who stand for them', async () => {
    await hide(true)
    const { items } = await list()
    const people = items.slice(0, 2).map(({ owner_id }) => owner_id)
    await arthit.call(calls.divide, { params: ofEssay(), body: { people, graders: [mali.id] } })
    expect((await list()).items.map(({ assigned_to }) => assigned_to?.first)).toEqual([
      'Mali',
      'Mali',
      ...Array.from({ length: 4 }, () => undefined),
    ])
    // The history has the division as a change, but neither the graders nor the works.
    const { items: changes } = await mali.call(contract.changes.list, { params: { course_id: course.id } })
    const params = { course_id: course.id, change_id: changes[0]?._id ?? '' }
    const divided = await mali.call(contract.changes.one, { params })
    expect(divided).toMatchObject({ kind: 'grading_divided', rows: [{ table: 'divisions' }, { table: 'divisions' }] })
    expect(students.filter(({ id }) => JSON.stringify(divided).includes(id))).toEqual([])
  })

  test('the history of more time for one person has no grade of theirs', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
    await changeAssignment(db, essay, { due_at: ahead({ days: -1 }) })
    await grade(works[0] as Thing)
    const given = { people: [students[0]?.id ?? ''], due: ahead({ days: 2 }).toISOString() }
    await mali.call(contract.exceptions.put, { params: ofEssay(), body: [given] })
    const { items } = await mali.call(contract.changes.list, { params: { course_id: course.id } })
    const params = { course_id: course.id, change_id: items[0]?._id ?? '' }
    const tables = async () => (await mali.call(contract.changes.one, { params })).rows.map(({ table }) => table)
    expect(await tables()).toEqual(['exceptions', 'feedback'])
    await hide(true)
    expect(await tables()).toEqual(['exceptions'])
    await arthit.call(calls.release, { params: ofEssay(), body: { people: 'all', shown: true } })
    expect(await tables()).toEqual(['exceptions', 'feedback'])
  })

  test('a grader who may not show them finds no work by whose it is', async () => {
    await hide(true)
    await grade(works[0] as Thing)
    const people = [students[0]?.id ?? '']
    const prepare = async () =>
      (await mali.call(contract.offline.prepare, { params: ofEssay(), body: { people, language: 'en' } })).works
    expect(await prepare()).toBe(0)
    const divided = await mali.call(calls.divide, { params: ofEssay(), body: { people, graders: [mali.id] } })
    expect([divided.works, (await list()).items.filter(({ assigned_to }) => assigned_to)]).toEqual([0, []])
    await arthit.call(calls.release, { params: ofEssay(), body: { people, shown: true } })
    expect(await prepare()).toBe(1)
    await submit(db, course, essay, students[0] as SignedIn, { textbox: 'Again.', attempt: 2 })
    expect(await prepare()).toBe(0)
  })

  test('a work that waits does not lead to a released attempt of the same person, nor that one to it', async () => {
    await hide(true)
    const first = works[0] as Thing
    await grade(first)
    await arthit.call(calls.release, { params: ofEssay(), body: { people: 'all', shown: true } })
    const second = await submit(db, course, essay, students[0] as SignedIn, { textbox: 'Again.', attempt: 2 })
    const attempts = async (one: Thing) => (await work(one)).attempts.map(({ _id }) => _id)
    expect(await work(first)).toMatchObject({ people: [{ first: 'FirstAnn' }] })
    expect([await attempts(first), await attempts(second)]).toEqual([[first.id], [second.id]])
    await grade(second)
    await arthit.call(calls.release, { params: ofEssay(), body: { people: 'all', shown: true } })
    expect(await attempts(second)).toEqual([first.id, second.id])
  })

  test('a file has no name of its own, also as it is sent', async () => {
    const slot = await makeSlot(db, course, essay)
    const upload = await makeUpload(db, students[0] as SignedIn, 'FirstAnn report.PDF')
    const row = { course_id: course.id, submission_id: works[0]?.id ?? '', slot_id: slot.id, upload_id: upload.id }
    await db.insertInto('submission_files').values(row).execute()
    const field = `file-${slot.id}`
    expect((await work(works[0] as Thing)).files[field]?.filename).toBe('FirstAnn report.PDF')
    await hide(true)
    const one = await work(works[0] as Thing)
    expect(one.files[field]?.filename).toBe('file-1.pdf')
    expect(JSON.stringify(one)).not.toContain('FirstAnn')
    const address = one.files[field]?.address ?? ''
    const named = async (path: string) => {
      const { statusCode, headers } = await mali.raw('HEAD' as 'GET', path)
      return [statusCode, String(headers['content-disposition'])]
    }
    expect(await named(address)).toEqual([200, expect.stringContaining('"file-1.pdf"')])
    expect((await named(address.replace('file-1.pdf', 'other.pdf')))[0]).toBe(404)
  })

  test('groups are hidden as people are', async () => {
    const group = await makeGroup(db, course, students.slice(0, 2))
    essay = await makeAssignment(db, course, { has_text: true, grouping_id: group.grouping_id })
    await submit(db, course, essay, group)
    await hide(true)
    expect((await list()).items).toMatchObject([{ group: '', people: [], hidden: { number: 1, is_group: true } }])
  })
})

describe('the switch', () => {
  test('is the instructor’s, for all graders alike, and stands in the history with an undo', async () => {
    const refused = await mali.refused(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    expect(refused).toMatchObject({ code: 'not_allowed' })
    await hide(true)
    await hide(false)
    expect((await list()).names_hidden).toBe(false)
    const params = { course_id: course.id }
    const { items } = await arthit.call(contract.changes.list, { params })
    expect(items.slice(0, 2).map(({ kind }) => kind)).toEqual(['names_shown', 'names_hidden'])
    await arthit.call(contract.changes.undo, { params: { ...params, change_id: items[0]?._id ?? '' } })
    expect((await list()).names_hidden).toBe(true)
    const refusedUndo = await mali.refused(contract.changes.undo, {
      params: { ...params, change_id: items[1]?._id ?? '' },
    })
    expect(refusedUndo).toMatchObject({ code: 'not_allowed' })
  })
})
