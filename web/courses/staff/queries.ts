import { type CourseSettings, courseSettings } from '../../../contract/staff/courses.ts'
import { query } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'

export const settingsOf = (course_id: string) => query(courseSettings.settings, { course_id })

/** Shows the saved settings at once, and reads every screen with the course again. */
export async function showSettings(course_id: string, saved: CourseSettings): Promise<void> {
  queries.setQueryData(settingsOf(course_id).queryKey, saved)
  await queries.invalidateQueries({ queryKey: ['courses', course_id], exact: true })
  void queries.invalidateQueries({ queryKey: ['courses', 'my'] })
}
