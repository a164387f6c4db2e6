import { expect, test } from 'vitest'
import type { CourseCard } from '../../contract/courses.ts'
import { coursesToSwitch } from './coursesToSwitch.ts'

const course = (course_id: string, course_name: string, year: string): CourseCard => ({
  course_id,
  course_name,
  course_code: `21${course_id}`,
  course_image: null,
  course_instructors: [],
  course_mooc: false,
  course_academic_year: year,
  course_semester: '1',
})
const mine = [
  course('1', 'Algebra', '2026'),
  course('2', 'Botany', '2026'),
  course('3', 'Chemistry', '2026'),
  course('4', 'Algorithms', '2025'),
]
const idsOf = (courseId: string, search: string) => coursesToSwitch(mine, courseId, search).map((c) => c.course_id)

test('the course that one is in stands before the others of the latest semester', () => {
  expect(idsOf('2', '')).toEqual(['2', '1', '3'])
})

test('from an earlier course the way leads back to those of now', () => {
  expect(idsOf('4', ' ')).toEqual(['4', '1', '2', '3'])
})

test('a search finds the courses of every semester, by name or number, the latest first', () => {
  expect(idsOf('2', 'ALG')).toEqual(['1', '4'])
  expect(idsOf('2', '214')).toEqual(['4'])
  expect(idsOf('2', 'zoology')).toEqual([])
})

test('somebody who is on a course no longer, or on none, is offered what there is', () => {
  expect(idsOf('9', '')).toEqual(['1', '2', '3'])
  expect(coursesToSwitch([], '9', '')).toEqual([])
})
