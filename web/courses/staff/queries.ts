import { type CourseSettings, courseSettings } from '../../../contract/staff/courses.ts'
import { query } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'

export const settingsOf = (course_id: string) => query(courseSettings.settings, { course_id })

/** Shows the saved settings at once, and reads every screen with the course again. */
export async function showSettings(course_id: string, saved: CourseSettings): Promise<void> {
  const { queryKey } = settingsOf(course_id)
  queries.setQueryData(queryKey, saved)
  // A reading that is under way may be from before the save: this one takes its place.
  void queries.invalidateQueries({ queryKey, exact: true })
  await queries.invalidateQueries({ queryKey: ['courses', course_id], exact: true })
  void queries.invalidateQueries({ queryKey: ['courses', 'my'] })
}
