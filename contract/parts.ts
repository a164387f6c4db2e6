/** What changes in a course is counted by part: what is made of other parts stays as it is (migration 050). */
export const parts = ['people', 'materials', 'work', 'scores', 'activity'] as const
export type Part = (typeof parts)[number]

/**
 * The parts that answers are made of, by the segment after the course in their address. The server keeps an answer
 * while these are the same, and the browser reads it again when one of them changes; server/cacheParts.test.ts looks at
 * the SQL. The name of the course is in every part.
 */
const inCourse: Record<string, readonly Part[]> = {
  '': ['people'],
  roster: ['people'],
  settings: ['people'],
  copy: ['materials', 'work', 'people'],
  dates: ['materials', 'work'],
  check: ['materials', 'work', 'people'],
  invitations: ['people'],
  messages: ['activity', 'people'],
  announcements: ['materials', 'people'],
  contents: ['materials'],
  links: ['materials'],
  playlists: ['materials'],
  schedules: ['materials'],
  holidays: ['materials'],
  meetings: ['materials'],
  assignments: ['work'],
  submissions: ['work'],
  grouping: ['work', 'people'],
  // Without the columns of deleted assignments.
  gradebook: ['scores', 'people', 'work'],
  grades: ['scores', 'people', 'work'],
  // A submission alone does not redraw the page under a person who reads it.
  statistics: ['scores', 'people'],
  discussions: ['people', 'materials'],
  // With what the things are called now.
  activity: ['activity', 'materials', 'work'],
  // They are the person's.
  'saved-comments': [],
  // It has an event of its own.
  presence: [],
}

/** Answers of all courses of a person, by their address. */
export const acrossCourses: Record<string, readonly Part[]> = {
  'courses/my': ['people'],
  'courses/find': ['people'],
  'courses/invited': ['people'],
  'courses/upcoming': ['materials', 'work'],
  'users/notifications': ['activity', 'materials', 'work'],
}

/**
 * The parts that the answer of an address is made of, the address in its segments without `/api`, as query keys are:
 * `['courses', id, 'roster']`. Of one that is not named: all.
 */
export const partsOf = ([noun, id, inside = '']: readonly unknown[]): readonly Part[] =>
  acrossCourses[`${noun}/${id}`] ?? inCourse[String(inside)] ?? parts

/** What the stream's event `changed` says: something is new in these courses. */
export interface Changed {
  courses: string[]
  /** Absent: in all of them. */
  parts?: readonly Part[]
  /** The id of the one thing that it is about. Absent: of several, or of none. */
  thing?: string
}
