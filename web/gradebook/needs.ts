import type { Course } from '../../contract/courses.ts'
import { myAssignments } from '../assignments/queries.ts'
import { courseOf } from '../courses/queries.ts'
import type { AnyQuery, Params } from '../loading/prefetch.ts'
import { queries } from '../loading/queryClient.ts'
import { staffCode } from '../loading/StaffPart.tsx'
import { mySchedules } from '../schedules/queries.ts'
import { gradebookOf } from './queries.ts'
import { gradesOf } from './staffQueries.ts'

export const classGrade = staffCode('ClassGrade', () => import('./ClassGrade.tsx'))

/**
 * In a course that the person is known to grade, the table starts before its code has loaded, and first in the queue: a
 * browser sends six requests to a server at a time.
 */
const ofGraders = (course_id: string): AnyQuery[] =>
  queries.getQueryData<Course>(courseOf(course_id).queryKey)?.can.grade ? [gradesOf(course_id), classGrade] : []

export const gradeNeeds = ({ course_id = '' }: Params): AnyQuery[] => [
  ...ofGraders(course_id),
  gradebookOf(course_id),
  mySchedules(course_id),
  myAssignments(course_id),
]
