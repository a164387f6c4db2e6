import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CourseSettings } from '../../../contract/staff/courses.ts'
import { queries } from '../../loading/queryClient.ts'
import { settingsOf, showSettings } from './queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

test('a reading of the settings from before a save does not put the old ones back on screen', async () => {
  const { queryKey } = settingsOf('course')
  const of = (course_name: string) => ({ course_name }) as CourseSettings
  const early = Promise.withResolvers<CourseSettings>()
  const queryFn = vi.fn(() => new Promise<CourseSettings>(() => {})).mockReturnValueOnce(early.promise)
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  void showSettings('course', of('New'))
  early.resolve(of('Old'))
  await vi.advanceTimersByTimeAsync(0)
  expect(queries.getQueryData<CourseSettings>(queryKey)).toEqual(of('New'))
})
