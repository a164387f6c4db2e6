import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Grouping } from '../../contract/groups.ts'
import { contract } from '../../contract/index.ts'
import type { GroupImportPlan } from '../../contract/staff/groups.ts'
import { startAttempt } from '../assignments/startAttempt.ts'
import { giveFeedback, worksheetOf } from '../assignments/testing.ts'
import { sheetOf, workbook } from '../tables/testing.ts'
import { addressOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { accommodate, enrol, enterGroup, makeAssignment, submit, type Thing } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

const server = await useServer()
const { db } = server
const { list, create, accept, leave } = contract.groups
const { createGrouping, editGrouping, removeGrouping, random, move, editGroup, removeGroup, removeEmpty } =
  contract.groups
const { changes } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let fah: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', email: `nat-${course.id}@example.org` })
  fah = await server.person({ first: 'Fah', email: `fah-${course.id}@example.org` })
  await enrol(db, course, nat, 'student', { section: '1' })
  await enrol(db, course, fah, 'student', { section: '2' })
})

const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ ...inCourse(), grouping_id: _id })
const add = (body: object = {}, by = arthit) =>
  by.call(createGrouping, {
    params: inCourse(),
    body: { grouping_name: 'Teams', publish_at: server.clock.now().toISOString(), ...body },
  })
const all = (by: SignedIn) => by.call(list, { params: inCourse() })
const groupsOf = async (by: SignedIn) =>
  (await all(by)).flatMap(({ groups }) => groups.map((g) => [g.name, g.members.map((m) => m.first)]))
const deal = (it: Grouping, body: { size: number } | { count: number }, by = arthit) =>
  by.call(random, { params: of(it), body: { balanced: true, name: 'Team', ...body } })
const put = (it: Grouping, moves: [Thing, string | null][], by = arthit) => {
  const items = moves.map(([{ id }, group_id]) => ({ person_id: id, group_id }))
  return by.call(move, { params: of(it), body: { items } })
}
const make = (by: SignedIn, it: Grouping, ...members: Thing[]) =>
  by.call(create, { params: of(it), body: { name: 'Rain', members: members.map(({ id }) => id) } })
const history = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const undoing = async (by = arthit) => {
  const [last] = await history()
  return { params: { ...inCourse(), change_id: last?._id ?? '' }, by }
}
const undoLast = async () => {
  server.clock.pass({ minutes: 1 })
  const { params, by } = await undoing()
  return by.call(changes.undo, { params })
}
/** The statements that wait for a lock. */
const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('a grouping', () => {
  test('is made, changed and removed by staff, and each of it can be taken back', async () => {
    const it = await add({ max_size: 3 })
    expect(it).toEqual({
      ...{ _id: expect.any(String), grouping_name: 'Teams', groups: [], revision: 1 },
      publish_at: server.clock.now().toISOString(),
      rules: { min_size: null, max_size: 3, students_make: true, made_until: null },
    })
    const changed = await mali.call(editGrouping, { params: of(it), body: { grouping_name: 'Labs' }, revision: 1 })
    expect(changed).toMatchObject({ grouping_name: 'Labs', revision: 2, rules: { max_size: 3 } })
    expect(await arthit.refused(editGrouping, { params: of(it), body: {}, revision: 1 })).toMatchObject({
      ...{ status: 409, current: { grouping_name: 'Labs' } },
    })
    await arthit.call(removeGrouping, { params: of(it), revision: 2 })
    expect(await all(ploy)).toEqual([])
    await undoLast()
    expect((await all(ploy)).map((g) => g.grouping_name)).toEqual(['Labs'])
  })

  test('stays while an assignment is handed in by it', async () => {
    const it = await add()
    const { id } = await makeAssignment(db, course, { name: 'Field report', grouping_id: it._id })
    expect(await arthit.refused(removeGrouping, { params: of(it), revision: 1 })).toMatchObject({
      ...{ status: 409, code: 'in_use', current: [{ _id: id, name: 'Field report' }] },
    })
    expect(await all(arthit)).toHaveLength(1)
  })

  test('has no least that is more than its most', async () => {
    const answer = await arthit.raw('POST', `/api/courses/${course.id}/grouping`, {
      payload: { grouping_name: 'Teams', min_size: 4, max_size: 3 },
    })
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, ['max_size']])
  })

  test('is written by no student', async () => {
    const it = await add()
    const refused = { status: 403, code: 'not_allowed' }
    expect(await ploy.refused(createGrouping, { params: inCourse(), body: { grouping_name: 'x' } })).toEqual(refused)
    expect(await ploy.refused(editGrouping, { params: of(it), body: {}, revision: 1 })).toEqual(refused)
    const items = [{ person_id: nat.id, group_id: null }]
    expect(await ploy.refused(move, { params: of(it), body: { items } })).toEqual(refused)
    expect(await ploy.refused(random, { params: of(it), body: { size: 2, balanced: true, name: 'x' } })).toEqual(
      refused,
    )
  })
})

