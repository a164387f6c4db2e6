import { about } from './about.ts'
import { assignments } from './assignments.ts'
import { contents } from './contents.ts'
import { course, roles } from './course.ts'
import { discussions } from './discussions.ts'
import { feedback } from './feedback.ts'
import { gradebook } from './gradebook.ts'
import { groups } from './groups.ts'
import { join } from './join.ts'
import { meetings } from './meetings.ts'
import { palette } from './palette.ts'
import { staff } from './staff.ts'

/** Words inside a course, and of joining one; they load with the first such screen. */
export const inside = {
  about,
  assignments,
  contents,
  course,
  discussions,
  feedback,
  gradebook,
  groups,
  join,
  meetings,
  palette,
  roles,
  staff,
}
