import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { assignments as calls } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  enterGroup,
  makeAssignment,
  makeCourse,
  makeGroup,
  makeGrouping,
  setCourse,
  type Thing,
} from '../testing/world.ts'
import { makeQuestion, makeSlot, makeUpload, worksheetOf } from './testing.ts'
import { handInOver } from './timeUp.ts'

/* Attempts with a time limit, by the server's clock. */

const server = await useServer()
const { db, clock } = server

let course: Thing
let quiz: Thing
let item: string
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat] = [await server.person(), await server.person()]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  await timed({ due_at: null })
})

async function timed(data: Parameters<typeof makeAssignment>[2]) {
  quiz = await makeAssignment(db, course, { attempts_allowed: 2, time_limit: 30, ...data })
  item = `item-${(await makeQuestion(db, course, quiz)).id}`
}
const begin = (person: SignedIn) => person.call(calls.begin, { params: { course_id: course.id, asgn_id: quiz.id } })
const typed = (value: string) => ({ [item]: { value, at: clock.now().getTime() } })
const pass = (minutes: number, seconds = 0) => clock.pass({ minutes, seconds })

describe('an attempt with a time limit', () => {
  test('shows its questions from its beginning on, to who began it', async () => {
    const page = worksheetOf(ploy, course, quiz)
    const before = await page.my()
    expect(before.assignment_questionset).toEqual([])
    expect(before.assignment_time_limit).toBe(30)
    expect(before.can).toEqual({ submit: false, reason: 'not_begun' })
    const { started_at, ends_at, attempt } = await begin(ploy)
    expect([Date.parse(ends_at) - Date.parse(started_at), attempt]).toEqual([30 * 60_000, 1])
    const then = await page.my()
    expect(then.assignment_questionset).toHaveLength(1)
    expect(then.timing).toEqual({ started_at, ends_at })
    expect((await worksheetOf(nat, course, quiz).my()).assignment_questionset).toEqual([])
  })

  test('begins once, however often and by whichever device it is begun', async () => {
    const all = await Promise.all([begin(ploy), begin(ploy), begin(ploy)])
    pass(5)
    expect(new Set([...all, await begin(ploy)].map(({ started_at }) => started_at)).size).toBe(1)
  })

  test('is not taken before it is begun, and until shortly after its end', async () => {
    const page = worksheetOf(ploy, course, quiz)
    expect((await page.my()).can.reason).toBe('not_begun')
    await begin(ploy)
    pass(30, 30)
    expect((await page.submit({ [item]: 'x' })).attempt).toBe(1)
    await begin(ploy)
    pass(30, 31)
    expect(await page.refusedSubmit({ [item]: 'x' })).toBe('time_is_up')
  })

  test('is in time where it ends as the work is due and its answers take a moment to arrive', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 0 }) })
    const due_at = new Date(clock.now().getTime() + 10 * 60_000)
    await timed({ due_at, closes_at: due_at })
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    pass(10, 2)
    const receipt = await page.submit({ [item]: 'x' })
    const { my, penalty } = await page.my()
    expect([receipt.late, my?.late, my?.datetime, penalty]).toEqual([false, false, due_at.toISOString(), undefined])
  })

  test('ends when the assignment closes, if that is sooner', async () => {
    await timed({ due_at: null, closes_at: new Date(clock.now().getTime() + 10 * 60_000) })
    const { started_at, ends_at } = await begin(ploy)
    expect(Date.parse(ends_at) - Date.parse(started_at)).toBe(10 * 60_000)
    pass(11)
    expect(await worksheetOf(ploy, course, quiz).refusedSubmit({ [item]: 'x' })).toBe('time_is_up')
    expect(await nat.refused(calls.begin, { params: { course_id: course.id, asgn_id: quiz.id } })).toMatchObject({
      code: 'assignment_closed',
    })
  })
})

test('a client that knows of no time limit begins by handing in, and hands in then', async () => {
  const page = worksheetOf(ploy, course, quiz)
  expect(await page.refusedSubmit({})).toBe('not_begun')
  const [question] = (await page.my()).assignment_questionset
  pass(29)
  expect((await page.submit({ [`item-${question?._id}`]: 'x' })).attempt).toBe(1)
})

test('a client that knows of no time limit, but that it can send safely again, hands in the first attempt', async () => {
  const page = worksheetOf(ploy, course, quiz)
  expect((await page.submitOnce('first try', {})).error.code).toBe('not_begun')
  expect(await page.submitOnce('second try', { [item]: 'x' })).toMatchObject({ data: { attempt: 1 } })
})

