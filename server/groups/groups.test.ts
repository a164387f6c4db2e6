import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { worksheetOf } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { addressOf, CallFailed } from '../testing/client.ts'
import { ago } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  leaveCourse,
  makeAssignment,
  makeCourse,
  makeGrouping as makeGroupingIn,
  setPlace,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, one, create, leave } = contract.groups

let course: Thing
let grouping: Thing
let ploy: SignedIn
let nat: SignedIn
let mali: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  grouping = await makeGrouping('Project groups')
  ploy = await server.person({ first: 'Ploy', last: 'Srisuk', email: 'ploy@example.org' })
  nat = await server.person({ first: 'Nat', img: '/nat.webp', email: 'nat@example.org' })
  mali = await server.person({ first: 'mali', email: 'mali@example.org' })
  for (const person of [ploy, nat, mali]) await enrol(db, course, person)
})

const makeGrouping = (name: string, data: { deleted_at?: Date; created_at?: Date } = {}, at = course) =>
  makeGroupingIn(db, at, { name, ...data })

const params = (grouping_id = grouping.id) => ({ course_id: course.id, grouping_id })
const read = async (person = ploy) => (await person.call(one, { params: params() })).groups
const make = (person: SignedIn, name: string, ...members: Thing[]) =>
  person.call(create, { params: params(), body: { name, members: members.map(({ id }) => id) } })
const quit = (person: SignedIn, group: { _id: string }) =>
  person.call(leave, { params: { ...params(), group_id: group._id } })
const notFound = { status: 404, code: 'not_found' }
const groups = async () => (await read()).map((g) => [g.name, g.members.map((m) => m.first)])
const news = async (person: SignedIn) =>
  (await person.call(contract.notifications.list)).notifications.map((n) => n.message)

describe('the groupings of a course', () => {
  test('come with their groups and the groups with their members by name', async () => {
    const later = await makeGrouping('Labs', { created_at: new Date(Date.now() + 1000) })
    await makeGrouping('gone', { deleted_at: new Date() })
    const { _id } = await ploy.call(create, {
      params: params(),
      body: { name: 'Rain', description: 'ฝน', members: [nat.id, mali.id] },
    })
    const person = ({ id }: Thing, first: string, last = 'Jaidee', img?: string) => ({
      _id: id,
      first,
      last,
      ...(img && { img }),
      email: `${first.toLowerCase()}@example.org`,
      accepted: id === ploy.id,
    })
    const rain = {
      _id,
      name: 'Rain',
      description: 'ฝน',
      img: null,
      members: [person(mali, 'mali'), person(nat, 'Nat', 'Jaidee', '/nat.webp'), person(ploy, 'Ploy', 'Srisuk')],
      can: { leave: true, accept: false },
    }
    expect(await ploy.call(list, { params: { course_id: course.id } })).toEqual([
      { _id: grouping.id, grouping_name: 'Project groups', groups: [rain] },
      { _id: later.id, grouping_name: 'Labs', groups: [] },
    ])
    expect(await ploy.call(one, { params: params() })).toEqual({ groups: [rain] })
  })

  test('are read again once something of them changed, and until then what is the person’s own alone', async () => {
    const group = await make(ploy, 'Rain', nat)
    await read()
    expect((await read(nat))[0]?.can).toEqual({ leave: true, accept: true })
    expect((await read(mali))[0]?.can).toEqual({ leave: false, accept: false })
    await quit(nat, group)
    expect(await groups()).toEqual([['Rain', ['Ploy']]])
    expect((await read(nat))[0]?.can).toEqual({ leave: false, accept: true })
  })

  test('tell of a member who is staff by now the place in the course', async () => {
    await make(ploy, 'Rain', nat)
    await setPlace(db, nat, { role: 'assistant' })
    const [rain] = (await ploy.call(one, { params: params() })).groups
    expect(rain?.members.map((m) => [m.first, m.role])).toEqual([
      ['Nat', 'assistant'],
      ['Ploy', undefined],
    ])
  })

  test('that were removed, are another course’s, or a stranger asks for, are not found', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    const ids = [
      (await makeGrouping('gone', { deleted_at: new Date() })).id,
      (await makeGrouping('other', {}, other)).id,
      newId(),
    ]
    for (const id of ids) {
      expect(await ploy.refused(one, { params: params(id) })).toEqual(notFound)
      expect(await ploy.refused(create, { params: params(id), body: { name: 'x' } })).toEqual(notFound)
    }
    const stranger = await server.person()
    expect(await stranger.refused(one, { params: params() })).toEqual(notFound)
    expect(await stranger.refused(create, { params: params(), body: { name: 'x' } })).toEqual(notFound)
  })
})

