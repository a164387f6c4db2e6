import type { CourseCard } from '../../contract/courses.ts'

export interface Semester {
  /** `2026-1`, as in the address */
  key: string
  year: string
  semester: string
  courses: CourseCard[]
}

/** The person's courses by semester, latest first. */
export function semestersOf(courses: CourseCard[]): Semester[] {
  const byKey = Map.groupBy(courses, (c) => `${c.course_academic_year}-${c.course_semester}`)
  return [...byKey]
    .map(([key, own]) => {
      const [year = '', semester = ''] = key.split('-')
      return { key, year, semester, courses: own }
    })
    .sort((a, b) => Number(b.year) - Number(a.year) || Number(b.semester) - Number(a.semester))
}
