import { type Insertable, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { postMost, postsPage } from '../../contract/discussions.ts'
import { contract } from '../../contract/index.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { ago } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  leaveCourse,
  makeCourse,
  makePerson,
  makeTopic as makeTopicIn,
  setPlace,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { list, one, post, comment, reply } = contract.discussions

let course: Thing
let topic: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy', last: 'Srisuk', img: '/ploy.webp', email: 'ploy@example.org' })
  nat = await server.person({ first: 'Nat' })
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  topic = await makeTopic()
})

type Data<T extends 'topics' | 'posts' | 'comments'> = Partial<Insertable<DB[T]>>

async function makeTopic(data: Data<'topics'> = {}, at = course): Promise<Thing> {
  const words = { title: 'Week 1', description: '**What** surprised you?', created_at: ago({ days: 3 }) }
  return makeTopicIn(db, at, { ...words, ...data })
}

async function makePost(data: Data<'posts'> = {}, under = topic, at = course): Promise<Thing> {
  const id = newId()
  const words = { author_id: ploy.id, content: 'A post', created_at: ago({ days: 2 }) }
  await db
    .insertInto('posts')
    .values({ course_id: at.id, topic_id: under.id, id, ...words, ...data })
    .execute()
  return { id }
}

async function makeComment(under: Thing, data: Data<'comments'> = {}): Promise<Thing> {
  const id = newId()
  const ids = { course_id: course.id, topic_id: topic.id, post_id: under.id, id }
  const words = { author_id: nat.id, content: 'A comment', created_at: ago({ days: 1 }) }
  await db
    .insertInto('comments')
    .values({ ...ids, ...words, ...data })
    .execute()
  return { id }
}

const at = {
  course: () => ({ course_id: course.id }),
  topic: () => ({ course_id: course.id, discussion_id: topic.id }),
}
const read = (before?: string) => ploy.call(one, { params: at.topic(), query: { ...(before && { before }) } })
const say = {
  post: (content: string, person = ploy) => person.call(post, { params: at.topic(), body: { content } }),
  comment: (p: { _id: string }, content: string, person = ploy) =>
    person.call(comment, { params: { ...at.topic(), post_id: p._id }, body: { content } }),
  reply: (p: { _id: string }, c: { _id: string }, content: string, person = ploy) =>
    person.call(reply, { params: { ...at.topic(), post_id: p._id, comment_id: c._id }, body: { content } }),
}
const user = () => ({ _id: ploy.id, first: 'Ploy', last: 'Srisuk', img: '/ploy.webp', email: 'ploy@example.org' })
const notFound = { status: 404, code: 'not_found' }
const removed = { _id: '', first: 'Removed', last: 'account', email: '' }

describe('the topics of a course', () => {
  test('are newest first with the number of their posts, without those removed or elsewhere', async () => {
    const newest = await makeTopic({ title: 'Week 2', created_at: ago({ days: 1 }) })
    await makeTopic({ deleted_at: new Date() })
    await makeTopic({}, await makeCourse(db))
    const first = await makePost()
    await makePost()
    await makePost({ deleted_at: new Date() })
    await makeComment(first, { created_at: ago({ hours: 5 }) })
    const about = { discussion_description: '**What** surprised you?' }
    expect(await ploy.call(list, { params: at.course() })).toEqual([
      {
        _id: newest.id,
        discussion_title: 'Week 2',
        ...about,
        discussion_datetime: ago({ days: 1 }).toISOString(),
        posts: 0,
        last: null,
        unseen: false,
      },
      {
        _id: topic.id,
        discussion_title: 'Week 1',
        ...about,
        discussion_datetime: ago({ days: 3 }).toISOString(),
        posts: 2,
        last: {
          user: expect.objectContaining({ _id: nat.id, first: 'Nat' }),
          datetime: ago({ hours: 5 }).toISOString(),
        },
        unseen: true,
      },
    ])
  })
})