describe('what is sent for an attempt that is over begins no further one', () => {
  const key = '1 of this page'
  const standing = async () => {
    const { timing, can, attempts_used } = await worksheetOf(ploy, course, quiz).my()
    return { timing, reason: can.reason, attempts_used }
  }
  const onceUsed = { timing: undefined, reason: 'not_begun', attempts_used: 1 }

  test('when it is sent again', async () => {
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    const first = await page.submitOnce(key, { [item]: 'x' })
    expect(await page.submitOnce(key, { [item]: 'x' })).toEqual(first)
    expect(await standing()).toEqual(onceUsed)
  })

  test('when its time is up, and the draft is handed in', async () => {
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    await page.save(typed('in time'))
    pass(31)
    await handInOver(db, clock.now())
    expect((await page.submitOnce(key, { [item]: 'too late' })).error.code).toBe('not_begun')
    expect(await standing()).toEqual(onceUsed)
  })

  test('when another member of the group was faster', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    await timed({ due_at: null, grouping_id: group.grouping_id })
    await begin(ploy)
    await worksheetOf(nat, course, quiz).submitOnce(key, { [item]: 'ours' })
    expect((await worksheetOf(ploy, course, quiz).submitOnce(key, { [item]: 'ours too' })).error.code).toBe('not_begun')
    expect(await standing()).toEqual(onceUsed)
  })
})

test('what is sent for an attempt that is over does not go into the next one, which was begun elsewhere', async () => {
  const page = worksheetOf(ploy, course, quiz)
  await begin(ploy)
  await page.save(typed('in time'))
  pass(31)
  await handInOver(db, clock.now())
  await begin(ploy)
  expect((await page.submitOnce('1', { [item]: 'of the first' }, { attempt: '1' })).error?.code).toBe('time_is_up')
  expect((await page.my()).attempts_used).toBe(1)
  expect(await page.submitOnce('2', { [item]: 'of the second' }, { attempt: '2' })).toMatchObject({
    data: { attempt: 2 },
  })
})

describe('who is gone at the end', () => {
  test('has what they typed handed in, as of the end, once', async () => {
    const page = worksheetOf(ploy, course, quiz)
    const { ends_at } = await begin(ploy)
    await page.save(typed('my words'))
    pass(40)
    expect((await page.my()).can.reason).toBe('time_is_up')
    await Promise.all([handInOver(db, clock.now()), handInOver(db, clock.now())])
    expect(await handInOver(db, clock.now())).toBe(0)
    const attempts = await page.attempts()
    expect(attempts.map(({ datetime, response, attempt }) => [datetime, response, attempt])).toEqual([
      [ends_at, { [item]: 'my words' }, 1],
    ])
    expect((await page.draft()).fields).toEqual({})
    expect((await page.my()).can.reason).toBe('not_begun')
  })

  test('has used the attempt also when nothing was typed', async () => {
    await begin(ploy)
    pass(31)
    await handInOver(db, clock.now())
    const { my, attempts_used } = await worksheetOf(ploy, course, quiz).my()
    expect([my?.response, attempts_used]).toEqual([{}, 1])
  })

  test('loses nothing that comes later from their device, and gains nothing by it', async () => {
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    await page.save(typed('in time'))
    pass(31)
    await page.save(typed('too late'))
    expect((await page.attempts()).map(({ response }) => response)).toEqual([{ [item]: 'in time' }])
    expect((await page.draft()).fields[item]?.value).toBe('too late')
  })

  test('has handed in what arrived in time, however long the server took to read it', async () => {
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    pass(30, 20)
    const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let saving: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async (trx) => {
      await sql`lock table roster in access exclusive mode`.execute(trx)
      saving = page.save(typed('in time'))
      await expect.poll(async () => (await waits.execute(db)).rows).toHaveLength(1)
      pass(1)
    })
    await saving
    await handInOver(db, clock.now())
    expect((await page.attempts()).map(({ response }) => response)).toEqual([{ [item]: 'in time' }])
  })

  test('loses no words with a file that is gone', async () => {
    const file = `file-${(await makeSlot(db, course, quiz)).id}`
    const { location, id } = await makeUpload(db, nat)
    const page = worksheetOf(ploy, course, quiz)
    await begin(ploy)
    await page.save({ ...typed('my words'), [file]: { value: location, at: 1 } })
    expect(id).toBeDefined()
    pass(31)
    await handInOver(db, clock.now())
    expect((await page.my()).my?.response).toEqual({ [item]: 'my words' })
  })

  test('is handed in for later when that fails at first, and keeps nobody else back', async () => {
    const [hers, his] = [worksheetOf(ploy, course, quiz), worksheetOf(nat, course, quiz)]
    for (const [person, page] of [[ploy, hers] as const, [nat, his] as const]) {
      await begin(person)
      await page.save(typed('in time'))
    }
    pass(31)
    // Somebody is faster each time, or so it looks.
    await sql`
      create function take_none() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger take_none before insert on submissions for each row
        when (new.owner_id = ${sql.lit(ploy.id)}) execute function take_none()`.execute(db)
    await expect(handInOver(db, clock.now())).rejects.toMatchObject({ code: 'busy' })
    await sql`drop function take_none cascade`.execute(db)
    expect((await his.my()).my?.response).toEqual({ [item]: 'in time' })
    expect(await handInOver(db, clock.now())).toBe(1)
    expect((await hers.my()).my?.response).toEqual({ [item]: 'in time' })
  })

  test('is not handed in for while there is time, nor when it was handed in', async () => {
    await begin(ploy)
    await begin(nat)
    await worksheetOf(nat, course, quiz).submit({ [item]: 'done' })
    pass(30, 20)
    expect(await handInOver(db, clock.now())).toBe(0)
    pass(1)
    expect(await handInOver(db, clock.now())).toBe(1)
  })
})

