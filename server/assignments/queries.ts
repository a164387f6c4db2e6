import { type Kysely, sql } from 'kysely'
import { type Feedback, mostAttempts } from '../../contract/assignments.ts'
import type { DraftFields } from '../../contract/drafts.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { type Assigned, owners } from './done.ts'
import { beginSummary } from './shown.ts'

/** A course has some dozens of assignments; more than this is a mistake. */
const MOST = 500

type Expression = ReturnType<typeof sql>

/** Joins of assignment `a`: the grouping `k` that hands it in, and the group `g` of the person in it. */
const groupOf = (personId: string | Expression) => sql`
  left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
  left join group_members m
    on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = ${personId}
  left join groups g on g.course_id = m.course_id and g.id = m.group_id`

/** Whose submissions of `a` are the person's: theirs, or their group's; null when they are in none. */
const ownerOf = (personId: string | Expression) =>
  sql`case when a.grouping_id is null then ${personId}::uuid else m.group_id end`

const theirGroup = sql<string>`coalesce(g.name, k.name, '')`

/** One assignment of the course that is there for students. */
const isThis = (courseId: string | Expression, id: string) => sql`
  a.course_id = ${courseId} and a.id = ${id}::uuid and a.deleted_at is null`

/** An assignment among those of its course. */
export interface Listed extends Assigned {
  course_id: string
  name: string
  due_at: Date | null
  /** The name of the grouping; '' when each person hands in their own. */
  grouping: string
  /** What everyone is told of it. */
  begun: string
}

/** The assignments of a course by due date, those without one last. */
export const findAssignments = async (db: Kysely<DB>, courseId: string): Promise<Listed[]> => {
  const { rows } = await sql<Omit<Listed, 'begun'> & { score: number }>`
    select a.course_id, a.id, a.name, a.due_at, a.score, a.grouping_id, coalesce(k.name, '') as grouping
    from assignments a left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
    where a.course_id = ${courseId} and a.deleted_at is null
    order by a.due_at nulls last, a.id limit ${MOST}`.execute(db)
  return rows.map(({ score, ...row }) => ({ ...row, begun: beginSummary({ ...row, score }) }))
}

export interface LatestRow {
  assignment_id: string
  owner_id: string
  submitted_at: string
  feedback: Feedback | null
}

export interface WorkRow {
  /** The person's group in each grouping. */
  groups: Record<string, { id: string; name: string }>
  /** The latest submission of each assignment, of the person or of these groups. */
  latest: LatestRow[]
}

/** The columns of `WorkRow`, for the person and the course of roster row `r`. */
export const workColumns = sql`
  (select coalesce(json_object_agg(g.grouping_id, json_build_object('id', g.id, 'name', g.name)), '{}')
    from group_members m join groups g on g.course_id = m.course_id and g.id = m.group_id
    where m.course_id = r.course_id and m.person_id = r.person_id) as groups,
  (select coalesce(json_agg(json_build_object('assignment_id', s.assignment_id, 'owner_id', s.owner_id,
      'submitted_at', s.submitted_at, 'feedback', ${shownFeedback()})), '[]')
    from (
      select distinct on (owner_id, assignment_id) course_id, id, assignment_id, owner_id, submitted_at
      from submissions where course_id = r.course_id and owner_id = any(${owners})
      order by owner_id, assignment_id, attempt desc) s) as latest`

/** The feedback of `s`, once it is shown. */
function shownFeedback() {
  return sql`(
    select json_build_object('score', f.score, 'show', f.show, 'comment', f.comment) from feedback f
    where f.course_id = s.course_id and f.submission_id = s.id and f.show)`
}

export interface SubmissionRow {
  id: string
  attempt: number
  submitted_at: string
  submitted_by: string
  digest: string
  response: Record<string, string>
  /** By `file-<slot id>`. */
  files: Record<string, { id: string; filename: string }>
  feedback: Feedback | null
}

/** Submission `s` as JSON, with its files and what of its feedback is shown. */
const submission = sql`json_build_object(
  'id', s.id, 'attempt', s.attempt, 'submitted_at', s.submitted_at, 'digest', s.digest, 'response', s.response,
  'submitted_by', (select ${nameOf(sql`p`)} from people p where p.id = s.submitted_by),
  'files', (
    select coalesce(json_object_agg('file-' || f.slot_id,
      json_build_object('id', u.id, 'filename', u.filename)), '{}')
    from submission_files f join uploads u on u.id = f.upload_id
    where f.course_id = s.course_id and f.submission_id = s.id),
  'feedback', ${shownFeedback()})`

