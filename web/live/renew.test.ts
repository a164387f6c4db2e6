import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../loading/queryClient.ts'
import { renew } from './renew.ts'

/* Which queries run again after live events, against a server whose responses come when the test says so. */

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

/** A query on screen; its server answers how often it has changed. */
function onScreen(queryKey: string[]) {
  let now = 0
  const waiting: (() => void)[] = []
  const queryFn = () => {
    const answer = now
    return new Promise<number>((come) => waiting.push(() => come(answer)))
  }
  const observer = new QueryObserver(queries, { queryKey, queryFn })
  observer.subscribe(() => {})
  return {
    shown: () => observer.getCurrentResult().data,
    asked: () => waiting.length,
    change() {
      now++
      renew({ queryKey: queryKey.slice(0, 1) })
    },
    async answer() {
      for (const come of waiting.splice(0)) come()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
const second = () => vi.advanceTimersByTimeAsync(1_000)

test('what is told while it is read is read once more, after it', async () => {
  const topic = onScreen(['topics', 'one'])
  await topic.answer()
  for (let i = 0; i < 5; i++) topic.change()
  expect(topic.asked()).toBe(1)
  await topic.answer()
  expect(topic.shown()).toBe(1)
  await second()
  expect(topic.asked()).toBe(1)
  await topic.answer()
  expect(topic.shown()).toBe(5)
  await second()
  expect(topic.asked()).toBe(0)
})

test('news during the first reading of all is not lost with it', async () => {
  const topic = onScreen(['topics', 'one'])
  topic.change()
  await topic.answer()
  expect(topic.shown()).toBe(0)
  await second()
  await topic.answer()
  expect(topic.shown()).toBe(1)
})

test('what hangs holds back nothing else of the same course', async () => {
  const slow = onScreen(['course', 'slow'])
  const quick = onScreen(['course', 'quick'])
  for (const one of [slow, quick]) await one.answer()
  quick.change()
  await quick.answer()
  await second()
  quick.change()
  await quick.answer()
  expect(quick.shown()).toBe(2)
  expect(slow.shown()).toBe(0)
})