describe('its rules bind students', () => {
  test('who read them, and read nothing more of a grouping without rules', async () => {
    const open = await add()
    expect((await all(ploy)).find(({ _id }) => _id === open._id)).toEqual({
      ...{ _id: open._id, grouping_name: 'Teams', groups: [] },
    })
    const made_until = ahead({ days: 1 }).toISOString()
    const bound = await add({ max_size: 2, made_until })
    expect((await all(ploy)).find(({ _id }) => _id === bound._id)).toMatchObject({
      rules: { min_size: null, max_size: 2, students_make: true, made_until },
    })
  })

  test('in how large a group is', async () => {
    const it = await add({ max_size: 2 })
    const body = { name: 'Rain', members: [nat.id, fah.id] }
    expect((await ploy.refused(create, { params: of(it), body })).code).toBe('group_full')
    const rain = await make(ploy, it, nat)
    const params = { ...of(it), group_id: rain._id }
    await nat.call(leave, { params })
    await put(it, [[fah, rain._id]])
    expect((await nat.refused(accept, { params })).code).toBe('group_full')
  })

  test('in how large a group is, when two come back into the last place at the same moment', async () => {
    const it = await add({ max_size: 3 })
    const rain = await make(ploy, it, nat, fah)
    const params = { ...of(it), group_id: rain._id }
    for (const one of [nat, fah]) await one.call(leave, { params })
    await arthit.call(editGrouping, { params: of(it), body: { max_size: 2 }, revision: 1 })
    const back = (one: SignedIn) =>
      one.call(accept, { params }).then(
        () => 'in',
        ({ code }: { code: string }) => code,
      )
    let outcomes: Promise<string[]> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select from groups where id = ${rain._id} for update`.execute(trx)
      outcomes = Promise.all([nat, fah].map(back))
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(2)
    })
    expect((await outcomes)?.toSorted()).toEqual(['group_full', 'in'])
  })

  test('until a date, from which on their groups stay as they are', async () => {
    const it = await add({ made_until: ahead({ days: 1 }).toISOString() })
    const rain = await make(ploy, it, nat, fah)
    server.clock.pass({ days: 1 })
    expect((await nat.refused(create, { params: of(it), body: { name: 'x' } })).code).toBe('groups_closed')
    const params = { ...of(it), group_id: rain._id }
    expect((await ploy.refused(leave, { params })).code).toBe('groups_closed')
    const [mine] = (await all(ploy))[0]?.groups ?? []
    expect(mine?.can.leave).toBe(false)
    // A student whom another student named still has to accept or decline.
    await nat.call(accept, { params })
    await fah.call(leave, { params })
    expect(await groupsOf(fah)).toEqual([['Rain', ['Nat', 'Ploy']]])
    expect((await fah.refused(accept, { params })).code).toBe('groups_closed')
  })

  test('where staff alone make groups', async () => {
    const it = await add({ students_make: false })
    expect((await ploy.refused(create, { params: of(it), body: { name: 'x' } })).code).toBe('groups_closed')
    expect(await make(arthit, it, ploy, nat)).toMatchObject({ name: 'Rain', revision: 1, submitted: false })
  })
})

describe('groups at random', () => {
  test('are dealt once, however many deal at the same moment', async () => {
    const it = await add()
    await Promise.all([1, 2, 3, 4].map(() => deal(it, { count: 3 })))
    const groups = await groupsOf(arthit)
    expect([groups.length, groups.map(([, members]) => members?.length)]).toEqual([3, [1, 1, 1]])
  })

  test('are as many in the history as were made, whoever found a group while they waited', async () => {
    const it = await add()
    const sun = await make(arthit, it)
    let dealt: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select from groupings where id = ${it._id} for update`.execute(trx)
      dealt = deal(it, { size: 1 })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      await enterGroup(trx, course, { id: sun._id, grouping_id: it._id }, nat)
    })
    await dealt
    expect((await history())[0]).toMatchObject({ kind: 'groups_made', about: { count: 2 } })
    expect(await groupsOf(arthit)).toHaveLength(3)
  })

  test('take everyone who is in none, no more in one than asked, as one change', async () => {
    const it = await add()
    await make(ploy, it)
    const { groups } = await deal(it, { size: 1 })
    expect(groups.map((g) => g.members.length)).toEqual([1, 1, 1])
    expect((await history())[0]).toMatchObject({ kind: 'groups_made', about: { title: 'Teams', count: 2 } })
    await undoLast()
    expect(await groupsOf(nat)).toEqual([['Rain', ['Ploy']]])
  })

  test('are not taken back once one of them has handed something in', async () => {
    const it = await add()
    const { groups } = await deal(it, { count: 1 })
    const work = await makeAssignment(db, course, { grouping_id: it._id })
    await submit(db, course, work, { id: groups[0]?._id ?? '' })
    server.clock.pass({ minutes: 1 })
    const { params } = await undoing()
    const answer = await arthit.refused(changes.undo, { params })
    expect(answer).toMatchObject({ status: 409, current: [{ table: 'groups', reason: 'in_use' }] })
    expect((await groupsOf(nat)).map(([, members]) => members)).toEqual([['Fah', 'Nat', 'Ploy']])
  })

  test('of 2,000 are made by a handful of statements', async () => {
    const it = await add()
    await sql`
      insert into people (id, first, last, email)
      select gen_random_uuid(), 'S' || n, 'T', 's' || n || ${course.id} from generate_series(1, 2000) n`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
      await sql`
        insert into roster (course_id, person_id, role) select ${course.id}, id, 'student' from people
        where email like ${`s%${course.id}`}`.execute(trx)
    })
    const statements = await server.statementsOf(async () => {
      const { groups } = await deal(it, { size: 4 })
      expect(groups).toHaveLength(Math.ceil(2003 / 4))
    })
    expect(statements.length).toBeLessThan(18)
  })
})

