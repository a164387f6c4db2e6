import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { CourseView } from '../cache.ts'
import type { Db } from '../db/database.ts'
import { fixed } from '../db/fixed.ts'
import type { DB } from '../db/schema.ts'
import { isOut } from '../publishing/out.ts'
import { type Picture, picturesOf } from '../uploads/pictures.ts'
import type { SheetRow, Shuffle } from './sheet.ts'
import type { Dates } from './terms.ts'

/** A course has some dozens of assignments; more than this is a mistake. */
const MOST = 500

/** A course as its students or as its staff see it. */
export type Reader = Pick<CourseView, 'courseId' | 'audience'>

/** Whether the reader sees assignment `a`. */
const isSeenBy = ({ audience }: Reader) => (audience === 'staff' ? sql`a.deleted_at is null` : isOut('a'))

/** One assignment of the course; also a draft. */
export const isThis = (courseId: string | RawBuilder<unknown>, id: string) => sql`
  a.course_id = ${courseId} and a.id = ${id}::uuid and a.deleted_at is null`

/** The columns of `Dates`, of assignment `a` in course `c`. */
export const dates = sql`
  a.publish_at, a.due_at, a.closes_at, a.attempts_allowed, a.time_limit, c.late_rule, c.zone`

/** An assignment in the list of its course. */
export interface ListedRow extends Dates {
  id: string
  name: string
  score: number
  counts: 'latest' | 'best' | 'first'
  /** Null: each person hands in their own. */
  grouping_id: string | null
  /** The name of the grouping; '' when each person hands in their own. */
  grouping: string
  revision: number
}

const names = new Intl.Collator('en', { numeric: true })

/** The assignments of a course by due date, those without one last; on the same date by name, Quiz 2 before Quiz 10. */
export const findAssignments = async (db: Kysely<DB>, reader: Reader): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    select a.id, a.name, ${dates}, a.score, a.counts, a.grouping_id, coalesce(k.name, '') as grouping,
      a.revision
    from assignments a join courses c on c.id = a.course_id
    left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
    where a.course_id = ${reader.courseId} and ${isSeenBy(reader)}
    order by a.due_at nulls last, a.id limit ${MOST}`.execute(db)
  const due = ({ due_at }: ListedRow) => due_at?.getTime() ?? Number.POSITIVE_INFINITY
  return rows.sort((a, b) => (due(a) === due(b) ? names.compare(a.name, b.name) : due(a) - due(b)))
}

/** An assignment with its sheet, the same for everyone on its course. */
export interface AssignmentRow extends Dates, SheetRow, Shuffle {
  /** The pictures in its texts. */
  pictures: Picture[]
  course_id: string
  /** The names on a receipt. */
  course: string
  id: string
  name: string
  description: string
  score: number
  score_essay: number
  score_questionset: number
  score_file: number
  has_text: boolean
  counts: 'latest' | 'best' | 'first'
  /** The version of its questions, sets and slots. */
  sheet_version: number
  grouping_id: string | null
  revision: number
}

/** The columns of `AssignmentRow`, of assignment `a` in course `c`. */
export const assignmentColumns = fixed(sql`
  a.course_id, c.code || ' ' || c.name as course, a.id, a.name, a.description, ${dates},
  a.score, a.score_essay, a.score_questionset, a.score_file, a.has_text, a.counts, a.shuffle_questions, a.shuffle_options,
  a.grouping_id, a.revision,
  ${picturesOf('assignment_pictures', 'a')} as pictures,
  coalesce((select max(v.version) from sheet_versions v where v.course_id = a.course_id and v.assignment_id = a.id), 0) as sheet_version,
  (select coalesce(json_agg(q order by q.position, q.id), '[]')
    from questions q where q.course_id = a.course_id and q.assignment_id = a.id) as questions,
  (select coalesce(json_agg(t order by t.position, t.id), '[]')
    from question_sets t where t.course_id = a.course_id and t.assignment_id = a.id) as sets,
  (select coalesce(json_agg(l order by l.position, l.id), '[]')
    from file_slots l where l.course_id = a.course_id and l.assignment_id = a.id) as slots`)

export const findAssignment = async (db: Db, reader: Reader, id: string): Promise<AssignmentRow[]> => {
  const { rows } = await sql<AssignmentRow>`
    select ${assignmentColumns} from assignments a join courses c on c.id = a.course_id
    where ${isThis(reader.courseId, id)} and ${isSeenBy(reader)}`.execute(db)
  return rows
}
