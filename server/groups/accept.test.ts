import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { getTyped, type Typed } from '../assignments/draftQueries.ts'
import { keepDraft } from '../assignments/drafts.ts'
import { sweepDrafts } from '../assignments/draftVersions.ts'
import { giveFeedback, worksheetOf } from '../assignments/testing.ts'
import { undoneSince } from '../changes/change.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import type { CallFailed } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  enterGroup,
  leaveCourse,
  makeAssignment,
  makeCourse,
  makeGrouping,
  setPlace,
  type Thing,
} from '../testing/world.ts'
import { acceptByWorking } from './members.ts'

const server = await useServer()
const { db } = server
const { accept, create, leave, one } = contract.groups

const ploy = await server.person({ first: 'Ploy', last: 'Srisuk' })
const nat = await server.person({ first: 'Nat', last: 'Wong' })
const mali = await server.person({ first: 'Mali', last: 'Boon' })
const teacher = await server.person()

let course: Thing
let project: Thing
let grouping_id: string

beforeEach(async () => {
  course = await makeCourse(db)
  for (const person of [ploy, nat, mali]) await enrol(db, course, person)
  await enrol(db, course, teacher, 'instructor')
  const grouping = await aGrouping()
  grouping_id = grouping.id
  project = await makeAssignment(db, course, { name: 'Project', grouping_id, attempts_allowed: 1 })
})

const aGrouping = () => makeGrouping(db, course, { name: 'Pairs' })

const params = () => ({ course_id: course.id, grouping_id })
const make = (person: SignedIn, name: string, ...members: Thing[]) =>
  person.call(create, { params: params(), body: { name, members: members.map(({ id }) => id) } })
const comeIn = (person: SignedIn, { _id }: { _id: string }) =>
  person.call(accept, { params: { ...params(), group_id: _id } })
const quit = (person: SignedIn, { _id }: { _id: string }) =>
  person.call(leave, { params: { ...params(), group_id: _id } })
const sheetOf = (person: SignedIn) => worksheetOf(person, course, project)
const listOf = (person: SignedIn) => person.call(contract.assignments.mine, { params: { course_id: course.id } })
const groupsOf = async (person: SignedIn) => (await person.call(one, { params: params() })).groups
const code = (error: CallFailed) => error.code