describe('people that staff move', () => {
  test('are in the other group, or in none, and an undo brings them back', async () => {
    const it = await add()
    const rain = await make(ploy, it, nat)
    const sun = await make(fah, it)
    await put(it, [
      [nat, sun._id],
      [ploy, null],
    ])
    expect(await groupsOf(ploy)).toEqual([
      ['Rain', []],
      ['Rain', ['Fah', 'Nat']],
    ])
    await undoLast()
    expect(await groupsOf(ploy)).toEqual([
      ['Rain', ['Nat', 'Ploy']],
      ['Rain', ['Fah']],
    ])
    const [first] = (await all(nat))[0]?.groups ?? []
    expect(first?.members.map((m) => m.accepted)).toEqual([false, true])
    expect(rain._id).toBe(first?._id)
  })

  test('whom a student has moved since are told to be in the way', async () => {
    const it = await add()
    const rain = await make(arthit, it, ploy)
    await put(it, [[nat, rain._id]])
    await nat.call(leave, { params: { ...of(it), group_id: rain._id } })
    server.clock.pass({ minutes: 1 })
    const { params } = await undoing()
    expect(await arthit.refused(changes.undo, { params })).toMatchObject({
      current: [{ table: 'group_members', reason: 'gone' }],
    })
  })

  test('lose no attempt, and keep what was handed in while they were in a group', async () => {
    const it = await add()
    const work = await makeAssignment(db, course, { grouping_id: it._id, attempts_allowed: 1 })
    const rain = await make(arthit, it, ploy, nat)
    const sun = await make(arthit, it, fah)
    await nat.call(contract.assignments.submit, {
      params: { ...inCourse(), asgn_id: work.id },
      body: { textbox: 'Ours' },
    })
    await put(it, [[ploy, sun._id]])
    const mine = await worksheetOf(ploy, course, work).my()
    expect(mine.my?.response).toMatchObject({ textbox: 'Ours' })
    const [of_] = (await all(arthit))[0]?.groups.filter(({ _id }) => _id === rain._id) ?? []
    expect(of_?.submitted).toBe(true)
  })

  test('by mistake have no work and no score of the other group once that is taken back, also with the best attempt', async () => {
    const it = await add()
    const work = await makeAssignment(db, course, { grouping_id: it._id, score: 10, counts: 'best' })
    const [rain, sun] = [await make(arthit, it, ploy), await make(arthit, it, fah)]
    const body = { gradable_name: 'Work', gradable_score: 10, assignment_id: work.id }
    await arthit.call(contract.grading.addColumn, { params: inCourse(), body })
    const [ours, theirs] = [
      await submit(db, course, work, { id: rain._id }),
      await submit(db, course, work, { id: sun._id }),
    ]
    await giveFeedback(db, course, { _id: ours.id }, { score: 4 })
    await giveFeedback(db, course, { _id: theirs.id }, { score: 9, comment: 'Well done' })
    const standing = async (person: SignedIn) => {
      const { rows } = await arthit.call(contract.grading.table, { params: inCourse() })
      const [seen] = await person.call(contract.gradebook.mine, { params: inCourse() })
      const sheet = worksheetOf(person, course, work)
      return [rows.find(({ _id }) => _id === person.id)?.cells[0], seen?.score, (await sheet.attempts()).length]
    }
    const moved = await put(it, [
      [ploy, sun._id],
      [nat, sun._id],
      [fah, sun._id],
    ])
    expect(moved.scores_changed, 'their author reads how many scores that changes').toBe(2)
    expect([await standing(ploy), await standing(nat)]).toEqual([
      [9, 9, 2],
      [9, 9, 1],
    ])
    await undoLast()
    expect([await standing(ploy), await standing(nat), await standing(fah)]).toEqual([
      [4, 4, 1],
      [null, null, 0],
      [9, 9, 1],
    ])
    await undoLast()
    expect([await standing(ploy), await standing(nat)]).toEqual([
      [9, 9, 2],
      [9, 9, 1],
    ])
  })

  test('out of a group that has begun a timed attempt, which another group may begin again, are moved by who reads that', async () => {
    const it = await add()
    const terms = { name: 'Quiz', grouping_id: it._id, time_limit: 30, closes_at: ahead({ days: 2 }) }
    const quiz = await makeAssignment(db, course, terms)
    const [rain, sun] = [await make(arthit, it, ploy, nat), await make(arthit, it, fah)]
    const begin = (by: SignedIn) => by.call(contract.assignments.begin, { params: { ...inCourse(), asgn_id: quiz.id } })
    await begin(ploy)
    const body = { items: [{ person_id: nat.id, group_id: sun._id }] }
    const tried = await arthit.call(move, { params: of(it), query: { dry_run: 'true' }, body })
    expect(tried.begun).toEqual(['Quiz'])
    expect((await put(it, [[nat, rain._id]])).begun, 'nobody leaves it').toEqual([])
    expect((await put(it, [[nat, null]])).begun).toEqual(['Quiz'])
    await begin(fah)
    expect((await put(it, [[ploy, sun._id]])).begun, 'the other one has begun it, too').toEqual([])
    await put(it, [[nat, sun._id]])
    expect((await undoLast()).about, 'an undo that takes somebody out says it, too').toMatchObject({ begun: ['Quiz'] })
    expect((await undoLast()).about, 'and not the undo of that, which puts them back').not.toHaveProperty('begun')
    server.clock.pass({ days: 3 })
    expect((await put(it, [[fah, null]])).begun, 'nobody begins it any more').toEqual([])
    await accommodate(db, course, nat, { extra_days: 2 })
    expect((await put(it, [[ploy, null]])).begun, 'nor who has no more days').toEqual([])
    expect((await put(it, [[nat, null]])).begun, 'but who has more').toEqual(['Quiz'])
    const moon = await make(arthit, it, nat)
    await put(it, [[fah, sun._id]])
    expect((await put(it, [[fah, moon._id]])).begun, 'and who comes to them').toEqual(['Quiz'])
  })

  test('are students of the course, and the group is of the grouping; else nothing changes', async () => {
    const it = await add()
    const rain = await make(arthit, it, ploy)
    const other = await make(arthit, await add(), ploy)
    const stranger = await server.person()
    const refused = async (person: Thing, group_id: string) =>
      (
        await arthit.refused(move, {
          params: of(it),
          body: {
            items: [
              { person_id: nat.id, group_id: rain._id },
              { person_id: person.id, group_id },
            ],
          },
        })
      ).code
    expect([await refused(stranger, rain._id), await refused(mali, rain._id), await refused(fah, other._id)]).toEqual([
      'invalid',
      'invalid',
      'invalid',
    ])
    expect((await groupsOf(ploy))[0]).toEqual(['Rain', ['Ploy']])
  })
})

