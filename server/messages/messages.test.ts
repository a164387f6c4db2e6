import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { one, list, send } = contract.messages
const { changes, notifications } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, nat)
})

const inCourse = () => ({ params: { course_id: course.id } })
const write = (people: 'all' | SignedIn[], title = 'See me', by = arthit) => {
  const body = { people: people === 'all' ? people : people.map(({ id }) => id), title, content: 'On **Monday**.' }
  return by.call(send, { ...inCourse(), body })
}
const told = async (person: SignedIn) => (await person.call(notifications.list)).notifications.map((n) => n.message)
const read = (person: SignedIn, message_id: string) =>
  person.call(one, { params: { course_id: course.id, message_id } })
const undo = async () => {
  const { items } = await arthit.call(changes.list, inCourse())
  await arthit.call(changes.undo, { params: { course_id: course.id, change_id: items[0]?._id ?? '' } })
}

test('a message to one is theirs alone: a notification that opens it', async () => {
  const { _id, count, people } = await write([ploy])
  expect([count, people.map(({ first }) => first)]).toEqual([1, ['Ploy']])
  expect(await told(ploy)).toMatchObject([
    { type: 'announcement', kind: 'message_sent', message: 'See me', link: `/course/${course.id}/message/${_id}` },
  ])
  expect(Object.keys(await read(ploy, _id)).sort()).toEqual(['_id', 'author', 'content', 'sent_at', 'title'])
  expect(await read(ploy, _id)).toMatchObject({ content: 'On **Monday**.', author: { first: 'Arthit' } })
  expect([await told(nat), await told(mali), await told(arthit)]).toEqual([[], [], []])
  const params = { course_id: course.id, message_id: _id }
  expect((await nat.refused(one, { params })).status).toBe(404)
  expect(await read(mali, _id)).toMatchObject({ title: 'See me' })
})

test('a message that comes again when one of its people has left gets the first answer', async () => {
  const ids = [ploy.id, nat.id]
  const again = { ...inCourse(), body: { people: ids, title: 'See me' }, key: 'a press' }
  const sent = await arthit.call(send, again)
  await arthit.call(contract.roster.remove, { params: { course_id: course.id, person_id: nat.id }, revision: 1 })
  expect(await arthit.call(send, again)).toEqual(sent)
  expect((await arthit.refused(send, { ...again, key: 'another' })).code).toBe('invalid')
})

test('a message to all is one for everyone, and staff see what was sent', async () => {
  await write('all', 'No class')
  await write([ploy, nat], 'Both of you', mali)
  expect((await told(ploy)).map((m) => m.message).sort()).toEqual(['Both of you', 'No class'])
  expect((await told(mali)).map((m) => m.message)).toEqual(['No class'])
  const { items } = await arthit.call(list, inCourse())
  expect(items.map(({ title, count }) => [title, count]).sort()).toEqual([
    ['Both of you', 2],
    ['No class', null],
  ])
  expect((await ploy.refused(list, inCourse())).status).toBe(403)
  expect((await ploy.refused(send, { ...inCourse(), body: { people: 'all', title: 'Hi' } })).status).toBe(403)
})

test('a message to one renews what other staff see of the messages that were sent', async () => {
  const events = await openEventsFromNow((await server.listen()) + notifications.stream.path, mali)
  await write([ploy])
  expect(await events.next()).toMatchObject({ event: 'changed', data: { courses: [course.id], parts: ['activity'] } })
  await events.close()
})

test('one that is taken back is nowhere any more, and comes once more when that is taken back', async () => {
  const { _id } = await write([ploy])
  await undo()
  expect(await told(ploy)).toEqual([])
  expect((await ploy.refused(one, { params: { course_id: course.id, message_id: _id } })).status).toBe(404)
  await undo()
  expect(await told(ploy)).toHaveLength(1)
})

test('goes to nobody who is not on the course', async () => {
  const stranger = await server.person()
  await expect(write([ploy, stranger])).rejects.toMatchObject({
    code: 'invalid',
    fields: { people: expect.any(String) },
  })
  expect(await told(ploy)).toEqual([])
})
