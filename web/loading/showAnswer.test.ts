import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queries } from './queryClient.ts'
import { showAnswer } from './showAnswer.ts'

/* Scores by name, on a server whose answers come when the test says so. */

type Scores = Record<string, number>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

function onScreen() {
  const queryKey = ['scores']
  const waiting: PromiseWithResolvers<Scores>[] = []
  const queryFn = () => {
    const answer = Promise.withResolvers<Scores>()
    waiting.push(answer)
    return answer.promise
  }
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  return {
    shown: () => queries.getQueryData<Scores>(queryKey),
    asked: () => waiting.length,
    read: () => void queries.invalidateQueries({ queryKey }),
    save: (score: Scores) => showAnswer<Scores>(queryKey, (now) => now && { ...now, ...score }),
    async answer(scores: Scores) {
      waiting.shift()?.resolve(scores)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('while one person saves steadily, what others saved comes all the same', async () => {
  const table = onScreen()
  await table.answer({})
  table.read()
  for (const a of [1, 2, 3]) table.save({ a })
  expect(table.asked()).toBe(1)
  await table.answer({ a: 1, b: 9 })
  expect(table.shown()).toEqual({ a: 3, b: 9 })
  // It may still be older than the last save, so it is read once more, and that reading is taken as it is.
  expect(table.asked()).toBe(1)
  await table.answer({ a: 4, b: 9 })
  expect(table.shown()).toEqual({ a: 4, b: 9 })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(table.asked()).toBe(0)
})