describe('a group', () => {
  test('is renamed, and removed with its members in none; an undo brings both back', async () => {
    const it = await add()
    const rain = await make(ploy, it, nat)
    const params = { ...of(it), group_id: rain._id }
    const { groups } = await arthit.call(editGroup, { params, body: { name: 'Sun' }, revision: 1 })
    expect(groups.map((g) => [g.name, g.revision])).toEqual([['Sun', 2]])
    expect((await arthit.refused(removeGroup, { params, revision: 1 })).status).toBe(409)
    await arthit.call(removeGroup, { params, revision: 2 })
    expect(await groupsOf(ploy)).toEqual([])
    await undoLast()
    expect(await groupsOf(ploy)).toEqual([['Sun', ['Nat', 'Ploy']]])
  })

  test('that has handed something in stays', async () => {
    const it = await add()
    const work = await makeAssignment(db, course, { grouping_id: it._id })
    const rain = await make(arthit, it, ploy)
    await submit(db, course, work, { id: rain._id })
    const input = { params: { ...of(it), group_id: rain._id }, revision: 1 }
    expect((await arthit.refused(removeGroup, input)).code).toBe('in_use')
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Ploy']]])
  })

  test('that has begun a timed attempt stays, also without members: another group would begin it anew', async () => {
    const it = await add()
    const quiz = await makeAssignment(db, course, { grouping_id: it._id, time_limit: 30 })
    const rain = await make(arthit, it, ploy)
    await make(arthit, it)
    await ploy.call(contract.assignments.begin, { params: { ...inCourse(), asgn_id: quiz.id } })
    const input = { params: { ...of(it), group_id: rain._id }, revision: 1 }
    expect((await arthit.refused(removeGroup, input)).code).toBe('in_use')
    expect((await groupsOf(ploy))[0]).toEqual(['Rain', ['Ploy']])
    await put(it, [[ploy, null]])
    await arthit.call(removeEmpty, { params: of(it) })
    expect((await all(arthit)).flatMap(({ groups }) => groups.map(({ _id }) => _id))).toEqual([rain._id])
  })

  test.each(['at random', 'by name'])('made %s that has begun a timed attempt stays by an undo, too', async (how) => {
    const it = await add()
    const quiz = await makeAssignment(db, course, { grouping_id: it._id, time_limit: 30 })
    if (how === 'at random') await deal(it, { size: 2 })
    else await make(arthit, it, ploy)
    const before = await groupsOf(ploy)
    await ploy.call(contract.assignments.begin, { params: { ...inCourse(), asgn_id: quiz.id } })
    const { params } = await undoing()
    expect(await arthit.refused(changes.undo, { params })).toMatchObject({
      ...{ code: 'conflict', current: [{ table: 'groups', reason: 'in_use', can_stay: false }] },
    })
    expect(await groupsOf(ploy)).toEqual(before)
  })

  test.each(['at random', 'by name', 'from a file', 'by a move'])(
    'made %s leaves what it has typed to each of its members when that is taken back',
    async (how) => {
      const it = await add()
      const work = await makeAssignment(db, course, { grouping_id: it._id })
      const sheet = worksheetOf(ploy, course, work)
      const email = `ploy-${course.id}@example.org`
      await db.updateTable('people').set({ email }).where('id', '=', ploy.id).execute()
      if (how === 'at random') await deal(it, { size: 2 })
      else if (how === 'by name') await make(arthit, it, ploy)
      else if (how === 'by a move') await put(it, [[ploy, (await make(arthit, it, nat))._id]])
      else
        await arthit.raw(
          'POST',
          addressOf(contract.groups.import, of(it)),
          formOf([{ filename: 'groups.csv', bytes: `email,group\n${email},Rain\n` }]),
        )
      await sheet.save({ textbox: { value: 'ours', at: 1, base: '' } })
      await undoLast()
      expect((await groupsOf(ploy)).flatMap(([, names]) => names)).not.toContain('Ploy')
      expect((await sheet.versions()).map(({ fields }) => fields)).toEqual([{ textbox: 'ours' }])
    },
  )

  test.each(['the removal', 'an undo'])('that begins a timed attempt at the moment of %s stays', async (by) => {
    const it = await add()
    const quiz = await makeAssignment(db, course, { grouping_id: it._id, time_limit: 30 })
    const { _id: ownerId } = await make(arthit, it, ploy)
    const { params } = await undoing()
    const start = {
      courseId: course.id,
      assignmentId: quiz.id,
      ownerId,
      attempt: 1,
      by: ploy.id,
      at: server.clock.now(),
    }
    let refused: Promise<{ code?: string }> | undefined
    await db.transaction().execute(async (trx) => {
      await startAttempt(trx, start)
      refused =
        by === 'an undo'
          ? arthit.refused(changes.undo, { params })
          : arthit.refused(removeGroup, { params: { ...of(it), group_id: ownerId }, revision: 1 })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    })
    expect((await refused)?.code).toBe(by === 'an undo' ? 'conflict' : 'in_use')
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Ploy']]])
  })

  test('that is removed at the moment in which a member begins a timed attempt begins none', async () => {
    const it = await add()
    const quiz = await makeAssignment(db, course, { grouping_id: it._id, time_limit: 30 })
    const { _id: id } = await make(arthit, it, ploy)
    let refused: Promise<{ code?: string }> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`delete from group_members where group_id = ${id}`.execute(trx)
      await sql`delete from groups where id = ${id}`.execute(trx)
      refused = ploy.refused(contract.assignments.begin, { params: { ...inCourse(), asgn_id: quiz.id } })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    })
    expect((await refused)?.code).toBe('busy')
    expect((await sql`select from attempt_starts where owner_id = ${id}`.execute(db)).rows).toEqual([])
  })

  test('whose removal comes between the two locks of a member who begins waits for them', async () => {
    const it = await add()
    const { _id: id } = await make(arthit, it, ploy)
    let removed: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`select from group_members where group_id = ${id} for key share`.execute(trx)
      removed = arthit.call(removeGroup, { params: { ...of(it), group_id: id }, revision: 1 })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      await sql`select from groups where id = ${id} for share`.execute(trx)
    })
    await removed
    expect(await groupsOf(ploy)).toEqual([])
  })

  test('whose making is undone while somebody is moved into it waits for nobody in a circle', async () => {
    const it = await add()
    await make(arthit, it, ploy)
    const { _id: id } = await make(arthit, it, nat)
    let moved: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      // As an undo and a removal lock them: the members, then the group.
      await sql`select from group_members where person_id in (${ploy.id}, ${nat.id}) for update`.execute(trx)
      moved = put(it, [[ploy, id]])
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      await sql`select from groups where id = ${id} for update nowait`.execute(trx)
    })
    await moved
    expect(await groupsOf(nat)).toEqual([
      ['Rain', []],
      ['Rain', ['Nat', 'Ploy']],
    ])
  })

  test('without members stays when somebody comes into it at the moment in which staff remove the empty ones', async () => {
    const it = await add()
    const { _id: id } = await make(arthit, it)
    let removed: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await sql`
        insert into group_members (course_id, grouping_id, group_id, person_id)
        values (${course.id}, ${it._id}, ${id}, ${ploy.id})`.execute(trx)
      removed = arthit.call(removeEmpty, { params: of(it) })
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    })
    await removed
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Ploy']]])
  })
})

