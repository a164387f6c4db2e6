export interface Semester {
  /** The academic year, Gregorian: the calendar year in which its first semester begins. */
  year: number
  semester: 1 | 2 | 3
}

/**
 * The default semester, by the month of `date` in the reader's zone: January to June is semester 2 and July and August
 * semester 3 of the year before, September to December semester 1.
 */
export function semesterOf(date: Date): Semester {
  const year = date.getFullYear()
  const month = date.getMonth() + 1
  if (month <= 6) return { year: year - 1, semester: 2 }
  if (month <= 8) return { year: year - 1, semester: 3 }
  return { year, semester: 1 }
}

export function previousSemester({ year, semester }: Semester): Semester {
  if (semester === 1) return { year: year - 1, semester: 3 }
  return { year, semester: semester === 3 ? 2 : 1 }
}
