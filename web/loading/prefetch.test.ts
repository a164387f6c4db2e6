import { afterEach, expect, test } from 'vitest'
import { codeKey, prefetchCode, registerRoutes } from './prefetch.ts'
import { queries } from './queryClient.ts'

afterEach(() => queries.clear())

test('in idle time a tab of a course gets its code and the part of it for staff, and none of its answers', async () => {
  const asked: string[] = []
  const ask = (name: string) => async () => {
    asked.push(name)
    return { default: () => null }
  }
  const needs = () => [
    { queryKey: ['courses', 'one', 'grades'], queryFn: ask('table') },
    { queryKey: codeKey('ClassGrade'), queryFn: ask('part') },
  ]
  registerRoutes([{ path: 'grade', handle: { load: ask('screen'), needs } }], async () => {})
  prefetchCode(['/grade'])
  await expect.poll(() => asked).toEqual(['screen', 'part'])
})