describe('a grouping that is not published', () => {
  const told = async (person: SignedIn) =>
    (await person.call(contract.notifications.list)).notifications.map((n) => n.message.message)

  test('is nobody’s but the staff’s: students neither read it nor come into its groups, and hear of it once it is out', async () => {
    const it = await add({ publish_at: ahead({ days: 1 }).toISOString() })
    const rain = await make(arthit, it, ploy)
    const refused = { status: 404, code: 'not_found' }
    expect(await all(ploy)).toEqual([])
    expect(await ploy.refused(contract.groups.one, { params: of(it) })).toEqual(refused)
    expect(await nat.refused(create, { params: of(it), body: { name: 'x' } })).toEqual(refused)
    expect(await ploy.refused(leave, { params: { ...of(it), group_id: rain._id } })).toEqual(refused)
    expect(await ploy.refused(accept, { params: { ...of(it), group_id: rain._id } })).toEqual(refused)
    expect([await told(ploy), await told(nat)]).toEqual([[], []])
    server.clock.pass({ days: 1 })
    await publishDueNow(server)
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Ploy']]])
    expect([await told(ploy), await told(nat)]).toEqual([['Teams'], ['Teams']])
  })

  test('is read with the first assignment that is handed in by its groups', async () => {
    const it = await add({ publish_at: null })
    await makeAssignment(db, course, { grouping_id: it._id, publish_at: null })
    expect(await all(ploy)).toEqual([])
    await makeAssignment(db, course, { grouping_id: it._id })
    expect((await all(ploy)).map((g) => g.grouping_name)).toEqual(['Teams'])
  })
})

