/** The versions of a course by part: an answer stays valid while its parts do not change (migration 050). */
export const parts = ['people', 'materials', 'work', 'scores', 'activity'] as const
export type Part = (typeof parts)[number]

/**
 * The parts of which answers are made, by the segment after the course in their address. The server keeps an answer
 * while these are the same, and the browser reads it again when one of them changes; server/cacheParts.test.ts checks
 * the SQL. Every part includes the name of the course.
 */
const inCourse = {
  '': ['people'],
  roster: ['people'],
  settings: ['people'],
  // With the columns of the gradebook.
  copy: ['materials', 'work', 'people', 'scores'],
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
  // Includes the present names of things.
  activity: ['activity', 'materials', 'work'],
  // The answers are the person's own.
  'saved-comments': [],
  // The noun has a live event of its own.
  presence: [],
} satisfies Record<string, readonly Part[]>
/** The segment after the course in the address of a call, such as `meetings`. */
export type SegmentInCourse = Exclude<keyof typeof inCourse, ''>

/** Answers about all courses of a person, by their address. */
export const acrossCourses: Record<string, readonly Part[]> = {
  'courses/my': ['people'],
  'courses/find': ['people'],
  'courses/invited': ['people'],
  'courses/upcoming': ['materials', 'work'],
  'users/notifications': ['activity', 'materials', 'work'],
}

/**
 * The parts of the answer at an address, which is given in segments without `/api`, like query keys: `['courses', id,
 * 'roster']`. All parts, if it has no line above.
 */
export const partsOf = ([noun, id, inside = '']: readonly unknown[]): readonly Part[] =>
  acrossCourses[`${noun}/${id}`] ?? (inCourse as Record<string, readonly Part[]>)[String(inside)] ?? parts

/** The segments whose answers also show changes that no part has: the history each one, the settings a link to join. */
const ofOtherChanges = ['history', 'settings']

/** Whether the answer at an address, in segments, may differ after a change of these parts. */
export const isMadeOf = (segments: readonly unknown[], changed: readonly Part[]): boolean =>
  changed.length === 0
    ? ofOtherChanges.includes(String(segments[2]))
    : partsOf(segments).some((part) => changed.includes(part))

/** The data of the stream's event `changed`: something is new in these courses. */
export interface Changed {
  courses: string[]
  /** Absent: in all of them. Empty: a change of staff that is in none. */
  parts?: readonly Part[]
  /** The id of the one thing that it is about. Absent: several things, or none. */
  thing?: string
}
