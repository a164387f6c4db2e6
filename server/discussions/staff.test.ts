import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { topicsMost } from '../../contract/staff/discussions.ts'
import { newId } from '../ids.ts'
import { ago, ahead, start } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { enrol, makeTopic, setPlace, type Thing } from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer()
const { db } = server
const { list, one, post, comment, reply, editText, seen, create, edit, remove, hide, restore, endorse, unendorse } =
  contract.discussions
const { changes, courses, notifications } = contract

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

const inCourse = () => ({ course_id: course.id })
const of = ({ _id }: { _id: string }) => ({ course_id: course.id, discussion_id: _id })
type Made = { _id: string; revision?: number | undefined }
const add = (body: Partial<Parameters<typeof arthit.call<typeof create>>[1]['body']> = {}, by = arthit) =>
  by.call(create, { params: inCourse(), body: { discussion_title: 'Week 1', ...body } })
const now = () => server.clock.now().toISOString()
const out = (body: Parameters<typeof add>[0] = {}) => add({ publish_at: now(), ...body })
const change = (it: Made, body: Parameters<typeof arthit.call<typeof edit>>[1]['body'], by = arthit) =>
  by.call(edit, { params: of(it), body, revision: it.revision as number })
const history = async (query = {}) => (await arthit.call(changes.list, { params: inCourse(), query })).items
const undoLast = async () => {
  const [last] = await history()
  return arthit.call(changes.undo, { params: { ...inCourse(), change_id: last?._id ?? '' } })
}
const listOf = (person: SignedIn) => person.call(list, { params: inCourse() })
/** A topic, and a post in it, without a live event that may come late. */
const quietly = async (data: { post_first?: boolean } = {}) => ({ _id: (await makeTopic(db, course, data)).id })
async function quietPost(it: Made, person: SignedIn) {
  const _id = newId()
  const said = { course_id: course.id, topic_id: it._id, id: _id, author_id: person.id, content: 'Hello' }
  await db.insertInto('posts').values(said).execute()
  return { _id }
}
const titlesOf = async (person: SignedIn) => (await listOf(person)).map((t) => t.discussion_title)
const read = (it: Made, person: SignedIn) => person.call(one, { params: of(it) })
/** A minute later than anything before. */
function say(it: Made, content: string, person: SignedIn) {
  server.clock.pass({ minutes: 1 })
  return person.call(post, { params: of(it), body: { content } })
}
const answer = (it: Made, { _id: post_id }: { _id: string }, content: string, person: SignedIn) =>
  person.call(comment, { params: { ...of(it), post_id }, body: { content } })
const texts = async (it: Made, person: SignedIn) => (await read(it, person)).posts.map(({ content }) => content)
const at = (it: Made, { _id: text_id }: { _id: string }) => ({ params: { ...of(it), text_id } })
const cover = (it: Made, text: { _id: string }, reason = 'Off topic') =>
  arthit.call(hide, { ...at(it, text), body: { reason } })
const locked = { status: 409, code: 'discussion_locked' }
const notFound = { status: 404, code: 'not_found' }

/** Every reply in which a student might see the topic. */
const seenBy = async (person: SignedIn) => ({
  list: await titlesOf(person),
  activity: (await person.call(courses.activity, { params: inCourse() })).map((a) => a.title),
  notified: (await person.call(notifications.list)).notifications.map((n) => n.message.message),
})
const nothing = { list: [], activity: [], notified: [] }
const all = (title: string) => ({ list: [title], activity: [title], notified: [title] })