/** The name of a person; empty when the account was removed. */
function nameOf(p: ReturnType<typeof sql>) {
  return sql`case when ${p}.removed_at is null then trim(${p}.first || ' ' || ${p}.last) else '' end`
}

interface QuestionRow {
  id: string
  question: string
  type: 'options' | 'text'
  score: number
  options: { text: string; correct: boolean }[] | null
}

/** An assignment as everyone on its course has it. */
export interface AssignmentRow {
  course_id: string
  /** As a receipt names it. */
  course: string
  id: string
  name: string
  description: string
  due_at: Date | null
  attempts_allowed: number
  score: number
  score_essay: number
  score_questionset: number
  score_file: number
  has_text: boolean
  questions: QuestionRow[]
  slots: { id: string; name: string }[]
}

export const findAssignment = async (db: Kysely<DB>, courseId: string, id: string): Promise<AssignmentRow[]> => {
  const { rows } = await sql<AssignmentRow>`
    select a.course_id, c.code || ' ' || c.name as course, a.id, a.name, a.description, a.due_at, a.attempts_allowed,
      a.score, a.score_essay, a.score_questionset, a.score_file, a.has_text,
      (select coalesce(json_agg(json_build_object('id', q.id, 'question', q.question, 'type', q.type, 'score', q.score,
          'options', q.options) order by q.position, q.id), '[]')
        from questions q where q.course_id = a.course_id and q.assignment_id = a.id) as questions,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.position, l.id), '[]')
        from file_slots l where l.course_id = a.course_id and l.assignment_id = a.id) as slots
    from assignments a join courses c on c.id = a.course_id where ${isThis(courseId, id)}`.execute(db)
  return rows
}

export interface OwnRow {
  group: string
  owner_id: string | null
  /** The latest one. */
  submission: SubmissionRow | null
}

/** The column of `OwnRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const ownColumns = (id: string) => sql`
  (select json_build_object('group', ${theirGroup}, 'owner_id', ${ownerOf(sql`r.person_id`)}, 'submission', (
      select ${submission} from submissions s
      where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(sql`r.person_id`)}
      order by s.attempt desc limit 1))
    from assignments a ${groupOf(sql`r.person_id`)} where ${isThis(sql`r.course_id`, id)}) as mine`

/** In bytes, of answers: an attempt may have a million, and there may be no end of attempts. */
const MOST_ANSWERED = 4_000_000

/** The submissions of the person, or of their group, the latest first: as many as may be in one answer, one at least. */
export const getAttempts = async (db: Kysely<DB>, courseId: string, assignmentId: string, personId: string) => {
  const { rows } = await sql<{ attempts: SubmissionRow[] }>`
    select (select coalesce(json_agg(${submission} order by s.attempt desc), '[]') from (
        select s.*, row_number() over latest as place, sum(octet_length(s.response::text)) over latest as so_far from (
          select * from submissions s
          where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(personId)}
          order by s.attempt desc limit ${mostAttempts}) s
        window latest as (order by s.attempt desc)) s
      where s.place = 1 or s.so_far <= ${MOST_ANSWERED}) as attempts
    from assignments a ${groupOf(personId)} where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0]).attempts
}

/** An assignment in the hands of a person. */
export interface Mine {
  courseId: string
  assignmentId: string
  personId: string
}

export interface SubmittedRow {
  id: string
  course_id: string
  assignment_id: string
  owner_id: string
  course: string
  assignment: string
  /** Empty when the account was removed. */
  person: string
  /** Empty when it is the person's own. */
  group: string
  attempt: number
  submitted_at: Date
  digest: string
}

/** What the receipt of a submission says; only of the person's own, or of their group's. */
export const getSubmitted = async (
  db: Kysely<DB>,
  { courseId, assignmentId, id, personId }: Mine & { id: string },
): Promise<SubmittedRow> => {
  const { rows } = await sql<SubmittedRow>`
    select s.id, s.course_id, s.assignment_id, s.owner_id, s.attempt, s.submitted_at, s.digest,
      c.code || ' ' || c.name as course, a.name as assignment, coalesce(g.name, '') as group,
      coalesce(${nameOf(sql`p`)}, '') as person
    from assignments a ${groupOf(personId)}
    join courses c on c.id = a.course_id
    cross join lateral (
      select * from submissions s
      where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(personId)} and s.id = ${id}
      limit 1) s
    left join people p on p.id = s.submitted_by
    where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0])
}

