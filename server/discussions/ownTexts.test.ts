import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeTopic, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const calls = contract.discussions
const { notifications, courses } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn
let topic: { _id: string; revision?: number | undefined }

const now = () => server.clock.now().toISOString()
const add = (body: Partial<Parameters<typeof arthit.call<typeof calls.create>>[1]['body']> = {}) =>
  arthit.call(calls.create, {
    params: { course_id: course.id },
    body: { discussion_title: 'Week 1', publish_at: now(), ...body },
  })

/** A course without any activity. */
async function begin() {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, nat, 'student', { section: '2' })
}

beforeEach(async () => {
  await begin()
  topic = await add()
})

/** Makes a topic without a live event that could come late. */
const quietTopic = async (data: { section?: string } = {}) => ({ _id: (await makeTopic(db, course, data)).id })
async function quietPost(by: SignedIn) {
  const _id = newId()
  const said = { course_id: course.id, topic_id: topic._id, id: _id, author_id: by.id, content: 'Hello' }
  await db.insertInto('posts').values(said).execute()
  return { _id }
}
const listen = async (person: SignedIn) => openEvents((await server.listen()) + notifications.stream.path, person.token)

const params = () => ({ course_id: course.id, discussion_id: topic._id })
function say(content: string, by: SignedIn) {
  server.clock.pass({ minutes: 1 })
  return by.call(calls.post, { params: params(), body: { content } })
}
const answer = (post: { _id: string }, content: string, by: SignedIn) =>
  by.call(calls.comment, { params: { ...params(), post_id: post._id }, body: { content } })
const rewrite = (text: { _id: string }, content: string, by: SignedIn) =>
  by.call(calls.editText, { params: { ...params(), text_id: text._id }, body: { content } })
const remove = (text: { _id: string }, by: SignedIn) =>
  by.call(calls.deleteText, { params: { ...params(), text_id: text._id } })
const at = (text: { _id: string }) => ({ params: { ...params(), text_id: text._id } })
const read = async (by: SignedIn) => (await by.call(calls.one, { params: params() })).posts
const versions = async (text: { _id: string }, by = arthit) =>
  (await by.call(calls.versions, at(text))).map(({ content }) => content)
const setTopic = async (body: Parameters<typeof arthit.call<typeof calls.edit>>[1]['body']) => {
  topic = await arthit.call(calls.edit, { params: params(), body, revision: topic.revision as number })
}