describe('a topic that staff make', () => {
  test('is a draft at first, of which a student sees nothing and to which they add nothing', async () => {
    const draft = await add({ discussion_description: 'Why?' })
    expect(draft).toEqual({
      _id: expect.any(String),
      audience: null,
      discussion_title: 'Week 1',
      discussion_description: 'Why?',
      discussion_datetime: start.toISOString(),
      ...{ pinned: false, locked: false, post_first: false, discussion_score: null, publish_at: null, revision: 1 },
    })
    expect(await seenBy(ploy)).toEqual(nothing)
    expect(await ploy.refused(one, { params: of(draft) })).toEqual(notFound)
    expect(await ploy.refused(post, { params: of(draft), body: { content: 'x' } })).toEqual(notFound)
    expect(await ploy.refused(seen, { params: of(draft), body: { until: now() } })).toEqual(notFound)
    expect(await read(draft, mali)).toEqual({ ...draft, posts: [], more: false })
  })

  test('is seen and told of once it is published, with no word of what staff know', async () => {
    await change(await add(), { publish_at: now() })
    expect(await seenBy(ploy)).toEqual(all('Week 1'))
    const [topic] = await listOf(ploy)
    const about = ['_id', 'discussion_title', 'discussion_description', 'discussion_datetime']
    expect(Object.keys(topic ?? {})).toEqual([...about, 'posts', 'last', 'unseen'])
    expect(Object.keys(await read(topic as Made, ploy))).toEqual([...about, 'posts', 'more'])
  })

  test('of a time to come is out from that time on, and not before', async () => {
    await add({ publish_at: ahead({ hours: 1 }).toISOString() })
    expect(await seenBy(ploy)).toEqual(nothing)
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(all('Week 1'))
  })

  test('is first while it is pinned', async () => {
    const first = await out({ discussion_title: 'first' })
    server.clock.pass({ minutes: 1 })
    await out({ discussion_title: 'second' })
    expect(await titlesOf(ploy)).toEqual(['second', 'first'])
    await change(first, { pinned: true })
    expect(await titlesOf(ploy)).toEqual(['first', 'second'])
    expect((await listOf(ploy)).map((t) => t.pinned)).toEqual([true, undefined])
  })

  test('may be graded, with the most points of it', async () => {
    const topic = await out({ discussion_score: 2.5 })
    expect((await read(topic, ploy)).discussion_score).toBe(2.5)
    expect((await change(topic, { discussion_score: null })).discussion_score).toBeNull()
    expect(await read(topic, ploy)).not.toHaveProperty('discussion_score')
    for (const discussion_score of [-1, 0.001, 10_001])
      expect(
        await arthit.refused(create, { params: inCourse(), body: { discussion_title: 'x', discussion_score } }),
      ).toEqual({ status: 400, code: 'invalid' })
  })

  test('is gone for everyone once it is removed, and back with all its posts when that is taken back', async () => {
    const topic = await out()
    await say(topic, 'Hello', ploy)
    await arthit.call(remove, { params: of(topic), revision: 1 })
    expect(await seenBy(nat)).toEqual(nothing)
    expect(await titlesOf(arthit)).toEqual([])
    await undoLast()
    expect(await texts(topic, nat)).toEqual(['Hello'])
  })

  test(`is one of ${topicsMost} at most`, async () => {
    for (let n = 0; n < topicsMost; n++) await makeTopic(db, course, { created_at: ago({ days: n }) })
    expect(await arthit.refused(create, { params: inCourse(), body: { discussion_title: 'x' } })).toEqual({
      status: 429,
      code: 'too_many',
    })
  })

  test('cannot be taken back by an undo of its making once somebody has written in it', async () => {
    const topic = await out()
    await say(topic, 'Hello', ploy)
    const [made] = await history()
    const params = { ...inCourse(), change_id: made?._id ?? '' }
    expect(await arthit.refused(changes.undo, { params })).toMatchObject({ status: 409, code: 'conflict' })
    expect(await texts(topic, nat)).toEqual(['Hello'])
  })
})

describe('a picture in a topic', () => {
  test('is given to readers with an address that opens it, and is not in the way of an undo', async () => {
    const { location } = await upload(arthit, 'a picture', 'map.png')
    const bare = location.split('/').slice(0, 4).join('/')
    const topic = await out({ discussion_description: `![map](${location})` })
    const text = (await read(topic, ploy)).discussion_description
    expect(text).not.toBe(`![map](${bare})`)
    expect((await ploy.raw('GET', text.slice('![map]('.length, -1))).body).toBe('a picture')
    const { description } = await db
      .selectFrom('topics')
      .select('description')
      .where('id', '=', topic._id)
      .executeTakeFirstOrThrow()
    expect(description).toBe(`![map](${bare})`)
    await undoLast()
    expect(await titlesOf(arthit)).toEqual([])
  })
})

describe('two who change one topic', () => {
  test('do not overwrite each other, and what students write in it is in nobody’s way', async () => {
    const it = await out()
    await say(it, 'Hello', ploy)
    const current = await change(it, { discussion_title: 'By Mali' }, mali)
    expect(current.revision).toBe(2)
    const input = { params: of(it), body: { discussion_title: 'By Arthit' }, revision: 1 }
    expect(await arthit.refused(edit, input)).toEqual({ status: 409, code: 'conflict', current })
    expect(await arthit.refused(edit, { params: of(it), body: {} })).toEqual({ status: 428, code: 'revision_needed' })
    expect((await history()).map(({ kind }) => kind)).toEqual(['discussion_edited', 'discussion_created'])
  })

  test('are staff who may author: nobody else', async () => {
    const it = await out()
    const said = await say(it, 'Hello', ploy)
    await setPlace(db, nat, { role: 'student' })
    const refused = { status: 403, code: 'not_allowed' }
    expect(await nat.refused(edit, { params: of(it), body: {}, revision: 1 })).toEqual(refused)
    expect(await nat.refused(hide, { ...at(it, said), body: {} })).toEqual(refused)
    expect(await nat.refused(endorse, at(it, said))).toEqual(refused)
  })
})