describe('a topic', () => {
  test('has its posts newest first, and their comments and replies oldest first', async () => {
    const old = await makePost({ content: 'old', created_at: ago({ hours: 9 }) })
    await makePost({ content: 'new', created_at: ago({ hours: 8 }) })
    const later = await makeComment(old, { content: 'later', created_at: ago({ hours: 2 }) })
    const first = await makeComment(old, { content: 'first', created_at: ago({ hours: 3 }), noreply: true })
    await makeComment(old, { content: 'reply 2', parent_id: later.id, created_at: ago({ minutes: 1 }) })
    await makeComment(old, { content: 'reply 1', parent_id: later.id, created_at: ago({ minutes: 2 }) })
    const { posts, ...about } = await read()
    expect(about).toEqual({
      _id: topic.id,
      discussion_title: 'Week 1',
      discussion_description: '**What** surprised you?',
      discussion_datetime: ago({ days: 3 }).toISOString(),
      more: false,
    })
    expect(
      posts.map((p) => [p.content, p.comments.map((c) => [c.content, c.noreply, c.replies.map((r) => r.content)])]),
    ).toEqual([
      ['new', []],
      [
        'old',
        [
          ['first', true, []],
          ['later', false, ['reply 1', 'reply 2']],
        ],
      ],
    ])
    expect(posts[1]).toMatchObject({ _id: old.id, user: user(), datetime: ago({ hours: 9 }).toISOString() })
    expect(posts[1]?.comments[0]).toMatchObject({ _id: first.id, datetime: ago({ hours: 3 }).toISOString() })
  })

  test('tells of staff the place that they have now, and of students and who has left none', async () => {
    const arthit = await server.person({ first: 'Arthit' })
    const mali = await server.person({ first: 'Mali' })
    await enrol(db, course, arthit, 'instructor')
    await enrol(db, course, mali, 'assistant')
    const posted = await say.post('mine', mali)
    const commented = await say.comment(posted, 'yours', arthit)
    const replied = await say.reply(posted, commented, 'ours', ploy)
    expect([posted.user.role, commented.user.role, replied.user.role]).toEqual(['assistant', 'instructor', undefined])
    const roles = async () => {
      const [first] = (await read()).posts
      const [under] = first?.comments ?? []
      return [first?.user.role, under?.user.role, under?.replies[0]?.user.role]
    }
    expect(await roles()).toEqual(['assistant', 'instructor', undefined])
    await setPlace(db, mali, { role: 'student' })
    await leaveCourse(db, arthit)
    expect(await roles()).toEqual([undefined, undefined, undefined])
  })

  test('leaves out what was removed, with all that hangs on it', async () => {
    const kept = await makePost()
    await makePost({ deleted_at: new Date() })
    const gone = await makeComment(kept, { deleted_at: new Date() })
    await makeComment(kept, { parent_id: gone.id })
    expect((await read()).posts).toMatchObject([{ _id: kept.id, comments: [] }])
  })

  test('keeps what people wrote whose account is removed, without them', async () => {
    const gone = await makePerson(db, { first: 'Gone', removed_at: new Date() })
    const deleted = await makePerson(db)
    const p = await makePost({ author_id: gone.id })
    const c = await makeComment(p, { author_id: null })
    await makeComment(p, { parent_id: c.id, author_id: deleted.id })
    await db.deleteFrom('people').where('id', '=', deleted.id).execute()
    const [shown] = (await read()).posts
    expect(shown?.user).toEqual(removed)
    expect(shown?.comments[0]?.user).toEqual(removed)
    expect(shown?.comments[0]?.replies[0]?.user).toEqual(removed)
  })

  test(`gives ${postsPage} posts, and those before the last one of them, none twice`, async () => {
    const all: string[] = []
    for (let i = 0; i < postsPage + 3; i++) {
      // Pairs at the same moment, so that the page ends between two of them.
      await makePost({ content: String(i), created_at: ago({ minutes: 1000 - Math.floor((i + 1) / 2) }) })
      all.unshift(String(i))
    }
    const { posts: first, more } = await read()
    const { posts: rest, ...last } = await read(first.at(-1)?._id)
    expect([first.length, more, rest.length, last.more]).toEqual([postsPage, true, 3, false])
    expect([...first, ...rest].map((p) => p.content)).toEqual(all)
    expect((await read(newId())).posts).toEqual([])
  })

  test('of long texts comes in smaller answers, with the newest comments of each post, and all its posts are reached', async () => {
    const long = 'ก'.repeat(postMost)
    const all: string[] = []
    for (let i = 0; i < 10; i++) {
      const posted = await makePost({ created_at: ago({ hours: 20 - i }) })
      all.unshift(posted.id)
      const rows = Array.from({ length: 40 }, (_, n) => ({
        course_id: course.id,
        topic_id: topic.id,
        post_id: posted.id,
        id: newId(),
        author_id: nat.id,
        content: `${n} ${long.slice(4)}`,
        created_at: ago({ minutes: 100 - n }),
      }))
      await db.insertInto('comments').values(rows).execute()
    }
    const seen: string[] = []
    for (let before: string | undefined, more = true; more; before = seen.at(-1)) {
      const answer = await read(before)
      more = answer.more
      expect(answer.posts.length).toBeGreaterThan(0)
      expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(5_000_000)
      for (const { _id, comments } of answer.posts) {
        seen.push(_id)
        expect(comments.map(({ content }) => Number.parseInt(content, 10))).toEqual(
          Array.from({ length: comments.length }, (_, i) => 40 - comments.length + i),
        )
        expect(comments.length).toBeGreaterThan(10)
      }
    }
    expect(seen).toEqual(all)
  })

  test('that was removed, is another course’s, or a stranger asks for, is not found', async () => {
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    const ids = [(await makeTopic({ deleted_at: new Date() })).id, (await makeTopic({}, other)).id, newId()]
    for (const discussion_id of ids) {
      const params = { course_id: course.id, discussion_id }
      expect(await ploy.refused(one, { params })).toEqual(notFound)
      expect(await ploy.refused(post, { params, body: { content: 'x' } })).toEqual(notFound)
    }
    const stranger = await server.person()
    expect(await stranger.refused(one, { params: at.topic() })).toEqual(notFound)
    expect(await stranger.refused(post, { params: at.topic(), body: { content: 'x' } })).toEqual(notFound)
  })
})