describe('a text of one’s own', () => {
  test('is changed, with a mark, and staff alone read what it said before', async () => {
    const post = await say('Hello', ploy)
    const comment = await answer(post, 'Hi', nat)
    server.clock.pass({ minutes: 1 })
    const { edited } = await rewrite(post, 'Hello all', ploy)
    await rewrite(comment, 'Hi you', nat)
    for (const person of [ploy, nat, arthit]) {
      expect(await read(person)).toMatchObject([
        { content: 'Hello all', edited, comments: [{ content: 'Hi you', edited: expect.any(String) }] },
      ])
    }
    expect(await versions(post)).toEqual(['Hello'])
    expect(await versions(comment, mali)).toEqual(['Hi'])
    expect((await ploy.refused(calls.versions, at(post))).status).toBe(403)
    await rewrite(post, 'Hello all', ploy)
    expect(await versions(post)).toEqual(['Hello'])
  })

  test('that nobody answered is gone when it is deleted, but for staff; an edit brings it back', async () => {
    const post = await say('Wrong', ploy)
    await remove(post, ploy)
    expect(await read(ploy)).toEqual([])
    expect(await read(nat)).toEqual([])
    expect(await read(arthit)).toMatchObject([{ content: '', deleted: true, user: { first: 'Ploy' } }])
    expect(await versions(post)).toEqual(['Wrong'])
    const [listed] = await nat.call(calls.list, { params: { course_id: course.id } })
    expect(listed).toMatchObject({ posts: 0, last: null, unseen: false })
    await rewrite(post, 'Right', ploy)
    expect(await read(nat)).toMatchObject([{ content: 'Right' }])
    expect((await read(nat))[0]).not.toHaveProperty('deleted')
  })

  test('that was answered leaves its place, without its words and its author', async () => {
    const post = await say('Wrong', ploy)
    const comment = await answer(post, 'Why?', nat)
    const replied = { params: { ...params(), post_id: post._id, comment_id: comment._id }, body: { content: 'So' } }
    await ploy.call(calls.reply, replied)
    await remove(post, ploy)
    await remove(comment, nat)
    const [theirs] = await read(nat)
    expect(theirs).toMatchObject({ content: '', deleted: true, user: { _id: '' } })
    expect(theirs?.comments).toMatchObject([{ content: '', deleted: true, replies: [{ content: 'So' }] }])
    expect(JSON.stringify(theirs)).not.toMatch(/Wrong|Why/)
    const more = { params: { ...params(), post_id: post._id }, body: { content: 'And?' } }
    expect((await nat.refused(calls.comment, more)).status).toBe(404)
  })

  test('is nobody else’s, not the instructor’s either', async () => {
    const post = await say('Mine', ploy)
    for (const person of [nat, arthit]) {
      const change = { ...at(post), body: { content: 'Theirs' } }
      expect((await person.refused(calls.editText, change)).status).toBe(404)
      expect((await person.refused(calls.deleteText, at(post))).status).toBe(404)
    }
    expect(await read(nat)).toMatchObject([{ content: 'Mine' }])
  })

  test('stays as it is in a locked topic, and when staff hid it', async () => {
    const post = await say('Mine', ploy)
    await arthit.call(calls.hide, { ...at(post), body: { reason: 'Rude' } })
    const change = { ...at(post), body: { content: 'Nice' } }
    expect((await ploy.refused(calls.editText, change)).status).toBe(404)
    await arthit.call(calls.restore, at(post))
    await setTopic({ locked: true })
    expect((await ploy.refused(calls.editText, change)).code).toBe('discussion_locked')
    expect((await ploy.refused(calls.deleteText, at(post))).code).toBe('discussion_locked')
    const own = await say('By staff', arthit)
    await rewrite(own, 'By staff still', arthit)
    expect((await read(nat)).map(({ content }) => content)).toEqual(['By staff still', 'Mine'])
  })

  test('loses what staff endorsed when it says something else, until they endorse that', async () => {
    const post = await say('2 + 2 = 4', ploy)
    await arthit.call(calls.endorse, at(post))
    expect((await read(nat))[0]).toHaveProperty('endorsed')
    // In the same moment.
    await rewrite(post, '2 + 2 = 5', ploy)
    expect((await read(nat))[0]).not.toHaveProperty('endorsed')
    const hidden = await arthit.call(calls.hide, { ...at(post), body: { reason: 'Wrong' } })
    expect(hidden).toMatchObject({ endorsed: null })
    await arthit.call(calls.restore, at(post))
    await mali.call(calls.endorse, at(post))
    expect((await read(nat))[0]).toMatchObject({ endorsed: { user: { first: 'Mali' } } })
  })

  test('is read again by who is looking', async () => {
    await begin()
    topic = await quietTopic()
    const post = await quietPost(ploy)
    const events = await listen(nat)
    await rewrite(post, 'Hello all', ploy)
    expect(await events.next()).toEqual({ event: 'discussion', data: params() })
    await events.close()
  })
})

test('a topic for a section is there for that section and for staff, in every reply, and its news go to them alone', async () => {
  topic = await add({ discussion_title: 'Lab 2', audience: { section: '2' } })
  const titles = async (by: SignedIn) =>
    (await by.call(calls.list, { params: { course_id: course.id } })).map((t) => t.discussion_title)
  const told = async (by: SignedIn) => ({
    activity: (await by.call(courses.activity, { params: { course_id: course.id } })).map((a) => a.title),
    notified: (await by.call(notifications.list)).notifications.map((n) => n.message.message),
  })
  expect(await titles(arthit)).toEqual(['Lab 2', 'Week 1'])
  expect(await titles(nat)).toEqual(['Lab 2', 'Week 1'])
  expect(await titles(ploy)).toEqual(['Week 1'])
  expect((await told(nat)).activity).toContain('Lab 2')
  expect(JSON.stringify(await told(ploy))).not.toContain('Lab 2')
  expect((await ploy.refused(calls.one, { params: params() })).status).toBe(404)
  const text = { params: params(), body: { content: 'Let me in' } }
  expect((await ploy.refused(calls.post, text)).status).toBe(404)
  expect((await ploy.refused(calls.seen, { params: params(), body: { until: now() } })).status).toBe(404)
})

test('what is written in a topic for a section is told to that section and to staff alone', async () => {
  await begin()
  topic = await quietTopic({ section: '2' })
  const [theirs, staffs, others] = [await listen(nat), await listen(mali), await listen(ploy)]
  const post = await say('For us', arthit)
  const written = { event: 'discussion', data: params() }
  expect(await theirs.next()).toEqual(written)
  expect(await staffs.next()).toEqual(written)
  await rewrite(post, 'For all of us', arthit)
  expect(await theirs.next()).toEqual(written)
  await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
  expect(await others.next()).toMatchObject({ event: 'changed' })
  for (const events of [theirs, staffs, others]) await events.close()
})
