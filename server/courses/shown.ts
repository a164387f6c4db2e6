import type { CourseView } from '../cache.ts'
import { imageOf, type Sign } from './picture.ts'
import type { CourseDetailRow, CourseRow } from './queries.ts'

/* Turns rows into what the contract shows. */

/** Fields that only some courses have. */
const besides = (c: { cover: string | null; archived: boolean }) => ({
  ...(c.cover && { course_cover: c.cover }),
  ...(c.archived && { course_archived: true as const }),
})

export const shownCard = (c: CourseRow, sign: Sign) => ({
  course_id: c.course_id,
  course_name: c.name,
  course_code: c.code,
  course_image: imageOf(c, sign),
  course_instructors: c.instructors,
  course_mooc: c.mooc,
  course_academic_year: String(c.academic_year),
  course_semester: String(c.semester),
  ...besides(c),
})

export const shownCourse = (c: CourseDetailRow, sign: Sign, audience: CourseView['audience']) => ({
  course_id: c.id,
  course_name_short: c.name_short,
  course_name: c.name,
  course_code: c.code,
  course_image: imageOf(c, sign),
  course_objective: c.objectives,
  course_instructors: c.instructors,
  course_contact: { facebook: c.contact_facebook, team: c.contact_team, echo: c.contact_echo },
  course_roster: c.roster,
  ...besides(c),
  ...(c.tabs && { course_tabs: c.tabs }),
  ...(audience === 'staff' && { zone: c.zone }),
})
