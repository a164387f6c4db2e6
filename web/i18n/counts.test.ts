import { expect, test } from 'vitest'
import { attendance } from './en/authoring/attendance.ts'
import { grades } from './en/authoring/grades.ts'

test('a class of one is “1 student”, in the gradebook and where attendance is taken', () => {
  for (const { count } of [grades, attendance]) {
    expect(count(1, 1)).toBe('1 student')
    expect(count(2, 2)).toBe('2 students')
    expect(count(0, 1)).toBe('0 of 1 student')
    expect(count(1, 2)).toBe('1 of 2 students')
  }
})
