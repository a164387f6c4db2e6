import { afterEach, expect, test } from 'vitest'
import { discussions } from '../../contract/discussions.ts'
import { keyOf } from './call.ts'
import { queries } from './queryClient.ts'
import { showStudentView } from './studentView.ts'

afterEach(() => {
  showStudentView()
  queries.clear()
})

const key = ['courses', 'one', 'discussions']
const view = { courseId: 'one', personId: 'arthit' }

test('the student view of a course has answers of its own, also under a key that a person wrote by hand', () => {
  queries.setQueryData(key, 'for staff')
  showStudentView(view)
  expect(queries.getQueryData(key)).toBeUndefined()
  queries.setQueryData(keyOf(discussions.list, { course_id: 'one' }), 'for students')
  expect(queries.getQueryData(key)).toBe('for students')
  showStudentView()
  expect(queries.getQueryData(key)).toBe('for staff')
})

test('an exact key finds the answer of the view that is shown, and a course the answers of both', () => {
  queries.setQueryData(key, 'for staff')
  showStudentView(view)
  queries.setQueryData(key, 'for students')
  queries.setQueryData(['courses', 'other', 'discussions'], 'elsewhere')
  const found = (exact: boolean) =>
    queries.getQueriesData({ queryKey: exact ? key : key.slice(0, 2), exact }).map(([, data]) => data)
  expect(found(true)).toEqual(['for students'])
  expect(found(false)).toEqual(['for staff', 'for students'])
})

test('another course has the same answers in the student view of one', () => {
  const elsewhere = ['courses', 'other', 'discussions']
  queries.setQueryData(elsewhere, 'for staff')
  showStudentView(view)
  expect(queries.getQueryData(elsewhere)).toBe('for staff')
})
