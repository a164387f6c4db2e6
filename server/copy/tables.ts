import type { CopyPart } from '../../contract/staff/copy.ts'
import type { DB } from '../db/schema.ts'

/** How a copy takes over the rows of a table. */
export interface CopiedTable {
  part: CopyPart
  /** The column that names a row's parent: the row is copied with its parent only. */
  within?: string
  /** Times that move with the semester. */
  moved?: string[]
  /** Times that become the time of the copy. */
  made?: string[]
  /** The time by which the course lists its rows, if it does: the copy lists them in the same order. */
  newest?: 'publish_at' | 'created_at' | 'uploaded_at'
  /** Columns that stay empty in the copy, such as the recording of a meeting. */
  cleared?: string[]
  /** Columns with a fixed value in the copy. */
  set?: (row: Record<string, unknown>) => Record<string, unknown>
  /** Columns that refer to a person: in the copy, to the person who makes it. */
  people?: string[]
}

/** The copy has no sections yet. What is for one of them is a draft there, so staff choose whom it is for. */
const forEveryone = () => ({ section: null })
export const isForSection = (row: Record<string, unknown>) => row.section != null

/** The tables of a course that a copy has, each after those it refers to. */
export const copiedTables = {
  groupings: {
    ...{ part: 'groupings', moved: ['made_until', 'publish_at'], made: ['created_at'] },
    newest: 'created_at',
  },
  announcements: {
    ...{ part: 'announcements', moved: ['publish_at'], made: ['created_at'], people: ['author_id'] },
    ...{ newest: 'publish_at', set: forEveryone },
  },
  announcement_pictures: { part: 'announcements', within: 'announcement_id' },
  contents: {
    ...{ part: 'contents', within: 'parent_id' },
    ...{ moved: ['publish_at'], made: ['uploaded_at'], cleared: ['updated_at'], newest: 'uploaded_at' },
  },
  content_pictures: { part: 'contents', within: 'content_id' },
  links: { part: 'links', moved: ['publish_at'], made: ['created_at'], newest: 'created_at' },
  playlists: { part: 'links', moved: ['publish_at'], made: ['created_at'], newest: 'created_at' },
  schedules: {
    ...{ part: 'classes', moved: ['start_at', 'end_at'] },
    cleared: ['moved_from', 'moved_from_location'],
  },
  meetings: {
    part: 'meetings',
    moved: ['start_at', 'end_at', 'publish_at'],
    cleared: [
      ...['recording_video', 'recording_audio', 'recording_video_upload', 'recording_audio_upload', 'recording_expire'],
    ],
    set: () => ({ recording_show: false, recording_password: '' }),
  },
  assignments: { part: 'assignments', moved: ['due_at', 'closes_at', 'publish_at'], made: ['created_at'] },
  assignment_pictures: { part: 'assignments', within: 'assignment_id' },
  grading_settings: { part: 'assignments', within: 'assignment_id' },
  question_sets: { part: 'assignments', within: 'assignment_id' },
  questions: { part: 'assignments', within: 'assignment_id' },
  file_slots: { part: 'assignments', within: 'assignment_id' },
  rubric_items: { part: 'assignments', within: 'assignment_id' },
  grade_categories: { part: 'assignments' },
  grade_schemes: { part: 'assignments' },
  gradables: {
    ...{ part: 'assignments', within: 'assignment_id' },
    moved: ['zero_from'],
    // What staff enter by hand is hidden until they release it, as in a new column.
    set: ({ assignment_id, released }) => ({ final_released: false, released: released && assignment_id !== null }),
  },
  topics: {
    ...{ part: 'topics', moved: ['publish_at'], made: ['created_at'], people: ['author_id'] },
    ...{ newest: 'publish_at', set: forEveryone },
  },
  topic_pictures: { part: 'topics', within: 'topic_id' },
} satisfies Partial<Record<keyof DB, CopiedTable>>

/** The other tables of a course, and why a copy has none of their rows. */
export const uncopiedTables: Record<string, string> = {
  accommodations: 'of students',
  activity: 'it happened there',
  attempt_starts: 'of students',
  attendance_scores: 'of students',
  attendance: 'of students',
  attendance_codes: 'they are over',
  attendance_marks: 'of students',
  change_rows: 'of its history',
  change_things: 'of its history',
  changes: 'of its history',
  comments: 'of students',
  content_opens: 'of students',
  content_versions: 'of its history',
  course_marks: 'of a transaction',
  course_versions: 'counted anew',
  archives: 'of what students handed in',
  divisions: 'of what students handed in',
  draft_files: 'of students',
  draft_versions: 'of students',
  drafts: 'of students',
  endorsed_texts: 'of what students wrote',
  exceptions: 'of students',
  feedback: 'of students',
  grade_drafts: 'of students',
  marks: 'of students',
  group_leavers: 'of students',
  group_members: 'of students',
  groups: 'of students',
  holidays: 'of that semester: the copy has those that are said when it is made',
  entries: 'of students',
  graded_works: 'triggers keep it',
  hidden_names: 'of students',
  hidden_texts: 'of what students wrote',
  instructor_invitations: 'they let people into that course',
  jobs: 'of that course',
  join_link_uses: 'of students',
  join_links: 'they let people into that course',
  messages: 'of its people',
  planned_releases: 'of what students handed in',
  posts: 'of students',
  presence: 'of this moment',
  publications: 'triggers keep it',
  regrade_requests: 'of students',
  roster: 'of people: who makes the copy is its instructor',
  roster_pending: 'of people',
  roster_removed: 'of people',
  scores: 'of students',
  sheet_versions: 'nobody has answered the copy yet',
  submission_files: 'of students',
  submission_people: 'of students',
  submissions: 'of students',
  topic_seen: 'of students',
  text_versions: 'of students',
  topic_versions: 'nobody has written in the copy yet',
}
