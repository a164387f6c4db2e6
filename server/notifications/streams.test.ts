import { afterEach, expect, test } from 'vitest'
import { createLive, type Live, type LiveEvent } from '../live.ts'
import { useDatabase } from '../testing/database.ts'
import { changed, createStreams, type Stream } from './streams.ts'

const { db, connection } = await useDatabase()
const opened: Live[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
})

async function listen() {
  const live = await createLive({ connection, db, onError: () => {} })
  opened.push(live)
  return { live, streams: createStreams(live) }
}

type Reader = Stream & { heard: string[] }

/** The events of several readers, each in their own list. */
function readers(many: number): Reader[] {
  return Array.from({ length: many }, () => {
    const heard: string[] = []
    return { heard, write: (event) => void heard.push(event), end: () => void heard.push('end'), refresh() {} }
  })
}

const inWork = { parts: ['work'] as const }
const inCourse = (course_id: string): LiveEvent => ({ kind: 'course_changed', course_id, ...inWork })

test('a large course is told a few at a time, and once for all that happens before they are told', async () => {
  const { live, streams } = await listen()
  const all = readers(200)
  for (const one of all) streams.follow(one, ['large'])
  // PostgreSQL itself sends equal notifications of one transaction once.
  live.tell(...Array.from({ length: 20 }, (_, n) => ({ ...inCourse('large'), n })))
  await expect.poll(() => all.filter(({ heard }) => heard.length === 0)).toEqual([])
  const last = Promise.withResolvers<void>()
  streams.follow({ write: () => last.resolve(), end() {}, refresh() {} }, ['last'])
  live.tell(inCourse('last'))
  await last.promise
  // The first slice had its event before the second one came, so it gets another; the others get one for both.
  const times = all.map(({ heard }) => heard.length)
  expect([times.filter((n) => n === 2).length, times.filter((n) => n === 1).length]).toEqual([50, 150])
  expect(new Set(all.flatMap(({ heard }) => heard))).toEqual(new Set([changed(['large'], inWork)]))
})

test('a small course does not wait until a large one has been told', async () => {
  const { live, streams } = await listen()
  const all = readers(2_000)
  for (const one of all) streams.follow(one, ['large'])
  const reached = Promise.withResolvers<number>()
  streams.follow(
    { write: () => reached.resolve(all.filter(({ heard }) => heard.length > 0).length), end() {}, refresh() {} },
    ['small'],
  )
  live.tell(inCourse('large'), inCourse('small'))
  expect(await reached.promise).toBeLessThan(all.length)
  await expect.poll(() => all.filter(({ heard }) => heard.length !== 1)).toEqual([])
})

test('who is still to be told hears of it although their courses are others now, and who has left does not', async () => {
  const { live, streams } = await listen()
  const all = readers(200)
  const [joins, leaves] = all.slice(-2) as [Reader, Reader]
  const first: Stream = {
    write() {
      streams.follow(joins, ['large', 'other'])
      streams.leave(leaves)
    },
    end() {},
    refresh() {},
  }
  const last = Promise.withResolvers<void>()
  for (const one of [first, ...all, { ...first, write: () => last.resolve() }]) streams.follow(one, ['large'])
  live.tell(inCourse('large'))
  await last.promise
  expect([joins.heard, leaves.heard]).toEqual([[changed(['large'], inWork)], []])
})

test('what is closed opens no more', async () => {
  const { streams } = await listen()
  streams.close()
  const [late] = readers(1)
  if (late) streams.follow(late, ['course'])
  expect([late?.heard, streams.size]).toEqual([['end'], 0])
})

test('who leaves is told nothing more, and nothing of them is kept', async () => {
  const { live, streams } = await listen()
  const [ploy, nat] = readers(2) as [Reader, Reader]
  for (const one of [ploy, nat]) streams.follow(one, ['course', 'person'])
  streams.follow(ploy, ['other', 'person'])
  streams.leave(nat)
  expect([streams.size, streams.countOf('course'), streams.countOf('person')]).toEqual([1, 0, 1])
  live.tell(inCourse('course'), inCourse('other'))
  await expect.poll(() => ploy.heard).toEqual([changed(['other'], inWork)])
  expect(nat.heard).toEqual([])
  streams.close()
  expect([ploy.heard.at(-1), nat.heard]).toEqual(['end', []])
})
