import { type QueryFilters, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from '../loading/queryClient.ts'
import { showStudentView } from '../loading/studentView.ts'
import { renew } from './renew.ts'

/* Which queries run again after live events, against a server whose responses come when the test says so. */

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  showStudentView()
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
    /** Another render, which counts the hash of the key again. */
    render: () => observer.setOptions({ queryKey, queryFn }),
    shown: () => observer.getCurrentResult().data,
    asked: () => waiting.length,
    change(filters: QueryFilters = { queryKey: queryKey.slice(0, 1) }) {
      now++
      renew(filters)
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

test('a live event during the first reading of all is not lost with it', async () => {
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

test('a live event renews what is on screen in the student view', async () => {
  const topics = ['courses', 'one', 'discussions']
  const list = onScreen(topics)
  await list.answer()
  showStudentView({ courseId: 'one', personId: 'arthit' })
  list.render()
  await list.answer()
  list.change({ queryKey: topics, exact: true })
  await list.answer()
  expect(list.shown()).toBe(1)
})