test('late days that went into other work are not there at the end of an attempt', async () => {
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 2 }) })
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000)
  const due = inHours(49)
  const essay = await makeAssignment(db, course, { due_at: inHours(1), has_text: true })
  await timed({ due_at: due })
  const page = worksheetOf(ploy, course, quiz)
  pass(48 * 60 + 45)
  await worksheetOf(ploy, course, essay).submit({ textbox: 'two days late' })
  await begin(ploy)
  await begin(nat)
  await page.save(typed('until it is due'))
  pass(20)
  // Nat has two late days left, and so the whole half hour.
  expect(await handInOver(db, clock.now())).toBe(1)
  expect((await page.attempts()).map(({ datetime }) => datetime)).toEqual([due.toISOString()])
  pass(15)
  expect(await handInOver(db, clock.now())).toBe(1)
})

test('an attempt that was begun late is late, also where other work has taken the last late day since', async () => {
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 1 }) })
  const due_at = new Date(clock.now().getTime() - 3_600_000)
  const essay = await makeAssignment(db, course, { due_at, has_text: true })
  await timed({ due_at })
  const page = worksheetOf(ploy, course, quiz)
  const { started_at } = await begin(ploy)
  pass(5)
  await page.save(typed('late'))
  await worksheetOf(ploy, course, essay).submit({ textbox: 'late, too' })
  expect((await page.my()).timing).toEqual({ started_at, ends_at: started_at })
  expect(await handInOver(db, clock.now())).toBe(1)
  expect((await page.my()).my).toMatchObject({ datetime: started_at, late: true, response: { [item]: 'late' } })
})

test('who has begun as a group stays in it: another group would begin anew, with questions that they know', async () => {
  const { id: grouping_id } = await makeGrouping(db, course)
  await timed({ due_at: ahead({ days: 1 }), grouping_id })
  const { create, leave, one } = contract.groups
  const params = { course_id: course.id, grouping_id }
  const { _id: group_id } = await ploy.call(create, { params, body: { name: 'Rain', members: [nat.id] } })
  await begin(ploy)
  expect((await ploy.refused(leave, { params: { ...params, group_id } })).code).toBe('conflict')
  const { groups } = await ploy.call(one, { params })
  expect(groups[0]?.can.leave).toBe(false)
  await nat.call(leave, { params: { ...params, group_id } })
})

test('who begins for a group that they have yet to accept accepts it, and does not leave the others with less time', async () => {
  const { id: grouping_id } = await makeGrouping(db, course)
  await timed({ due_at: ahead({ days: 1 }), grouping_id })
  const { create, leave } = contract.groups
  const params = { course_id: course.id, grouping_id }
  const { _id: group_id } = await ploy.call(create, { params, body: { name: 'Rain', members: [nat.id] } })
  await begin(nat)
  expect((await nat.refused(leave, { params: { ...params, group_id } })).code).toBe('conflict')
})

test('a group has one time, whoever begins', async () => {
  const group = await makeGroup(db, course, [ploy])
  await enterGroup(db, course, group, nat)
  await timed({ due_at: ahead({ days: 1 }), grouping_id: group.grouping_id })
  const { started_at } = await begin(ploy)
  expect((await worksheetOf(nat, course, quiz).my()).timing?.started_at).toBe(started_at)
  await worksheetOf(nat, course, quiz).save(typed('ours'))
  pass(31)
  await handInOver(db, clock.now())
  for (const person of [ploy, nat])
    expect((await worksheetOf(person, course, quiz).my()).my?.response).toEqual({ [item]: 'ours' })
})