describe('what a person writes', () => {
  test('is there for everyone, as it was written', async () => {
    const content = 'สวัสดี **bold** $x^2$\n\n<script>alert(1)</script>'
    const p = await say.post(`  ${content}\n`)
    const c = await say.comment(p, 'a comment')
    const r = await say.reply(p, c, 'a reply')
    const datetime = server.clock.now().toISOString()
    expect(p).toEqual({ _id: expect.any(String), content, user: user(), datetime, comments: [] })
    expect(c).toEqual({
      _id: expect.any(String),
      content: 'a comment',
      user: user(),
      datetime,
      noreply: false,
      replies: [],
    })
    expect(r).toEqual({
      _id: expect.any(String),
      content: 'a reply',
      noreply: true,
      replies: [],
      user: user(),
      datetime,
    })
    const { posts } = await nat.call(one, { params: at.topic() })
    expect(posts).toEqual([{ ...p, comments: [{ ...c, replies: [r] }] }])
  })

  test.each(['', '   \n', '\u200b', ' \u200d\u2060\u00ad \ufeff\u00a0', 'x'.repeat(postMost + 1), 'a\u0000b'])(
    'is refused when it is blank, too long or no text (%#)',
    async (content) => {
      const p = await makePost()
      const c = await makeComment(p)
      const params = { ...at.topic(), post_id: p.id, comment_id: c.id }
      for (const call of [post, comment, reply]) {
        expect(await ploy.refused(call, { params, body: { content } })).toEqual({ status: 400, code: 'invalid' })
      }
      expect((await read()).posts).toMatchObject([{ comments: [{ replies: [] }] }])
    },
  )

  test.each(['👩\u200d🚀', 'ก', '.', '\u200bx'])('is taken when something of it can be seen (%#)', async (content) => {
    expect((await say.post(content)).content).toBe(content)
  })

  test('may be as long as it may be', async () => {
    expect((await say.post('ก'.repeat(postMost))).content).toHaveLength(postMost)
  })

  test('is kept once, however often the same request comes', async () => {
    const p = await makePost()
    const c = await makeComment(p)
    const params = { ...at.topic(), post_id: p.id, comment_id: c.id }
    for (const call of [post, comment, reply]) {
      const send = (content: string) =>
        ploy.raw('POST', addressOf(call, params), { payload: { content }, headers: { 'idempotency-key': 'one' } })
      const first = (await send('first')).json()
      server.clock.pass({ seconds: 1 })
      expect((await send('again')).json()).toEqual(first)
      expect(first.data.content).toBe('first')
      const together = await Promise.all(Array.from({ length: 10 }, () => send('at once')))
      expect(new Set(together.map((answer) => answer.body)).size).toBe(1)
    }
    const { posts } = await read()
    expect(posts).toHaveLength(2)
    expect(posts[1]?.comments).toMatchObject([{ _id: c.id, replies: [{ content: 'first' }] }, { content: 'first' }])
  })

  test('is at most sixty texts in a minute', async () => {
    for (let i = 0; i < 60; i++) await say.post(String(i))
    expect(await ploy.refused(post, { params: at.topic(), body: { content: 'x' } })).toEqual({
      status: 429,
      code: 'too_many',
    })
    await say.post('of somebody else', nat)
    server.clock.pass({ minutes: 1 })
    await say.post('later')
  })
})

