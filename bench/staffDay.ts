import { contract } from '../contract/index.ts'
import { call, type DayCall } from './day.ts'
import { drive, type Figures, turns } from './load.ts'
import type { Instructor, World } from './world.ts'

/* The calls of an instructor's day: one instructor for each course, and the lists of the largest courses. */

export interface StaffCall extends Figures {
  name: string
  /** A list of a whole large course. */
  large: boolean
}

const inCourse = ({ course_id }: Instructor) => ({ params: { course_id } })

export function staffDayOf({ instructors, lecturers }: Pick<World, 'instructors' | 'lecturers'>): DayCall[] {
  const { announcements, assignments, attendance, bank, changes, contents, courses, dates } = contract
  const { discussions, exceptions, grading, groups, people, roster, schedules, statistics } = contract
  const some = (list: unknown[]) => list.length > 0
  const large = (one: DayCall): DayCall => ({ ...one, large: true })
  return [
    call('course', courses.one, instructors, inCourse, (c) => some(c.course_roster)),
    call('announcements', announcements.list, instructors, inCourse, some),
    call('contents', contents.list, instructors, inCourse, some),
    call('assignments', assignments.mine, instructors, inCourse, some),
    call('sheet of an assignment', assignments.my, instructors, ofAssignment, (a) => a._id !== ''),
    call('exceptions of an assignment', exceptions.list, instructors, ofAssignment, (e) => Array.isArray(e.items)),
    call('statistics of an assignment', statistics.assignment, instructors, ofAssignment, (of) => of.owners > 0),
    call('topics', discussions.list, instructors, inCourse, some),
    call('classes', schedules.mine, instructors, inCourse, some),
    call('attendance, counted', attendance.counts, instructors, inCourse, Array.isArray),
    call('dates', dates.list, instructors, inCourse, (d) => some(d.items)),
    call('check', dates.check, instructors, inCourse, Array.isArray),
    call('history', changes.list, instructors, inCourse, (page) => Array.isArray(page.items)),
    call('settings', courses.settings, instructors, inCourse, (s) => s._id !== ''),
    call('page of a student', people.one, instructors, ofStudent, (p) => p.person._id !== ''),
    call('people removed', roster.removed, instructors, inCourse, Array.isArray),
    call('question bank', bank.list, instructors, firstOfBank, (page) => some(page.items)),
    large(call('people', courses.roster, lecturers, inCourse, some)),
    large(call('attendance of a class', attendance.sheet, lecturers, ofClass, (sheet) => some(sheet.items))),
    large(call('board of groups', groups.one, lecturers, ofGrouping, (g) => some(g.groups))),
    large(call('gradebook', grading.table, lecturers, inCourse, (g) => some(g.rows))),
    large(call('statistics of a course', statistics.course, lecturers, inCourse, (of) => of.students > 0)),
    call('draft an announcement', announcements.create, instructors, newAnnouncement, (a) => a.publish_at === null),
    call('make a folder', contents.create, instructors, newFolder, () => true),
  ]
}

const ofAssignment = ({ course_id, asgn_id }: Instructor) => ({ params: { course_id, asgn_id } })
const ofStudent = ({ course_id, student_id }: Instructor) => ({ params: { course_id, person_id: student_id } })
const ofClass = ({ course_id, schedule_id }: Instructor) => ({ params: { course_id, schedule_id } })
const ofGrouping = ({ course_id, grouping_id }: Instructor) => ({ params: { course_id, grouping_id } })
/** As many as the screen reads. */
const firstOfBank = (one: Instructor) => ({ ...inCourse(one), query: { limit: '30' } })
const newAnnouncement = (one: Instructor) => ({
  ...inCourse(one),
  body: { announcement_title: 'Room', announcement_content: 'We meet in **Room 3-201**. '.repeat(20) },
})
const newFolder = (one: Instructor) => ({ ...inCourse(one), body: { file_name: crypto.randomUUID() } })

/** Each at 16 connections for so many seconds. */
export async function staffDay(
  { origin, pid }: { origin: string; pid: number },
  world: World,
  seconds: number,
): Promise<StaffCall[]> {
  const measured: StaffCall[] = []
  for (const one of staffDayOf(world)) {
    const next = turns(one)
    await drive({ origin, connections: 16, seconds: 1, next })
    const { latencies: _, load: __, ...figures } = await drive({ origin, pid, connections: 16, seconds, next })
    measured.push({ name: one.name, large: one.large ?? false, ...figures })
    console.log(`staff, ${one.name}: ${figures.rate}/s, p95 ${figures.p95} ms`)
  }
  return measured
}