describe('a new group', () => {
  test('has who made it, and whoever they name, by id alone and once', async () => {
    const members = [nat.id, { _id: nat.id, first: 'Somebody', last: 'Else' }, nat.id.toUpperCase(), ploy.id]
    const answer = await ploy.raw('POST', addressOf(create, params()), { payload: { name: '  Rain ', members } })
    expect(answer.json().data).toMatchObject({ name: 'Rain', description: '', img: null })
    expect(await groups()).toEqual([['Rain', ['Nat', 'Ploy']]])
  })

  test('may be of one', async () => {
    const answer = await ploy.raw('POST', addressOf(create, params()), { payload: { name: 'Alone' } })
    expect(answer.statusCode).toBe(200)
    expect(await groups()).toEqual([['Alone', ['Ploy']]])
  })

  test('is of students of the course only; else nothing of it stays', async () => {
    const [stranger, teacher, assistant] = [await server.person(), await server.person(), await server.person()]
    const gone = await server.person({ removed_at: new Date() })
    await enrol(db, course, gone)
    await enrol(db, course, teacher, 'instructor')
    await enrol(db, course, assistant, 'assistant')
    for (const id of [stranger.id, gone.id, newId(), teacher.id, assistant.id]) {
      const failure = await make(ploy, 'Rain', nat, { id }).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(CallFailed)
      expect(failure).toMatchObject({ status: 400, code: 'invalid', fields: { members: expect.any(String) } })
    }
    expect([await groups(), await news(nat)]).toEqual([[], []])
  })

  test('has nobody who is in another group of the grouping; in another grouping they may be', async () => {
    await make(nat, 'Sun', mali)
    for (const people of [[nat], [mali]]) {
      const body = { name: 'Rain', members: people.map(({ id }) => id) }
      expect(await ploy.refused(create, { params: params(), body })).toEqual({ status: 409, code: 'already_in_group' })
    }
    expect(await nat.refused(create, { params: params(), body: { name: 'Two' } })).toMatchObject({ status: 409 })
    expect(await groups()).toEqual([['Sun', ['mali', 'Nat']]])
    const labs = await makeGrouping('Labs')
    await ploy.call(create, { params: params(labs.id), body: { name: 'Lab', members: [nat.id, mali.id] } })
  })

  test.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'x', description: 'x'.repeat(301) }, 'description'],
    [{ name: 'x', members: ['me'] }, 'members.0'],
    [{ name: 'x', members: [{ id: 1 }] }, 'members.0'],
    [{ name: 'x', members: Array.from({ length: 101 }, newId) }, 'members'],
  ])('of %j is invalid (%#)', async (payload, field) => {
    const answer = await ploy.raw('POST', addressOf(create, params()), { payload })
    expect([answer.statusCode, Object.keys(answer.json().error.fields)]).toEqual([400, [field]])
  })

  test('is made once, however often the same request comes', async () => {
    const send = (name: string) =>
      ploy.raw('POST', addressOf(create, params()), {
        payload: { name, members: [nat.id] },
        headers: { 'idempotency-key': 'one' },
      })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('Rain')))
    expect([...new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`))]).toHaveLength(1)
    expect((await send('Other')).body).toBe(answers[0]?.body)
    expect(await groups()).toEqual([['Rain', ['Nat', 'Ploy']]])
    expect(await news(nat)).toHaveLength(1)
  })

  test('wanted fifty times at one moment by people who want each other is made once', async () => {
    const people = [ploy, nat, mali]
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        make(people[i % 3] as SignedIn, String(i), ...people).then(
          () => 'done',
          (error: CallFailed) => error.code,
        ),
      ),
    )
    expect(outcomes.filter((o) => o === 'done')).toHaveLength(1)
    expect(outcomes.filter((o) => o === 'already_in_group')).toHaveLength(49)
    expect(await read()).toHaveLength(1)
  })

  test('is told to those who were added, there and then, and to nobody else', async () => {
    const origin = await (await server.another()).listen()
    const events = await openEvents(origin + contract.notifications.stream.path, nat.token)
    await make(ploy, 'Rain', nat)
    expect(await events.next()).toEqual({
      event: 'changed',
      data: { courses: [course.id], parts: ['activity', 'work'] },
    })
    await events.close()
    expect(await news(nat)).toMatchObject([
      {
        type: 'assignment',
        message: 'Ploy Srisuk added you to the group Rain',
        link: `/course/${course.id}/group?grouping=${grouping.id}`,
      },
    ])
    expect([await news(ploy), await news(mali)]).toEqual([[], []])
  })

  test('renews the groups on the screens of the others, of whom nobody hears more', async () => {
    const origin = await server.listen()
    const events = await openEvents(origin + contract.notifications.stream.path, mali.token)
    const rain = await make(ploy, 'Rain', nat)
    expect(await events.next()).toEqual({ event: 'groups', data: { course_id: course.id } })
    // A later event also covers the following ones, so the test does not wait for it.
    await quit(nat, rain)
    await make(mali, 'Sun')
    let next = await events.next()
    while (next.event === 'groups') next = await events.next()
    expect(next).toEqual({ event: 'changed', data: { courses: [course.id], parts: ['work', 'activity'] } })
    await events.close()
  })
})

describe('leaving a group', () => {
  test('takes the person out, and tells the others', async () => {
    const rain = await make(ploy, 'Rain', nat)
    expect(await quit(nat, rain)).toEqual({ left: true })
    expect(await groups()).toEqual([['Rain', ['Ploy']]])
    expect(await news(ploy)).toMatchObject([{ type: 'assignment', message: 'Nat Jaidee left the group Rain' }])
    await make(nat, 'Sun')
  })

  test('as the last one takes the group away', async () => {
    const rain = await make(ploy, 'Rain')
    await quit(ploy, rain)
    expect(await read()).toEqual([])
  })

  test('that has handed something in is a conflict, for the last one too; so nobody has its attempts again', async () => {
    const rain = await make(ploy, 'Rain', nat)
    const alone = await make(mali, 'Alone')
    const assignment = await makeAssignment(db, course, { grouping_id: grouping.id, attempts_allowed: 1 })
    for (const [person, group] of [[nat, rain] as const, [mali, alone] as const]) {
      const { submit: handIn, my } = worksheetOf(person, course, assignment)
      const { _id } = await handIn({ textbox: 'x' })
      const refused = await person.refused(leave, { params: { ...params(), group_id: group._id } })
      expect(refused).toEqual({ status: 409, code: 'conflict' })
      expect(await person.refused(create, { params: params(), body: { name: 'Again' } })).toMatchObject({ status: 409 })
      expect((await my()).my?._id).toBe(_id)
    }
    expect(await groups()).toEqual([
      ['Rain', ['Nat', 'Ploy']],
      ['Alone', ['mali']],
    ])
    expect(await news(ploy)).toHaveLength(1)
  })

  test('at the moment of handing in does the one or the other', async () => {
    for (let i = 0; i < 10; i++) {
      const labs = await makeGrouping('Labs')
      const { _id: group_id } = await nat.call(create, { params: params(labs.id), body: { name: 'Lab' } })
      const assignment = await makeAssignment(db, course, { grouping_id: labs.id })
      const worksheet = worksheetOf(nat, course, assignment)
      const code = (error: CallFailed) => error.code
      const outcomes = await Promise.all([
        worksheet.submit({ textbox: 'x' }).then(() => 'in', code),
        nat.call(leave, { params: { ...params(labs.id), group_id } }).then(() => 'out', code),
      ])
      expect(['in conflict', 'no_group out']).toContain(outcomes.join(' '))
    }
  })

  test('is offered to its members until it has handed something in', async () => {
    const rain = await make(ploy, 'Rain', nat)
    await nat.call(contract.groups.accept, { params: { ...params(), group_id: rain._id } })
    const offered = async (person: SignedIn) => (await read(person)).map((g) => g.can.leave)
    expect([rain.can, await offered(nat), await offered(mali)]).toEqual([
      { leave: true, accept: false },
      [true],
      [false],
    ])
    const assignment = await makeAssignment(db, course, { grouping_id: grouping.id })
    await submit(db, course, assignment, { id: rain._id })
    expect([await offered(nat), await offered(mali)]).toEqual([[false], [false]])
  })

  test('that one is not in, or that is not there, is not found', async () => {
    const rain = await make(nat, 'Rain')
    const labs = await makeGrouping('Labs')
    const refused = (grouping_id: string, group_id: string) =>
      ploy.refused(leave, { params: { ...params(grouping_id), group_id } })
    expect(await refused(grouping.id, rain._id)).toEqual(notFound)
    expect(await refused(grouping.id, newId())).toEqual(notFound)
    expect(await nat.refused(leave, { params: { ...params(labs.id), group_id: rain._id } })).toEqual(notFound)
    expect(await groups()).toEqual([['Rain', ['Nat']]])
  })

  test('by all at one moment leaves no group', async () => {
    const rain = await make(ploy, 'Rain', nat, mali)
    await Promise.all([ploy, nat, mali].map((person) => quit(person, rain)))
    expect(await read()).toEqual([])
  })

  test('is also leaving the course', async () => {
    await make(ploy, 'Rain', nat)
    await leaveCourse(db, nat)
    expect(await groups()).toEqual([['Rain', ['Ploy']]])
  })
})

test('groups are in the order in which they were made, and removed accounts are not named', async () => {
  const gone = await server.person({ first: 'Gone' })
  await enrol(db, course, gone)
  server.clock.pass({ minutes: -5 })
  await make(nat, 'first', gone)
  server.clock.reset()
  await make(ploy, 'second')
  await db
    .updateTable('people')
    .set({ removed_at: ago({}) })
    .where('id', '=', gone.id)
    .execute()
  expect(await groups()).toEqual([
    ['first', ['Nat']],
    ['second', ['Ploy']],
  ])
})

test('reading takes two statements once the groups are known', async () => {
  await make(ploy, 'Rain', nat)
  await Promise.all([ploy.call(list, { params: { course_id: course.id } }), read()])
  expect(await server.statementsOf(() => ploy.call(list, { params: { course_id: course.id } }))).toHaveLength(2)
  expect(await server.statementsOf(() => read())).toHaveLength(2)
})