describe('nobody', () => {
  test('replies to a reply, or to a comment that takes none', async () => {
    const p = await makePost()
    const c = await makeComment(p)
    const r = await makeComment(p, { parent_id: c.id })
    const closed = await makeComment(p, { noreply: true })
    for (const { id } of [r, closed]) {
      const params = { ...at.topic(), post_id: p.id, comment_id: id }
      expect(await ploy.refused(reply, { params, body: { content: 'x' } })).toEqual({
        status: 403,
        code: 'not_allowed',
      })
    }
  })

  test('writes where nothing is: wrong ids, and things of elsewhere, are not found', async () => {
    const p = await makePost()
    const elsewhere = await makePost({}, await makeTopic())
    const gone = await makePost({ deleted_at: new Date() })
    const body = { content: 'x' }
    for (const post_id of [newId(), elsewhere.id, gone.id]) {
      expect(await ploy.refused(comment, { params: { ...at.topic(), post_id }, body })).toEqual(notFound)
    }
    const c = await makeComment(p)
    const other = await makePost()
    const removedComment = await makeComment(p, { deleted_at: new Date() })
    for (const [post_id, comment_id] of [
      [p.id, newId()],
      [p.id, removedComment.id],
      [other.id, c.id],
      [elsewhere.id, c.id],
    ] as const) {
      expect(await ploy.refused(reply, { params: { ...at.topic(), post_id, comment_id }, body })).toEqual(notFound)
    }
  })
})

test('members who are looking hear of it, and nobody else', async () => {
  const origin = await (await server.another()).listen()
  const stranger = await server.person()
  const theirs = await makeCourse(db)
  await enrol(db, theirs, stranger)
  const open = (person: SignedIn) => openEvents(origin + contract.notifications.stream.path, person.token)
  const [hers, his, strangers] = [await open(ploy), await open(nat), await open(stranger)]
  await say.post('Hello')
  const heard = { event: 'discussion', data: { course_id: course.id, discussion_id: topic.id } }
  expect([await hers.next(), await his.next()]).toEqual([heard, heard])
  await server.publish({ kind: 'course_changed', parts: ['work'], course_id: theirs.id })
  expect(await strangers.next()).toMatchObject({ event: 'changed' })
  for (const events of [hers, his, strangers]) await events.close()
})

test('members hear of what was written at an address in capitals', async () => {
  const events = await openEvents((await server.listen()) + contract.notifications.stream.path, nat.token)
  const params = { course_id: course.id.toUpperCase(), discussion_id: topic.id.toUpperCase() }
  await ploy.call(post, { params, body: { content: 'HELLO' } })
  expect(await events.next()).toMatchObject({ data: { course_id: course.id, discussion_id: topic.id } })
  await events.close()
})

test('a topic is read once for all who look at it, until somebody writes in it or has another name', async () => {
  await makePost()
  const many = () => server.statementsOf(() => Promise.all(Array.from({ length: 20 }, () => read())))
  await read()
  expect(await many()).toHaveLength(20)
  const made = await say.post('New')
  expect(await many()).toHaveLength(20 + 1)
  expect((await read()).posts[0]).toMatchObject({ _id: made._id, content: 'New' })
  await say.comment(made, 'And a comment')
  expect((await read()).posts[0]?.comments).toMatchObject([{ content: 'And a comment' }])
  await db.updateTable('people').set({ first: 'Chompoo' }).where('id', '=', ploy.id).execute()
  expect((await read()).posts[0]?.user.first).toBe('Chompoo')
})

test('what a process keeps of a topic is forgotten with its line for live events: another database may count from less', async () => {
  const { _id } = await say.post('as it was')
  await read()
  await db.updateTable('posts').set({ content: 'as it is there' }).where('id', '=', _id).execute()
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'raintree live' and datname = ${server.connection.database}`.execute(db)
  await expect.poll(async () => (await read()).posts[0]?.content).toBe('as it is there')
})

test('the new name of one who has left the course is there a little later', async () => {
  await say.post('Mine', nat)
  await leaveCourse(db, nat)
  await read()
  await db.updateTable('people').set({ first: 'Natthawut' }).where('id', '=', nat.id).execute()
  server.clock.pass({ seconds: 15 })
  expect((await read()).posts[0]?.user.first).toBe('Natthawut')
})

test('reading takes two statements; writing takes the membership, the limit and the text', async () => {
  const p = await makePost()
  const c = await makeComment(p)
  await ploy.call(contract.users.me)
  expect(await server.statementsOf(() => ploy.call(list, { params: at.course() }))).toHaveLength(2)
  expect(await server.statementsOf(() => read())).toHaveLength(2)
  expect(await server.statementsOf(() => say.post('x'))).toHaveLength(3)
  expect(await server.statementsOf(() => say.comment({ _id: p.id }, 'x'))).toHaveLength(3)
  expect(await server.statementsOf(() => say.reply({ _id: p.id }, { _id: c.id }, 'x'))).toHaveLength(4)
})