describe('whoever staff put into another group', () => {
  const told = async (person: SignedIn) =>
    (await person.call(contract.notifications.list)).notifications
      .map((n) => n.message.message)
      .filter((t) => t !== 'Teams')

  test('is told once, and an undo takes the notification along', async () => {
    const it = await add()
    const rain = await make(ploy, it)
    const sun = await make(fah, it)
    await put(it, [
      [nat, sun._id],
      [ploy, sun._id],
      [fah, sun._id],
    ])
    const words = 'Arthit Jaidee added you to the group Rain'
    expect([await told(nat), await told(ploy), await told(fah), await told(mali)]).toEqual([[words], [words], [], []])
    await put(it, [[nat, rain._id]], mali)
    expect(await told(nat)).toEqual(['Mali Jaidee added you to the group Rain'])
    await undoLast()
    expect(await told(nat)).toEqual([words])
    await put(it, [[nat, null]])
    expect(await told(nat)).toEqual([])
  })

  test('at random is told as well', async () => {
    await deal(await add(), { count: 1 })
    expect([await told(nat), await told(ploy)]).toEqual([
      ['Arthit Jaidee added you to the group Team 1'],
      ['Arthit Jaidee added you to the group Team 1'],
    ])
  })
})

describe('groups from a file', () => {
  const send = (it: Grouping, bytes: string | Buffer, query: Record<string, string> = {}, filename = 'groups.csv') =>
    arthit.raw('POST', addressOf(contract.groups.import, of(it), query), formOf([{ filename, bytes }]))
  const plan = async (it: Grouping, bytes: string | Buffer) => {
    const answer = await send(it, bytes, { dry_run: 'true' })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data as GroupImportPlan
  }
  const [ofNat, ofFah] = [() => `nat-${course.id}@example.org`, () => `fah-${course.id}@example.org`]

  test('show what becomes of each row, and then are one change with one undo', async () => {
    const it = await add()
    await make(fah, it)
    const file = [
      'Name,E-mail,Group',
      `Nat,${ofNat().toUpperCase()},Moon`,
      `Fah,${ofFah()},moon`,
      `Again,${ofFah()},Rain`,
      'Nobody,nobody@example.org,Moon',
      'Bad,not an address,Moon',
      `,${ofNat()},`,
      ',,Moon',
    ].join('\n')
    const { rows, absent, digest, columns } = await plan(it, file)
    expect(columns.map(({ kind }) => kind)).toEqual(['', 'email', 'group'])
    expect(rows.map(({ line, fate, problem, from, makes }) => [line, problem ?? fate, from, makes])).toEqual([
      [2, 'new', undefined, true],
      [3, 'changed', 'Rain', true],
      [4, 'email_twice', undefined, undefined],
      [5, 'not_here', undefined, undefined],
      [6, 'email_bad', undefined, undefined],
      [7, 'group_missing', undefined, undefined],
      [8, 'email_missing', undefined, undefined],
    ])
    expect(absent).toBe(1)
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Fah']]])
    expect((await send(it, file, { digest })).statusCode).toBe(200)
    expect(await groupsOf(ploy)).toEqual([
      ['Rain', []],
      ['Moon', ['Fah', 'Nat']],
    ])
    expect((await history())[0]).toMatchObject({ kind: 'groups_imported', about: { title: 'Teams', count: 2 } })
    await undoLast()
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Fah']]])
  })

  test('say how many scores they change, before and after, and write none before', async () => {
    const it = await add()
    const work = await makeAssignment(db, course, { grouping_id: it._id, score: 10 })
    const body = { gradable_name: 'Work', gradable_score: 10, assignment_id: work.id }
    await arthit.call(contract.grading.addColumn, { params: inCourse(), body })
    for (const [person, score] of [
      [nat, 4],
      [fah, 9],
    ] as const) {
      const params = { params: of(it), body: { name: `of ${score}`, members: [person.id] } }
      const { id } = await submit(db, course, work, { id: (await arthit.call(create, params))._id })
      await giveFeedback(db, course, { _id: id }, { score })
    }
    const file = `email,group\n${ofNat()},of 9\n${ofFah()},of 9\n`
    const scoreOfNat = async () => {
      const { rows } = await arthit.call(contract.grading.table, { params: inCourse() })
      return rows.find(({ _id }) => _id === nat.id)?.cells[0]
    }
    const { scores_changed, digest } = await plan(it, file)
    expect([scores_changed, await scoreOfNat()]).toEqual([1, 4])
    const answer = await send(it, file, { digest })
    expect([answer.json().data.scores_changed, await scoreOfNat()]).toEqual([1, 9])
  })

  test('say what their people may begin again, because the group that they leave has begun it', async () => {
    const it = await add()
    const quiz = await makeAssignment(db, course, { name: 'Quiz', grouping_id: it._id, time_limit: 30 })
    await make(arthit, it, nat)
    await nat.call(contract.assignments.begin, { params: { ...inCourse(), asgn_id: quiz.id } })
    expect((await plan(it, `email,group\n${ofFah()},Rain\n${ofNat()},Rain\n`)).begun).toEqual([])
    const file = `email,group\n${ofNat()},Moon\n`
    const { begun, digest } = await plan(it, file)
    expect(begun).toEqual(['Quiz'])
    expect((await send(it, file, { digest })).json().data.begun).toEqual(['Quiz'])
  })

  test('are made once, however many send the file at the same moment', async () => {
    const it = await add()
    const file = `email,group\n${ofNat()},Moon\n${ofFah()},Moon\n`
    const answers = await Promise.all([1, 2, 3].map(() => send(it, file)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await groupsOf(ploy)).toEqual([['Moon', ['Fah', 'Nat']]])
  })

  test('come from a workbook too, and answer 409 with the plan as it is when it is not that which was shown', async () => {
    const it = await add()
    const book = workbook({
      Groups: sheetOf([
        [ofNat(), 'Group 1'],
        [ofFah(), 'Group 1'],
      ]),
    })
    const { digest, rows } = await plan(it, book)
    expect(rows.map(({ fate }) => fate)).toEqual(['new', 'new'])
    await make(nat, it)
    const answer = await send(it, book, { digest })
    expect([answer.statusCode, answer.json().error.current.rows[0].fate]).toEqual([409, 'changed'])
    expect(await groupsOf(ploy)).toEqual([['Rain', ['Nat']]])
  })
})

describe('groups in which nobody is', () => {
  test('are made by staff, and those that have handed nothing in are removed together', async () => {
    const it = await add()
    await make(arthit, it)
    const full = await make(arthit, it, ploy)
    const late = await make(arthit, it, nat)
    await submit(db, course, await makeAssignment(db, course, { grouping_id: it._id }), { id: late._id })
    await put(it, [[nat, null]])
    const { groups } = await arthit.call(contract.groups.removeEmpty, { params: of(it) })
    expect(groups.map(({ _id }) => _id)).toEqual([full._id, late._id])
    await undoLast()
    expect(await groupsOf(ploy)).toHaveLength(3)
  })
})