describe('a locked topic', () => {
  test('is read by students, who write no more in it; staff do', async () => {
    const it = await out()
    const said = await say(it, 'Hello', ploy)
    const commented = await answer(it, said, 'Yes', nat)
    const shut = await change(it, { locked: true })
    expect((await read(it, nat)).locked).toBe(true)
    expect(await texts(it, nat)).toEqual(['Hello'])
    const body = { content: 'More' }
    expect(await ploy.refused(post, { params: of(it), body })).toEqual(locked)
    expect(await ploy.refused(comment, { params: { ...of(it), post_id: said._id }, body })).toEqual(locked)
    const under = { ...of(it), post_id: said._id, comment_id: commented._id }
    expect(await ploy.refused(reply, { params: under, body })).toEqual(locked)
    await say(it, 'The end', mali)
    await change(shut, { locked: false })
    expect((await say(it, 'More', ploy)).content).toBe('More')
  })

  test('has what was sent before it was locked, when the same request comes again', async () => {
    const it = await out()
    const input = { params: of(it), body: { content: 'Hello' }, key: 'once' }
    const said = await ploy.call(post, input)
    await change(it, { locked: true })
    expect((await ploy.call(post, input))._id).toBe(said._id)
  })
})

describe('a topic in which one posts first', () => {
  test('shows a student neither what others wrote nor how much, until they have posted', async () => {
    const it = await out({ post_first: true })
    const said = await say(it, 'Hello', nat)
    const commented = await answer(it, said, 'Yes', arthit)
    expect(await listOf(ploy)).toMatchObject([
      { posts: 0, last: null, unseen: false, must_post: true, post_first: true },
    ])
    expect(await read(it, ploy)).toMatchObject({ posts: [], more: false, must_post: true })
    const body = { content: 'x' }
    expect(await ploy.refused(comment, { params: { ...of(it), post_id: said._id }, body })).toEqual(notFound)
    const under = { ...of(it), post_id: said._id, comment_id: commented._id }
    expect(await ploy.refused(reply, { params: under, body })).toEqual(notFound)
    expect(await texts(it, mali)).toEqual(['Hello'])

    await say(it, 'Mine', ploy)
    expect(await texts(it, ploy)).toEqual(['Mine', 'Hello'])
    expect(await read(it, ploy)).not.toHaveProperty('must_post')
    expect(await listOf(ploy)).toMatchObject([{ posts: 2, last: { user: { first: 'Ploy' } }, unseen: true }])
    await answer(it, said, 'I agree', ploy)
  })

  test('is told of live to staff and to those who have posted, and to nobody else', async () => {
    const it = await quietly({ post_first: true })
    await quietPost(it, ploy)
    const origin = await server.listen()
    const listen = (person: SignedIn) => openEvents(origin + notifications.stream.path, person.token)
    const [hers, his, theirs] = [await listen(ploy), await listen(nat), await listen(mali)]
    const third = await server.person()
    await enrol(db, course, third)
    await say(it, 'Hello', third)
    const written = { event: 'discussion', data: of(it) }
    expect(await hers.next()).toEqual(written)
    expect(await theirs.next()).toEqual(written)
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await his.next()).toMatchObject({ event: 'changed' })
    for (const events of [hers, his, theirs]) await events.close()
  })
})

