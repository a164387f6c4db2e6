import type { ActivityKind, ActivityParams, EventType } from '../../contract/endpoint.ts'

/** An activity row with the title and other data of its subject. */
export interface ActivityRow {
  course_id: string
  kind: ActivityKind
  subject_id: string
  params: ActivityParams & {
    assignment?: string
    submission?: string
    grader?: string
    grouping?: string
    section?: string
    /** Of a thing that goes to sections: the one whose students get this activity; absent: everyone who sees the thing. */
    told?: string
    /** The sections whose students got an activity of it before. */
    before?: string[]
    folder?: string
  }
}

interface Description {
  type: EventType
  /** English. */
  title: string
  /** In the course. */
  path: string
}

const several = (name = '', count = 1) => (count > 1 ? `${name} and ${count - 1} more` : name)

const describers: Record<ActivityKind, (params: ActivityRow['params'], id: string) => Description> = {
  announcement_posted: ({ name = '' }, id) => ({
    type: 'announcement',
    title: name,
    path: `announcement/${id}/preview`,
  }),
  assignment_posted: ({ name = '' }, id) => ({ type: 'assignment', title: name, path: `assignments/${id}/preview` }),
  content_posted: ({ name, count = 1, folder }, id) => ({
    ...{ type: 'content', title: several(name, count) },
    path: count === 1 ? `content/${id}/view` : folder ? `content/${folder}/view` : 'content',
  }),
  link_posted: ({ name = '' }) => ({ type: 'content', title: name, path: 'content' }),
  playlist_posted: ({ name = '' }) => ({ type: 'content', title: name, path: 'content' }),
  meeting_posted: ({ name = '' }, id) => ({ type: 'schedule', title: name, path: `meeting/${id}/preview` }),
  // A topic counts as an announcement: no type of the specification is about discussions.
  topic_posted: ({ name = '' }, id) => ({ type: 'announcement', title: name, path: `discussion/${id}` }),
  // Groups are formed to hand assignments in together, and announcements are the staff's.
  grouping_posted: ({ name = '' }, id) => ({ type: 'assignment', title: name, path: `group?grouping=${id}` }),
  class_cancelled: ({ name, count }) => ({
    type: 'schedule',
    title: `Cancelled: ${several(name, count)}`,
    path: 'schedule',
  }),
  class_moved: ({ name, count }) => ({ type: 'schedule', title: `Moved: ${several(name, count)}`, path: 'schedule' }),
  class_restored: ({ name, count }) => ({
    ...{ type: 'schedule', title: `Takes place after all: ${several(name, count)}`, path: 'schedule' },
  }),
  graded: ({ name, attempt, assignment }) => ({
    type: 'grade',
    title: `${name}${attempt ? ` (attempt ${attempt})` : ''}`,
    path: `assignments/${assignment}/worksheet`,
  }),
  scored: ({ name = '' }) => ({ type: 'grade', title: name, path: 'grade' }),
  exception_given: ({ name }, id) => ({
    ...{ type: 'assignment', title: `Your own dates or attempts: ${name}`, path: `assignments/${id}/preview` },
  }),
  grading_assigned: ({ name, count, grader }, id) => ({
    type: 'grade',
    title: `Yours to grade: ${name} (${count === 1 ? '1 work' : `${count} works`})`,
    path: `assignments/${id}/submissions?grader=${grader}`,
  }),
  regrade_asked: ({ person, name, assignment, submission }) => ({
    type: 'grade',
    title: `${person} asked about the grade of ${name}`,
    path: `assignments/${assignment}/grading/${submission}`,
  }),
  regrade_answered: ({ name, assignment }) => ({
    type: 'grade',
    title: `Your question about the grade of ${name} is answered`,
    path: `assignments/${assignment}/worksheet`,
  }),
  final_grades_released: () => ({ type: 'grade', title: 'Final grades are released', path: 'grade?explain' }),
  handed_in: ({ person, name, group, late, assignment }) => ({
    type: 'assignment',
    title: `${person} submitted ${name} for ${group}${late ? ', late' : ''}`,
    path: `assignments/${assignment}/worksheet`,
  }),
  added_to_group: ({ person, group, grouping }) => ({
    type: 'assignment',
    title: `${person} added you to the group ${group}`,
    path: `group?grouping=${grouping}`,
  }),
  message_sent: ({ name = '' }, id) => ({ type: 'announcement', title: name, path: `message/${id}` }),
  left_group: ({ person, group, grouping }) => ({
    type: 'assignment',
    title: `${person} left the group ${group}`,
    path: `group?grouping=${grouping}`,
  }),
}

/** The words and the path of an activity, for clients without words of their own. */
export function describeActivity({ course_id, kind, subject_id, params }: ActivityRow) {
  const { path, ...words } = describers[kind](params, subject_id)
  return { ...words, link: `/course/${course_id}/${path}` }
}