describe('whom another student put into a group', () => {
  test('stands in it at once, and is told by whom and what it has handed in', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const { datetime } = await sheetOf(ploy).submit({ textbox: 'x' })
    const invitation = {
      grouping_id,
      group_id: pair._id,
      group_name: 'Rain',
      invited_by: 'Ploy Srisuk',
      submitted: [{ assignment_name: 'Project', datetime }],
    }
    const [seen] = await groupsOf(nat)
    expect(seen).toMatchObject({ invitation, can: { leave: true } })
    expect(seen?.members.map((m) => [m.first, m.accepted])).toEqual([
      ['Nat', false],
      ['Ploy', true],
    ])
    expect((await groupsOf(ploy))[0]?.invitation).toBeUndefined()
    expect(await sheetOf(nat).my()).toMatchObject({ assignment_group: 'Rain', invitation, attempts_used: 1 })
  })

  test('has nothing of what it hands in, and leaves with every attempt of their own', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const { _id } = await sheetOf(ploy).submit({ textbox: 'alone' })
    await giveFeedback(db, course, { _id })
    expect((await sheetOf(nat).my()).my).toBeUndefined()
    expect(await sheetOf(nat).attempts()).toEqual([])
    await expect(sheetOf(nat).receipt(_id)).rejects.toMatchObject({ status: 404 })
    expect(await listOf(nat)).toMatchObject([{ completed: false, submitted: null }])
    expect((await listOf(nat))[0]?.my).toBeUndefined()
    expect(await quit(nat, pair)).toEqual({ left: true })
    await make(nat, 'Sun')
    expect((await sheetOf(nat).submit({ textbox: 'mine' })).attempt).toBe(1)
    expect((await sheetOf(ploy).my()).my?._id).toBe(_id)
  })

  test('has it all once they accept, and then stays', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const given = await sheetOf(ploy).submit({ textbox: 'ours' })
    await giveFeedback(db, course, given)
    for (let times = 0; times < 2; times++) expect(await comeIn(nat, pair)).toEqual({ accepted: true })
    const sheet = await sheetOf(nat).my()
    expect([sheet.my?._id, sheet.invitation]).toEqual([given._id, undefined])
    expect(await sheetOf(nat).receipt(given._id)).toEqual(given)
    expect(await listOf(nat)).toMatchObject([{ completed: true, my: { feedback: { score: 7.5 } } }])
    await expect(quit(nat, pair)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('has what is handed in after they accepted, by whomever', async () => {
    const pair = await make(ploy, 'Rain', nat, mali)
    await comeIn(nat, pair)
    const { _id } = await sheetOf(ploy).submit({ textbox: 'ours' })
    expect((await sheetOf(nat).my()).my?._id).toBe(_id)
    expect((await sheetOf(mali).my()).my).toBeUndefined()
  })

  test('accepts by handing in, and by working', async () => {
    const pair = await make(ploy, 'Rain', nat, mali)
    const member = { courseId: course.id, groupId: pair._id, personId: mali.id }
    expect([await acceptByWorking(db, member), await acceptByWorking(db, member)]).toEqual([true, false])
    const { _id } = await sheetOf(nat).submit({ textbox: 'by Nat' })
    for (const person of [ploy, nat, mali]) expect((await sheetOf(person).my()).my?._id).toBe(_id)
  })

  test('has not accepted by a submission that was refused', async () => {
    const pair = await make(ploy, 'Rain', nat)
    await sheetOf(ploy).submit({ textbox: 'the only attempt' })
    expect(await sheetOf(nat).refusedSubmit({ textbox: 'x' })).toBe('attempts_used')
    expect(await quit(nat, pair)).toEqual({ left: true })
  })

  test('may come in after all once they have left, and has what was handed in', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const { _id } = await sheetOf(ploy).submit({ textbox: 'ours' })
    const mayAccept = async () => (await groupsOf(nat)).map((g) => [g.name, g.can.accept])
    expect(await mayAccept()).toEqual([['Rain', true]])
    await quit(nat, pair)
    expect(await mayAccept()).toEqual([['Rain', true]])
    expect((await groupsOf(mali)).map((g) => g.can.accept)).toEqual([false])
    const sun = await make(nat, 'Sun')
    expect(await mayAccept()).toEqual([
      ['Rain', false],
      ['Sun', false],
    ])
    expect(await comeIn(nat, pair).catch(code)).toBe('already_in_group')
    await quit(nat, sun)
    for (let times = 0; times < 2; times++) expect(await comeIn(nat, pair)).toEqual({ accepted: true })
    expect(await mayAccept()).toEqual([['Rain', false]])
    expect((await sheetOf(nat).my()).my?._id).toBe(_id)
    await expect(quit(nat, pair)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('comes back no more once they left what they had accepted, nor as staff', async () => {
    const pair = await make(ploy, 'Rain', nat, mali)
    await comeIn(nat, pair)
    await quit(nat, pair)
    expect(await comeIn(nat, pair).catch(code)).toBe('not_found')
    await quit(mali, pair)
    await setPlace(db, mali, { role: 'assistant' })
    expect(await comeIn(mali, pair).catch(code)).toBe('not_found')
  })

  test('leaves an empty group that has handed something in as it is', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const { _id } = await sheetOf(ploy).submit({ textbox: 'x' })
    await db.deleteFrom('group_members').where('person_id', '=', ploy.id).execute()
    await quit(nat, pair)
    expect(await sheetOf(ploy).receipt(_id)).toMatchObject({ _id })
  })

  test('is nobody else, and is in that group', async () => {
    const pair = await make(ploy, 'Rain', nat)
    const stranger = await server.person()
    const notFound = { status: 404, code: 'not_found' }
    for (const person of [mali, teacher, stranger]) {
      expect(await person.refused(accept, { params: { ...params(), group_id: pair._id } })).toEqual(notFound)
    }
    expect(await nat.refused(accept, { params: { ...params(), group_id: newId() } })).toEqual(notFound)
    const other = { ...params(), grouping_id: (await aGrouping()).id, group_id: pair._id }
    expect(await nat.refused(accept, { params: other })).toEqual(notFound)
  })
})

describe('a group that staff make', () => {
  test('has the students whom they name, who are in, and not themselves', async () => {
    const pair = await make(teacher, 'Bench 1', ploy, nat)
    expect(pair.members.map((m) => [m.first, m.accepted])).toEqual([
      ['Nat', true],
      ['Ploy', true],
    ])
    const { _id } = await sheetOf(ploy).submit({ textbox: 'x' })
    expect((await sheetOf(nat).my()).my?._id).toBe(_id)
  })

  test('may be empty until somebody is put into it', async () => {
    expect((await make(teacher, 'Bench 1')).members).toEqual([])
    expect(await groupsOf(ploy)).toHaveLength(1)
  })
})

test('what counted for a person stays theirs when they are taken out, and the next group’s work comes before it', async () => {
  await make(teacher, 'Bench 1', ploy, nat)
  const given = await sheetOf(ploy).submit({ textbox: 'first' })
  await db.deleteFrom('group_members').where('person_id', '=', nat.id).execute()
  expect(await sheetOf(nat).my()).toMatchObject({ my: { _id: given._id }, can: { reason: 'no_group' } })
  expect(await sheetOf(nat).receipt(given._id)).toEqual(given)
  expect(await listOf(nat)).toMatchObject([{ completed: true }])

  await make(teacher, 'Bench 2', nat, mali)
  expect((await sheetOf(nat).my()).my?._id).toBe(given._id)
  const second = await sheetOf(mali).submit({ textbox: 'second' })
  expect((await sheetOf(nat).my()).my?._id).toBe(second._id)
  expect((await sheetOf(nat).attempts()).map((s) => s._id)).toEqual([second._id, given._id])
  expect((await listOf(nat))[0]?.my?.datetime).toBe(second.datetime)

  await leaveCourse(db, ploy, course)
  await enrol(db, course, ploy)
  expect(await sheetOf(ploy).receipt(given._id)).toEqual(given)
})

test('whoever staff put into a group that has handed something in has it as well', async () => {
  const pair = await make(ploy, 'Rain')
  const { _id } = await sheetOf(ploy).submit({ textbox: 'x' })
  const row = { course_id: course.id, grouping_id, group_id: pair._id, person_id: nat.id }
  await db.insertInto('group_members').values(row).execute()
  expect((await sheetOf(nat).my()).my?._id).toBe(_id)
})

describe('at one moment', () => {
  test('accepting and handing in leaves the work counted for both', async () => {
    for (let i = 0; i < 20; i++) {
      grouping_id = (await aGrouping()).id
      project = await makeAssignment(db, course, { grouping_id })
      const pair = await make(ploy, 'Rain', nat)
      const [{ _id }] = await Promise.all([sheetOf(ploy).submit({ textbox: 'x' }), comeIn(nat, pair)])
      expect((await sheetOf(nat).my()).my?._id).toBe(_id)
    }
  })

  test('accepting and leaving does the one or the other', async () => {
    for (let i = 0; i < 20; i++) {
      grouping_id = (await aGrouping()).id
      project = await makeAssignment(db, course, { grouping_id })
      const pair = await make(ploy, 'Rain', nat)
      const { _id } = await sheetOf(ploy).submit({ textbox: 'x' })
      const outcomes = await Promise.all([
        comeIn(nat, pair).then(() => 'in', code),
        quit(nat, pair).then(() => 'out', code),
      ])
      // The person who left first may come back at once.
      expect(['in conflict', 'not_found out', 'in out']).toContain(outcomes.join(' '))
      const isIn = (await groupsOf(nat)).some((g) => g.members.some((m) => m._id === nat.id))
      expect([isIn, (await sheetOf(nat).my()).my?._id]).toEqual(outcomes[0] === 'in' ? [true, _id] : [false, undefined])
    }
  })

  test('coming back twice is coming back', async () => {
    for (let i = 0; i < 20; i++) {
      grouping_id = (await aGrouping()).id
      const pair = await make(ploy, 'Rain', nat)
      await quit(nat, pair)
      const outcomes = [0, 1, 2].map(() => comeIn(nat, pair).then(() => 'in', code))
      expect(await Promise.all(outcomes)).toEqual(['in', 'in', 'in'])
    }
  })

  test('coming back into a group that its last member leaves finds none', async () => {
    const pair = await make(ploy, 'Rain', nat)
    await quit(nat, pair)
    let outcome: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('groups').where('id', '=', pair._id).execute()
      outcome = comeIn(nat, pair).catch(code)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    })
    expect(await outcome).toBe('not_found')
  })

  test('whatever three do, those who are in have all that the group handed in, and nobody else has any', async () => {
    const people = [ploy, nat, mali]
    const deed = fc.constantFrom('accept', 'leave', 'submit', 'work')
    const steps = fc.array(fc.tuple(fc.nat({ max: 2 }), deed), { minLength: 2, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(steps, async (steps) => {
        grouping_id = (await aGrouping()).id
        project = await makeAssignment(db, course, { grouping_id, attempts_allowed: 0 })
        const pair = await make(ploy, 'Rain', nat, mali)
        const done = await Promise.all(
          steps.map(async ([i, deed]) => {
            const person = people[i] as SignedIn
            const member = { courseId: course.id, groupId: pair._id, personId: person.id }
            if (deed === 'accept') return comeIn(person, pair).then(() => 'done', code)
            if (deed === 'leave') return quit(person, pair).then(() => 'done', code)
            if (deed === 'work') return acceptByWorking(db, member).then(() => 'done')
            return sheetOf(person)
              .submit({ textbox: 'x' })
              .then(() => 'done', code)
          }),
        )
        expect(done.filter((o) => !['done', 'conflict', 'not_found', 'no_group'].includes(o))).toEqual([])
        const submissions = await db.selectFrom('submissions').select('id').where('owner_id', '=', pair._id).execute()
        const members = await db.selectFrom('group_members').selectAll().where('group_id', '=', pair._id).execute()
        const counted = await db
          .selectFrom('submission_people')
          .select(['person_id', 'submission_id'])
          .where('assignment_id', '=', project.id)
          .execute()
        const expected = members
          .filter((m) => m.accepted_at !== null)
          .flatMap((m) => submissions.map((s) => `${m.person_id} ${s.id}`))
        expect(counted.map((c) => `${c.person_id} ${c.submission_id}`).sort()).toEqual(expected.sort())
      }),
      { numRuns: 40 },
    )
  })
})