describe('a text that staff hide', () => {
  test('is there for staff and for its author with the reason, and for nobody else', async () => {
    const it = await out()
    await say(it, 'Kind', nat)
    const rude = await say(it, 'Rude', ploy)
    expect(await cover(it, rude)).toEqual({ _id: rude._id, hidden: { reason: 'Off topic' }, endorsed: null })
    expect(await texts(it, nat)).toEqual(['Kind'])
    for (const person of [ploy, mali]) {
      const [first] = (await read(it, person)).posts
      expect(first).toMatchObject({ content: 'Rude', hidden: { reason: 'Off topic' }, user: { first: 'Ploy' } })
    }
    expect(await listOf(nat)).toMatchObject([{ posts: 1, last: { user: { first: 'Nat' } }, unseen: false }])
    const body = { content: 'x' }
    expect(await nat.refused(comment, { params: { ...of(it), post_id: rude._id }, body })).toEqual(notFound)
    await arthit.call(restore, at(it, rude))
    expect(await texts(it, nat)).toEqual(['Rude', 'Kind'])
  })

  test('leaves a quiet place where others answered it', async () => {
    const it = await out()
    const rude = await say(it, 'Rude', ploy)
    const said = await answer(it, rude, 'Please', nat)
    const silent = await answer(it, rude, 'Silent', ploy)
    await nat.call(reply, { params: { ...of(it), post_id: rude._id, comment_id: said._id }, body: { content: 'Stop' } })
    for (const text of [rude, said, silent]) await cover(it, text)
    const veiled = { content: '', hidden: { reason: null }, user: { _id: '', first: 'Removed' } }
    const third = await server.person()
    await enrol(db, course, third)
    const { posts } = await read(it, third)
    expect(posts).toMatchObject([{ ...veiled, comments: [{ ...veiled, replies: [{ content: 'Stop' }] }] }])
    expect(posts[0]?.comments).toHaveLength(1)
    expect((await read(it, nat)).posts[0]?.comments).toMatchObject([{ content: 'Please' }])
  })

  test('comes back with an undo, and its topic’s history has both', async () => {
    const it = await out()
    const said = await say(it, 'Hello', ploy)
    await cover(it, said)
    await undoLast()
    expect(await texts(it, nat)).toEqual(['Hello'])
    const lines = await history({ of: it._id })
    expect(lines.map(({ kind }) => kind)).toEqual(['text_hidden', 'text_hidden', 'discussion_created'])
    expect(lines[0]).toMatchObject({ about: { title: 'Week 1' }, undoes: lines[1]?._id })
  })

  test('changes at once on the screens of those who may read it', async () => {
    const it = await quietly()
    const said = await quietPost(it, ploy)
    const events = await openEvents((await server.listen()) + notifications.stream.path, nat.token)
    await cover(it, said)
    expect(await events.next()).toEqual({ event: 'discussion', data: of(it) })
    await undoLast()
    expect(await events.next()).toEqual({ event: 'discussion', data: of(it) })
    await events.close()
  })

  test('is of that topic, or not found', async () => {
    const [it, other] = [await out(), await out()]
    const said = await say(it, 'Hello', ploy)
    expect(await arthit.refused(hide, { ...at(other, said), body: {} })).toEqual(notFound)
    expect(await arthit.refused(endorse, at(other, said))).toEqual(notFound)
  })
})

describe('a text that staff endorse', () => {
  test('says to everyone who stands by it, until that is taken back', async () => {
    const it = await out()
    const said = await say(it, 'How?', ploy)
    const good = await answer(it, said, 'So', nat)
    await mali.call(endorse, at(it, good))
    const endorsed = { user: { _id: mali.id, first: 'Mali', role: 'assistant' }, datetime: now() }
    expect((await read(it, ploy)).posts[0]?.comments).toMatchObject([{ content: 'So', endorsed }])
    expect(await arthit.call(endorse, at(it, good))).toMatchObject({ endorsed })
    await arthit.call(unendorse, at(it, good))
    expect((await read(it, ploy)).posts[0]?.comments[0]).not.toHaveProperty('endorsed')
    await undoLast()
    expect((await read(it, ploy)).posts[0]?.comments).toMatchObject([{ endorsed }])
  })

  test('is what they saw: one that its author changed meanwhile is a conflict, until they have seen that', async () => {
    const it = await out()
    const said = await say(it, 'How?', ploy)
    const good = await answer(it, said, 'So', nat)
    for (const text of [said, good]) {
      const author = text === said ? ploy : nat
      const change = async (content: string) => {
        server.clock.pass({ minutes: 1 })
        return author.call(editText, { ...at(it, text), body: { content } })
      }
      const give = (edited: string) => ({ ...at(it, text), query: { edited } })
      const conflict = { status: 409, code: 'conflict', current: { _id: text._id, endorsed: null } }
      const first = await change('Not so')
      expect(await mali.refused(endorse, give(''))).toMatchObject(conflict)
      const second = await change('Never so')
      expect(await mali.refused(endorse, give(first.edited))).toMatchObject(conflict)
      expect(await mali.call(endorse, give(second.edited))).toMatchObject({ endorsed: { user: { _id: mali.id } } })
    }
    const other = await answer(it, said, 'Then so', nat)
    expect(await mali.call(endorse, { ...at(it, other), query: { edited: '' } })).toHaveProperty('endorsed.user')
  })
})

test('as a student, staff are answered with the same bytes', async () => {
  const open = await out({ discussion_score: 5 })
  await cover(open, await say(open, 'Hidden', nat))
  await change(open, { locked: true })
  const first = await out({ post_first: true })
  await add()
  await say(first, 'Hello', nat)
  const plain = await server.person()
  await enrol(db, course, plain)
  for (const path of ['', `/${open._id}`, `/${first._id}`]) {
    const bytesFor = async (person: SignedIn, query = '') =>
      (await person.raw('GET', `/api/courses/${course.id}/discussions${path}${query}`)).body
    expect(await bytesFor(arthit, '?as=student'), path).toBe(await bytesFor(plain))
  }
})
