import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import type { ScheduleItem } from '../../contract/schedules.ts'
import { byDue, hasComment, shownRows, statusOf, weeksOf } from './rules.ts'

const row = (gradable_name: string) => ({
  _id: gradable_name,
  gradable_name,
  score: 1,
  gradable_score: 2,
  class_mean: null,
})
const my = (show: boolean, comment = '') => ({
  datetime: '2026-01-01T00:00:00.000Z',
  late: false,
  feedback: { score: 1, show, comment },
})

test('a row of the final grade is never shown', () => {
  const names = ['Quiz 1', 'Final Grade', ' final  grade ', 'Final examination']
  expect(shownRows(names.map(row)).map((r) => r.gradable_name)).toEqual(['Quiz 1', 'Final examination'])
})

test('an assignment is Assigned, then Submitted, then Graded when its feedback is shown', () => {
  expect(statusOf({ completed: false })).toBe('assigned')
  expect(statusOf({ completed: false, my: my(true) })).toBe('assigned')
  expect(statusOf({ completed: true, my: my(false) })).toBe('submitted')
  expect(statusOf({ completed: true })).toBe('submitted')
  expect(statusOf({ completed: true, my: my(true) })).toBe('graded')
})

test('there is feedback to read only when it is shown and says something', () => {
  expect(hasComment({})).toBe(false)
  expect(hasComment({ my: my(false, 'Well done') })).toBe(false)
  expect(hasComment({ my: my(true, ' \n') })).toBe(false)
  expect(hasComment({ my: my(true, 'Well done') })).toBe(true)
})

test('assignments stand by due date, and those without one last', () => {
  const due = fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }))
  fc.assert(
    fc.property(fc.array(due), (dates) => {
      const all = dates.map((d) => ({ assignment_due: d?.toISOString() ?? null }) as AssignmentSummary)
      const sorted = byDue(all).map((a) => (a.assignment_due ? Date.parse(a.assignment_due) : Number.POSITIVE_INFINITY))
      expect(sorted).toEqual([...sorted].sort((a, b) => (a === b ? 0 : a - b)))
      expect(sorted.length).toBe(all.length)
    }),
  )
})

test('weeks count from the first class, and two classes of one week stand together', () => {
  const at = (schedule_start: string) => ({ _id: schedule_start, schedule_start }) as ScheduleItem
  const weeks = weeksOf([
    at('2026-01-22T02:00:00.000Z'),
    at('2026-01-06T02:00:00.000Z'),
    at('2026-01-08T02:00:00.000Z'),
  ])
  expect(weeks.map(({ week, classes }) => [week, classes.length])).toEqual([
    [1, 2],
    [3, 1],
  ])
  expect(weeksOf([])).toEqual([])
})
