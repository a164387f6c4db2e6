import { expect, test } from 'vitest'
import { previousSemester, semesterOf } from './semester.ts'

test.each([
  [1, { year: 2025, semester: 2 }],
  [6, { year: 2025, semester: 2 }],
  [7, { year: 2025, semester: 3 }],
  [8, { year: 2025, semester: 3 }],
  [9, { year: 2026, semester: 1 }],
  [12, { year: 2026, semester: 1 }],
])('month %i of 2026 is in %o', (month, semester) => {
  expect(semesterOf(new Date(2026, month - 1, 1))).toEqual(semester)
  expect(semesterOf(new Date(2026, month, 0, 23, 59, 59))).toEqual(semester)
})

test('semesters go back through the year before', () => {
  const third = previousSemester({ year: 2026, semester: 1 })
  expect(third).toEqual({ year: 2025, semester: 3 })
  const second = previousSemester(third)
  expect(second).toEqual({ year: 2025, semester: 2 })
  expect(previousSemester(second)).toEqual({ year: 2025, semester: 1 })
})
