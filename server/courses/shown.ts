import type { CourseDetailRow, CourseRow } from './queries.ts'

/* Rows as the contract shows them. */

export const shownCard = (c: CourseRow) => ({
  course_id: c.id,
  course_name: c.name,
  course_code: c.code,
  course_image: c.img,
  course_instructors: c.instructors,
  course_mooc: c.mooc,
  course_academic_year: String(c.academic_year),
  course_semester: String(c.semester),
})

export const shownCourse = (c: CourseDetailRow) => ({
  course_id: c.id,
  course_name_short: c.name_short,
  course_name: c.name,
  course_code: c.code,
  course_image: c.img,
  course_objective: c.objectives,
  course_instructors: c.instructors,
  course_contact: { facebook: c.contact_facebook, team: c.contact_team, echo: c.contact_echo },
  course_roster: c.roster,
})