test('who leaves a group finds what it had typed among their own earlier versions', async () => {
  const pair = await make(ploy, 'Rain', nat)
  await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
  await quit(ploy, pair)
  expect((await sheetOf(ploy).draft()).fields).toEqual({})
  expect((await sheetOf(ploy).versions()).map(({ fields }) => fields)).toEqual([{ textbox: 'ours' }])
  expect((await sheetOf(nat).draft()).fields.textbox?.value).toBe('ours')
})

test.each(['a member who leaves last', 'staff', 'staff with all that are empty', 'an undo'])(
  'a group that is removed by %s leaves also its earlier versions to whoever was in it',
  async (by) => {
    const pair = by === 'an undo' ? await make(teacher, 'Rain', ploy) : await make(ploy, 'Rain')
    await sheetOf(ploy).save({ textbox: { value: 'words that we took out', at: 1, base: '' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 2, base: 'words that we took out' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(ploy).save({ textbox: { value: 'ours, longer', at: 3, base: 'ours' } })
    const texts = async () => (await sheetOf(ploy).versions()).map(({ kind, fields }) => [kind, fields.textbox])
    expect(await texts()).toEqual([['replaced', 'words that we took out']])
    if (by === 'staff')
      await teacher.call(contract.groups.removeGroup, { params: { ...params(), group_id: pair._id }, revision: 1 })
    else if (by === 'staff with all that are empty') {
      const body = { items: [{ person_id: ploy.id, group_id: null }] }
      await teacher.call(contract.groups.move, { params: params(), body })
      await teacher.call(contract.groups.removeEmpty, { params: params() })
    } else if (by === 'an undo') {
      const [made] = (await teacher.call(contract.changes.list, { params: { course_id: course.id } })).items
      const change_id = made?._id ?? ''
      await teacher.call(contract.changes.undo, { params: { course_id: course.id, change_id } })
    } else await quit(ploy, pair)
    expect(await db.selectFrom('groups').selectAll().where('id', '=', pair._id).execute()).toEqual([])
    expect(await texts()).toEqual([
      ['aside', 'ours, longer'],
      ['replaced', 'words that we took out'],
    ])
  },
)

test.each(['its last member', 'staff', 'staff with all that are empty'])(
  'a group that is removed by %s leaves what it had typed also to a member who is off the course and may be back',
  async (by) => {
    const pair = await make(ploy, 'Rain')
    const isAlone = by === 'staff with all that are empty'
    if (!isAlone) await enterGroup(db, course, { id: pair._id, grouping_id }, nat)
    await sheetOf(ploy).save({ textbox: { value: 'words that we took out', at: 1, base: '' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(isAlone ? ploy : nat).save({ textbox: { value: 'our', at: 2, base: 'words that we took out' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 3, base: 'our' } })
    const place = { course_id: course.id, person_id: ploy.id }
    await teacher.call(contract.roster.remove, { params: place, revision: 1 })
    const ofPair = { ...params(), group_id: pair._id }
    if (isAlone) await teacher.call(contract.groups.removeEmpty, { params: params() })
    else if (by === 'staff') await teacher.call(contract.groups.removeGroup, { params: ofPair, revision: 1 })
    else await quit(nat, pair)
    expect(await db.selectFrom('groups').selectAll().where('id', '=', pair._id).execute()).toEqual([])
    await teacher.call(contract.roster.restore, { params: { course_id: course.id }, body: { items: [ploy.id] } })
    const versions = await sheetOf(ploy).versions()
    expect(versions.map(({ kind, fields }) => [kind, fields.textbox])).toEqual([
      ['aside', 'ours'],
      ['replaced', 'words that we took out'],
    ])
  },
)

test.each(['staff', 'staff with all that are empty', 'an undo'])(
  'a group that comes back after it was removed by %s has the text and the earlier versions that it had',
  async (by) => {
    const pair = await make(teacher, 'Rain', ploy)
    await sheetOf(ploy).save({ textbox: { value: 'words that we took out', at: 1, base: '' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(ploy).save({ textbox: { value: 'our', at: 2, base: 'words that we took out' } })
    server.clock.pass({ minutes: 1 })
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 3, base: 'our' } })
    const textNow = async () => (await sheetOf(ploy).draft()).fields.textbox?.value
    const ofCourse = { course_id: course.id }
    const takeBack = async () => {
      const [last] = (await teacher.call(contract.changes.list, { params: ofCourse })).items
      await teacher.call(contract.changes.undo, { params: { ...ofCourse, change_id: last?._id ?? '' } })
    }
    const moveTo = (group_id: string | null) =>
      teacher.call(contract.groups.move, { params: params(), body: { items: [{ person_id: ploy.id, group_id }] } })
    if (by === 'staff')
      await teacher.call(contract.groups.removeGroup, { params: { ...params(), group_id: pair._id }, revision: 1 })
    else if (by === 'staff with all that are empty') {
      await moveTo(null)
      await teacher.call(contract.groups.removeEmpty, { params: params() })
    } else await takeBack()
    expect(await textNow()).toBeUndefined()
    await takeBack()
    if (by === 'staff with all that are empty') await moveTo(pair._id)
    expect(await textNow()).toBe('ours')
    const versions = (await sheetOf(ploy).versions()).map(({ kind, fields }) => [kind, fields.textbox])
    // The first one is the copy that stayed with the student meanwhile.
    expect(versions).toEqual([
      ['aside', 'ours'],
      ['replaced', 'words that we took out'],
    ])
  },
)

test('what is typed while staff remove the group stays with whoever typed it', async () => {
  for (let i = 0; i < 20; i++) {
    grouping_id = (await aGrouping()).id
    project = await makeAssignment(db, course, { grouping_id })
    const pair = await make(ploy, 'Rain')
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
    await Promise.all([
      sheetOf(ploy).save({ textbox: { value: 'ours, longer', at: 2, base: 'ours' } }),
      teacher.call(contract.groups.removeGroup, { params: { ...params(), group_id: pair._id }, revision: 1 }),
    ])
    const [draft, versions] = [await sheetOf(ploy).draft(), await sheetOf(ploy).versions()]
    const texts = [draft.fields.textbox?.value, ...versions.map(({ fields }) => fields.textbox)]
    expect(texts.join(), `round ${i}`).toContain('longer')
  }
})

test('the first words of a group that staff remove at that moment stay with whoever typed them', async () => {
  const pair = await make(ploy, 'Rain')
  const mine = { courseId: course.id, assignmentId: project.id, personId: ploy.id }
  const typed = await getTyped(db, mine)
  await teacher.call(contract.groups.removeGroup, { params: { ...params(), group_id: pair._id }, revision: 1 })
  const sheetFor = async () => ({ has_text: true, questions: [], slots: [], time_limit: null })
  const saves = [{ id: newId(), fields: { textbox: { value: 'ours', at: 1 } } }]
  const { draft } = await keepDraft(db, { ...mine, sheetFor, typed, saves, now: server.clock.now() })
  expect(draft.owner_id).toBe(ploy.id)
  expect((await sheetOf(ploy).draft()).fields.textbox?.value).toBe('ours')
})

/** A save that was read before what happens next, and is written after it. */
async function aSaveOnItsWay(person: SignedIn, owner_id?: string) {
  const mine = { courseId: course.id, assignmentId: project.id, personId: person.id }
  const typed = await getTyped(db, mine)
  const sheetFor = async (now: Typed) => {
    if (owner_id !== undefined && now.owner_id !== owner_id) throw new Refusal('conflict')
    return { has_text: true, questions: [], slots: [], time_limit: null }
  }
  const saves = [{ id: newId(), fields: { textbox: { value: 'typed', at: 2 } } }]
  return (to: typeof db = db) => keepDraft(to, { ...mine, sheetFor, typed, saves, now: server.clock.now() })
}

const moveTo = (person: Thing, group_id: string | null) =>
  teacher.call(contract.groups.move, { params: params(), body: { items: [{ person_id: person.id, group_id }] } })

async function takeBack() {
  const place = { course_id: course.id }
  const [last] = (await teacher.call(contract.changes.list, { params: place })).items
  await teacher.call(contract.changes.undo, { params: { ...place, change_id: last?._id ?? '' } })
}

const textsOf = async (person: SignedIn) => {
  const [draft, versions] = [await sheetOf(person).draft(), await sheetOf(person).versions()]
  return [draft.fields.textbox?.value, ...versions.map(({ fields }) => fields.textbox)].filter(Boolean)
}

describe('a save that waits while staff move its writer', () => {
  let [rain, sun]: { _id: string }[] = []

  beforeEach(async () => {
    rain = await make(ploy, 'Rain', nat)
    sun = await make(mali, 'Sun')
  })

  test.each(['the first words', 'more words'])('stays with the writer: %s', async (which) => {
    if (which === 'more words') await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
    const save = await aSaveOnItsWay(ploy)
    await moveTo(ploy, sun?._id ?? '')
    expect((await save()).others).toEqual([mali.id])
    expect(await textsOf(ploy)).toContain('typed')
    expect(await textsOf(nat)).not.toContain('typed')
  })

  test('is of nobody else, if it names the group for which it was typed', async () => {
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
    const save = await aSaveOnItsWay(ploy, rain?._id)
    await moveTo(ploy, sun?._id ?? '')
    await expect(save()).rejects.toMatchObject({ code: 'conflict' })
    expect(await textsOf(ploy)).toEqual(['ours'])
    expect(await textsOf(mali)).toEqual([])
  })

  test('stays with a writer who had not accepted the group yet', async () => {
    await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
    const save = await aSaveOnItsWay(nat)
    await moveTo(nat, sun?._id ?? '')
    await save()
    expect(await textsOf(nat)).toContain('typed')
    expect(await textsOf(ploy)).toEqual(['ours'])
  })

  test.each(['move', 'new group'])('stays with the writer when an undo of their %s comes next', async (of) => {
    const pim = await server.person()
    await enrol(db, course, pim)
    if (of === 'move') await moveTo(pim, sun?._id ?? '')
    else await make(teacher, 'Cloud', pim)
    const save = await aSaveOnItsWay(pim)
    let undone: Promise<void> | undefined
    await db.transaction().execute(async (trx) => {
      await save(trx)
      undone = takeBack()
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    })
    await undone
    expect((await sheetOf(pim).draft()).owner_id).toBe(pim.id)
    expect(await textsOf(pim)).toEqual(['typed'])
  })
})

test('the text of a removed group stays for as long as an undo may bring the group back', async () => {
  const pair = await make(ploy, 'Rain')
  await sheetOf(ploy).save({ textbox: { value: 'ours', at: 1, base: '' } })
  await sheetOf(nat).save({ textbox: { value: 'mine', at: 1, base: '' } })
  const texts = async () => {
    const rows = await db.selectFrom('drafts').select('fields').where('course_id', '=', course.id).execute()
    return rows.map(({ fields }) => (fields as { textbox: { value: string } }).textbox.value).sort()
  }
  const sweepAfter = (days: number) => sweepDrafts(db, undoneSince(new Date(Date.now() + days * 86_400_000)))
  await sweepAfter(31)
  expect(await texts()).toEqual(['mine', 'ours'])
  const typing = async () => {
    const input = { params: { course_id: course.id, asgn_id: project.id }, body: { assignment_text: false } }
    const answer = await teacher.call(contract.assignments.edit, { ...input, revision: 1, query: { dry_run: 'true' } })
    return (answer as { check: { typing: number } }).check.typing
  }
  expect(await typing()).toBe(2)
  await teacher.call(contract.groups.removeGroup, { params: { ...params(), group_id: pair._id }, revision: 1 })
  await sweepAfter(29)
  expect(await texts()).toEqual(['mine', 'ours'])
  expect(await typing()).toBe(1)
  // A later change has the group, such as its second removal.
  await sql`
    insert into change_rows (course_id, change_id, table_name, key, before, created_at)
    select course_id, change_id, table_name, key, before, created_at + interval '2 days' from change_rows
    where course_id = ${course.id} and table_name = 'groups'`.execute(db)
  await sweepAfter(31)
  expect(await texts()).toEqual(['mine', 'ours'])
  await sweepAfter(33)
  expect(await texts()).toEqual(['mine'])
})