/** What a person has typed so far. */
export interface Typed {
  /** Null: nothing is kept. */
  fields: DraftFields | null
  /** When it was kept, as PostgreSQL's text. */
  updated_at: string | null
  /** Of what is kept: another one after each change, even of two at one instant. */
  version: string | null
}

/** The column of `Typed`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const typedColumns = (id: string) => sql`
  (select json_build_object('fields', d.fields, 'updated_at', d.updated_at, 'version', d.xmin::text)
    from assignments a left join drafts d on d.course_id = a.course_id and d.assignment_id = a.id and d.person_id = r.person_id
    where ${isThis(sql`r.course_id`, id)}) as typed`

export const getTyped = async (db: Db, mine: Mine): Promise<Typed> => {
  const { typed } = await getOwn<{ typed: Typed | null }>(db, mine, typedColumns(mine.assignmentId))
  return found(typed ?? undefined)
}

/** What is the person's own once more, by its columns. */
async function getOwn<Own>(db: Db, { courseId, personId }: Mine, columns: Expression): Promise<Own> {
  const { rows } = await sql<Own>`
    select ${columns} from roster r where r.course_id = ${courseId} and r.person_id = ${personId}`.execute(db)
  return found(rows[0])
}

export interface File {
  id: string
  /** of the bytes, lowercase hex */
  sha256: string
}

/** What is a person's own of all that is looked at when they hand in. */
export interface HandInRow {
  /** The person, or their group; null: they are in none and it takes one. */
  owner_id: string | null
  /** Null: it is the person's own. */
  group_name: string | null
  /** As the receipt names them. */
  person: string
  /** The others of the group. */
  others: string[]
  /** Whose the submission is, when there is one of that id already; null: there is none. */
  kept_for: string | null
  /** The latest attempt of the owner, with its files by `file-<slot id>`. */
  last: { attempt: number; files: Record<string, File> } | null
  /** Of the named uploads those that are the person's own. */
  uploads: File[]
}

const file = sql`json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'))`

interface HandingIn {
  assignmentId: string
  /** The submission's. */
  id: string
  /** The ids of those that the form names. */
  uploads: string[]
}

/** The column of `HandInRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const handInColumns = ({ assignmentId, id, uploads }: HandingIn) => sql`
  (select json_build_object(
      'owner_id', ${ownerOf(sql`r.person_id`)}, 'group_name', g.name, 'person', ${nameOf(sql`p`)},
      'others', (select coalesce(json_agg(o.person_id), '[]') from group_members o
        where o.course_id = a.course_id and o.group_id = m.group_id and o.person_id <> p.id),
      'kept_for', (select s.owner_id from submissions s where s.course_id = a.course_id and s.id = ${id}::uuid),
      'last', (
        select json_build_object('attempt', s.attempt, 'files', (
            select coalesce(json_object_agg('file-' || f.slot_id, ${file}), '{}')
            from submission_files f join uploads u on u.id = f.upload_id
            where f.course_id = s.course_id and f.submission_id = s.id))
        from submissions s
        where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(sql`r.person_id`)}
        order by s.attempt desc limit 1),
      'uploads', (
        select coalesce(json_agg(${file}), '[]') from uploads u
        where u.id = any(${`{${uploads.join()}}`}::text::uuid[]) and u.owner_id = p.id))
    from assignments a ${groupOf(sql`r.person_id`)}
    join people p on p.id = r.person_id
    where ${isThis(sql`r.course_id`, assignmentId)}) as mine`

export const getHandIn = async (db: Db, asked: Mine & HandingIn): Promise<HandInRow> => {
  const { mine } = await getOwn<{ mine: HandInRow | null }>(db, asked, handInColumns(asked))
  return found(mine ?? undefined)
}
