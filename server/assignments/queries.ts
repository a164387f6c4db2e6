import { type Kysely, sql } from 'kysely'
import type { Feedback, HandedIn } from '../../contract/assignments.ts'
import type { DraftFields } from '../../contract/drafts.ts'
import type { Invitation } from '../../contract/groups.ts'
import type { CourseView } from '../cache.ts'
import type { Db } from '../db/database.ts'
import { falling } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { invitation } from '../groups/queries.ts'
import { isOut } from '../publishing/out.ts'
import { type Picture, picturesOf } from '../uploads/pictures.ts'
import { fullName } from '../users/name.ts'
import { type GivenRow, givenToOwner, givenToPerson, termsFor } from './given.ts'
import type { SheetRow, Shuffle } from './sheet.ts'
import { type Dates, isLate } from './terms.ts'

/** A course has some dozens of assignments; more than this is a mistake. */
const MOST = 500

type Expression = ReturnType<typeof sql>

/** Joins of assignment `a`: the grouping `k` that hands it in, and the group `g` of the person in it. */
const groupOf = (personId: string | Expression) => sql`
  left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
  left join group_members m
    on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = ${personId}
  left join groups g on g.course_id = m.course_id and g.id = m.group_id`

/** Who hands `a` in: the person, or their group; null when they are in none. */
const ownerOf = (personId: string | Expression) =>
  sql`case when a.grouping_id is null then ${personId}::uuid else m.group_id end`

/** When an owner began attempt `n` of `a`; null: they did not, or it has no time limit. */
const begunAt = (ownerId: Expression, n: Expression) => sql`
  case when a.time_limit is not null then (
    select b.started_at from attempt_starts b
    where b.course_id = a.course_id and b.assignment_id = a.id and b.owner_id = ${ownerId} and b.attempt = ${n}) end`

/** How many attempts of `a` an owner has made. */
const usedBy = (ownerId: Expression) => sql`(
  select coalesce(max(s.attempt), 0) from submissions s
  where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerId})`

const theirGroup = sql<string>`coalesce(g.name, k.name, '')`

/** A course as its students or as its staff see it. */
export type Reader = Pick<CourseView, 'courseId' | 'audience'>

/** Whether they see assignment `a`. */
const isSeenBy = ({ audience }: Reader) => (audience === 'staff' ? sql`a.deleted_at is null` : isOut('a'))

/** One assignment of the course, a draft as well. */
const isThis = (courseId: string | Expression, id: string) => sql`
  a.course_id = ${courseId} and a.id = ${id}::uuid and a.deleted_at is null`

/** The columns of `Dates`, of assignment `a` in course `c`. */
export const dates = sql`
  a.publish_at, a.due_at, a.closes_at, a.attempts_allowed, a.time_limit, c.late_rule, c.zone`

/** An assignment among those of its course. */
export interface ListedRow extends Dates {
  id: string
  name: string
  score: number
  /** Null: each person hands in their own. */
  grouping_id: string | null
  /** The name of the grouping; '' when each person hands in their own. */
  grouping: string
  revision: number
}

const names = new Intl.Collator('en', { numeric: true })

/** The assignments of a course by due date, those without one last; of the same date by name, Quiz 2 before Quiz 10. */
export const findAssignments = async (db: Kysely<DB>, reader: Reader): Promise<ListedRow[]> => {
  const { rows } = await sql<ListedRow>`
    select a.id, a.name, ${dates}, a.score, a.grouping_id, coalesce(k.name, '') as grouping,
      a.revision
    from assignments a join courses c on c.id = a.course_id
    left join groupings k on k.course_id = a.course_id and k.id = a.grouping_id
    where a.course_id = ${reader.courseId} and ${isSeenBy(reader)}
    order by a.due_at nulls last, a.id limit ${MOST}`.execute(db)
  const due = ({ due_at }: ListedRow) => due_at?.getTime() ?? Number.POSITIVE_INFINITY
  return rows.sort((a, b) => (due(a) === due(b) ? names.compare(a.name, b.name) : due(a) - due(b)))
}

/** The submissions `s` that count for the people `n`. */
const counted = sql`submission_people n join submissions s on s.course_id = n.course_id and s.id = n.submission_id`

/** Whether the present owner handed it in, and not an earlier one. */
const byOwner = sql`
  exists (select from assignments b
    left join group_members o
      on o.course_id = b.course_id and o.grouping_id = b.grouping_id and o.person_id = n.person_id
    where b.course_id = s.course_id and b.id = s.assignment_id
      and s.owner_id = case when b.grouping_id is null then n.person_id else o.group_id end)`
/** The order of the submissions of one assignment: an earlier owner's come after the present owner's. */
export const latestFirst = sql`${byOwner} desc, s.attempt desc, s.submitted_at desc`
const pagesOfAttempts = falling([
  [sql`s.by_owner`, 'boolean'],
  [sql`s.attempt`, 'integer'],
  [sql`s.submitted_at`, 'timestamptz'],
  [sql`s.id`, 'uuid'],
])

export interface LatestRow {
  assignment_id: string
  submitted_at: string
  feedback: Feedback | null
}

export interface WorkRow {
  /** The person's group in each grouping. */
  groups: Record<string, { id: string; name: string }>
  /** Of each assignment the latest submission that counts for the person. */
  latest: LatestRow[]
  /** The assignments into which the person has typed something that is kept and not handed in; one text, as in `Done`. */
  typed: string | null
  /** To the person, in all assignments. */
  given: GivenRow[] | null
}

/** Of draft `d`: what was typed and erased again is none. */
export const isTyped = sql`jsonb_path_exists(d.fields, '$.*.value ? (@ like_regex "\\\\S")')`

/** The columns of `WorkRow`, for the person and the course of roster row `r`. */
export const workColumns = sql`
  (select coalesce(json_object_agg(g.grouping_id, json_build_object('id', g.id, 'name', g.name)), '{}')
    from group_members m join groups g on g.course_id = m.course_id and g.id = m.group_id
    where m.course_id = r.course_id and m.person_id = r.person_id) as groups,
  (select coalesce(json_agg(json_build_object('assignment_id', s.assignment_id,
      'submitted_at', s.submitted_at, 'feedback', ${shownFeedback(sql`r.person_id`)})), '[]')
    from (
      select distinct on (n.assignment_id) s.course_id, s.id, s.assignment_id, s.submitted_at
      from ${counted} where n.course_id = r.course_id and n.person_id = r.person_id
      order by n.assignment_id, ${latestFirst}) s) as latest,
  (select string_agg(d.assignment_id::text, ',') from drafts d
    where d.course_id = r.course_id and ${isTyped} and d.owner_id in (
      select r.person_id union all
      select m.group_id from group_members m where m.course_id = r.course_id and m.person_id = r.person_id)) as typed,
  ${givenToPerson} as given`

/** What a person has by feedback `f`: their own score where they have one, else that of the work. */
export function scoreFor(personId: Expression) {
  return sql`coalesce((f.members->((${personId})::text)->>'score')::numeric, f.score)`
}

/** The feedback of `s` to a person, once it is shown. */
function shownFeedback(personId: Expression) {
  return sql`(
    select case when f.grade is null
      then json_build_object('score', o.score, 'show', f.show, 'comment', f.comment)
      else json_build_object('score', o.score, 'show', f.show, 'comment', f.comment, 'grade', f.grade) end
    from feedback f cross join lateral (select ${scoreFor(personId)} as score) o
    where f.course_id = s.course_id and f.submission_id = s.id and f.show)`
}

export interface SubmissionRow {
  id: string
  owner_id: string
  attempt: number
  submitted_at: string
  submitted_by: string
  digest: string
  response: Record<string, string>
  /** By `file-<slot id>`. */
  files: Record<string, { id: string; filename: string }>
  feedback: Feedback | null
  /** As it was then, if it has changed since. */
  sheet?: SheetRow | null
}

/** The sheet of submission `s` as it was then (migration 046); null: as it is now. */
export const sheetThen = sql`(
  with changed as (
    select distinct on (v.table_name, v.row_id) v.table_name, v.row_id, v.before from sheet_versions v
    where v.course_id = s.course_id and v.assignment_id = s.assignment_id and v.version > s.sheet_version
    order by v.table_name, v.row_id, v.version),
  things as (
    select 'questions' as table_name, q.id, to_jsonb(q) as thing from questions q
    where q.course_id = s.course_id and q.assignment_id = s.assignment_id
    union all
    select 'question_sets', t.id, to_jsonb(t) from question_sets t
    where t.course_id = s.course_id and t.assignment_id = s.assignment_id
    union all
    select 'file_slots', l.id, to_jsonb(l) from file_slots l
    where l.course_id = s.course_id and l.assignment_id = s.assignment_id),
  sheet as (
    select * from things where id not in (select row_id from changed)
    union all select table_name, row_id, before from changed where before is not null)
  select json_build_object(
    'questions', coalesce(json_agg(thing order by (thing->>'position')::integer, id)
      filter (where table_name = 'questions'), '[]'),
    'sets', coalesce(json_agg(thing) filter (where table_name = 'question_sets'), '[]'),
    'slots', coalesce(json_agg(thing order by (thing->>'position')::integer, id)
      filter (where table_name = 'file_slots'), '[]'))
  from sheet having exists (select from changed))`

/** Of file `f` of a submission, the name of its field. */
export const slotName = sql`'file-' || f.slot_id || case when f.n > 1 then '-' || f.n else '' end`

/** Submission `s` as JSON, with its files and what of its feedback is shown to the person. */
const submission = (personId: Expression, more = sql``) => sql`json_build_object(
  'id', s.id, 'owner_id', s.owner_id, 'attempt', s.attempt, 'submitted_at', s.submitted_at, 'digest', s.digest, 'response', s.response,
  'submitted_by', (select ${fullName(sql`p`)} from people p where p.id = s.submitted_by),
  'files', (
    select coalesce(json_object_agg(${slotName},
      json_build_object('id', u.id, 'filename', u.filename)), '{}')
    from submission_files f join uploads u on u.id = f.upload_id
    where f.course_id = s.course_id and f.submission_id = s.id),
  'feedback', ${shownFeedback(personId)}${more})`
export const submissionThen = (personId: Expression) => submission(personId, sql`, 'sheet', ${sheetThen}`)

/** An assignment as everyone on its course has it. */
export interface AssignmentRow extends Dates, SheetRow, Shuffle {
  /** In its texts. */
  pictures: Picture[]
  course_id: string
  /** As a receipt names it. */
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
  /** Of its questions, sets and slots. */
  sheet_version: number
  grouping_id: string | null
  revision: number
}

/** The columns of `AssignmentRow`, of assignment `a` in course `c`. */
export const assignmentColumns = sql`
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
    from file_slots l where l.course_id = a.course_id and l.assignment_id = a.id) as slots`

export const findAssignment = async (db: Db, reader: Reader, id: string): Promise<AssignmentRow[]> => {
  const { rows } = await sql<AssignmentRow>`
    select ${assignmentColumns} from assignments a join courses c on c.id = a.course_id
    where ${isThis(reader.courseId, id)} and ${isSeenBy(reader)}`.execute(db)
  return rows
}

export interface OwnRow {
  group: string
  owner_id: string | null
  /** How many attempts the owner has made. */
  used: number
  /** Whose draft it is: the owner, or the person while they are in no group. */
  drafter_id: string
  /** When the next attempt was started, as PostgreSQL's text; null: it was not, or has no time limit. */
  begun: string | null
  /** The others of the group. */
  others: string[]
  /** While the group waits for the person. */
  invitation: Invitation | null
  /** To the person, or to their group. */
  given: GivenRow[] | null
  /** The latest one that counts for the person. */
  submission: SubmissionRow | null
}

/** To the person of roster row `r` in assignment `a`, or to their group `m` in it. */
const givenToDrafter = givenToOwner(sql`a.course_id`, sql`coalesce(m.group_id, r.person_id)`, sql`a.id`)

/** The column of `OwnRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const ownColumns = (id: string) => sql`
  (select json_build_object('group', ${theirGroup}, 'owner_id', ${ownerOf(sql`r.person_id`)}, 
    'used', ${usedBy(ownerOf(sql`r.person_id`))}, 'drafter_id', coalesce(m.group_id, r.person_id),
    'begun', ${begunAt(ownerOf(sql`r.person_id`), sql`${usedBy(ownerOf(sql`r.person_id`))} + 1`)},
    'others', case when a.time_limit is null then '[]' else (
      select coalesce(json_agg(o.person_id), '[]') from group_members o
      where o.course_id = m.course_id and o.group_id = m.group_id and o.person_id <> r.person_id) end,
    'invitation', case when m.person_id is not null and m.accepted_at is null then ${invitation} end,
    'given', ${givenToDrafter},
    'submission', (
      select ${submission(sql`r.person_id`)} from ${counted}
      where n.course_id = a.course_id and n.person_id = r.person_id and n.assignment_id = a.id
      order by ${latestFirst} limit 1))
    from assignments a ${groupOf(sql`r.person_id`)} where ${isThis(sql`r.course_id`, id)}) as mine`

/** In bytes, the answers of one page of attempts: one attempt may have a million, and there may be no end of attempts. */
const MOST_ANSWERED = 500_000

/** Whose draft it is: the person's group, or the person. */
const drafterOf = (personId: string) => sql`
  coalesce((select m.group_id from group_members m
    where m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = ${personId}), ${personId}::uuid)`

interface AttemptsPage {
  /** As of `OwnRow`. */
  drafter_id: string
  given: GivenRow[] | null
  attempts: { cursor: string; submission: SubmissionRow }[]
  /** How many there are from the first of these on. */
  left: number
}

/** A page of the submissions that count for the person, the latest first: as many as are asked for and fit, one at least. */
export const getAttempts = async (
  db: Kysely<DB>,
  { courseId, assignmentId, personId }: Mine,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<AttemptsPage> => {
  const { order, cursor, after: isAfter } = pagesOfAttempts
  const { rows } = await sql<AttemptsPage>`
    with own as (
      select s.*, ${byOwner} as by_owner from ${counted}
      where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = ${assignmentId}),
    wanted as (select s.* from own s where ${isAfter(after)}),
    page as (
      select s.*, row_number() over newest as nth, sum(octet_length(response::text)) over newest as so_far
      from (select s.* from wanted s order by ${order} limit ${limit}) s
      window newest as (order by ${order}))
    select ${drafterOf(personId)} as drafter_id, ${givenToOwner(sql`a.course_id`, drafterOf(personId), sql`a.id`)} as given,
      (select count(*) from wanted) as left,
      (select coalesce(
        json_agg(json_build_object('cursor', ${cursor}, 'submission', ${submissionThen(sql`${personId}::uuid`)}) order by s.nth), '[]')
        from page s where s.nth = 1 or s.so_far <= ${MOST_ANSWERED}) as attempts
    from assignments a where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0])
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
  late: boolean
  digest: string
}

/** What the receipt of a submission says; only of one that counts for the person. */
export const getSubmitted = async (
  db: Kysely<DB>,
  { courseId, assignmentId, id, personId }: Mine & { id: string },
): Promise<SubmittedRow> => {
  const { rows } = await sql<Omit<SubmittedRow, 'late'> & Dates & { given: GivenRow[] | null }>`
    select s.id, s.course_id, s.assignment_id, s.owner_id, s.attempt, s.submitted_at, s.digest,
      c.code || ' ' || c.name as course, a.name as assignment, ${dates},
      ${givenToOwner(sql`s.course_id`, sql`s.owner_id`, sql`s.assignment_id`)} as given,
      coalesce(g.name, '') as group,
      coalesce(${fullName(sql`p`)}, '') as person
    from assignments a
    join submission_people n on n.course_id = a.course_id and n.person_id = ${personId} and n.assignment_id = a.id
      and n.submission_id = ${id}
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join courses c on c.id = a.course_id
    left join groups g on g.course_id = s.course_id and g.id = s.owner_id
    left join people p on p.id = s.submitted_by
    where ${isThis(courseId, assignmentId)}`.execute(db)
  const row = found(rows[0])
  return { ...row, late: isLate(termsFor(row, row.given), row.submitted_at) }
}

interface AttemptRow {
  /** As of `OwnRow`. */
  drafter_id: string
  given: GivenRow[] | null
  attempt: SubmissionRow
  people: string[]
  files: HandedIn['files']
}

/** One submission that counts for the person, with all for whom it counts and what its files are. */
export const getAttempt = async (
  db: Kysely<DB>,
  { courseId, assignmentId, id, personId }: Mine & { id: string },
): Promise<AttemptRow> => {
  const name = fullName(sql`e`)
  const { rows } = await sql<AttemptRow>`
    select ${drafterOf(personId)} as drafter_id, ${givenToOwner(sql`a.course_id`, drafterOf(personId), sql`a.id`)} as given,
      ${submissionThen(sql`n.person_id`)} as attempt,
      (select coalesce(json_agg(${name} order by ${name}), '[]')
        from submission_people t join people e on e.id = t.person_id
        where t.course_id = s.course_id and t.submission_id = s.id and e.removed_at is null) as people,
      (select coalesce(json_object_agg(${slotName},
          json_build_object('filename', u.filename, 'bytes', u.bytes, 'sha256', encode(u.sha256, 'hex'))), '{}')
        from submission_files f join uploads u on u.id = f.upload_id
        where f.course_id = s.course_id and f.submission_id = s.id) as files
    from assignments a
    join submission_people n on n.course_id = a.course_id and n.person_id = ${personId} and n.assignment_id = a.id
      and n.submission_id = ${id}
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0])
}

/** What was typed so far by whoever hands in. */
export interface Typed {
  /** The person, or their group. */
  owner_id: string
  /** The group waits for the person. */
  waits: boolean
  /** The others of the group. */
  others: string[]
  /** Null: nothing is kept. */
  fields: DraftFields | null
  /** The ids of the latest saves. */
  applied: string | null
  /** When it was kept, as PostgreSQL's text. */
  updated_at: string | null
  /** Of what is kept: another one after each change, even of two at one instant. */
  version: string | null
}

/** The column of `Typed`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const typedColumns = (id: string) => sql`
  (select json_build_object('owner_id', coalesce(m.group_id, r.person_id),
      'waits', m.person_id is not null and m.accepted_at is null,
      'others', (select coalesce(json_agg(o.person_id), '[]') from group_members o
        where o.course_id = m.course_id and o.group_id = m.group_id and o.person_id <> r.person_id),
      'fields', d.fields, 'applied', d.applied, 'updated_at', d.updated_at, 'version', d.xmin::text)
    from assignments a
    left join group_members m
      on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = r.person_id
    left join drafts d on d.course_id = a.course_id and d.assignment_id = a.id
      and d.owner_id = coalesce(m.group_id, r.person_id)
    where ${isThis(sql`r.course_id`, id)}) as typed`

export const getTyped = async (db: Db, mine: Mine): Promise<Typed> => {
  const { typed } = await getOwn<{ typed: Typed | null }>(db, mine, typedColumns(mine.assignmentId))
  return found(typed ?? undefined)
}

/** What is the person's own once more, by its columns. */
export async function getOwn<Own>(
  db: Db,
  { courseId, personId }: Omit<Mine, 'assignmentId'>,
  columns: Expression,
): Promise<Own> {
  const { rows } = await sql<Own>`
    select ${columns} from roster r where r.course_id = ${courseId} and r.person_id = ${personId}`.execute(db)
  return found(rows[0])
}

export interface File {
  id: string
  /** of the bytes, lowercase hex */
  sha256: string
  filename: string
  bytes: number
}

/** What is a person's own of all that is looked at when they hand in. */
export interface HandInRow {
  /** The person, or their group; null: they are in none and it takes one. */
  owner_id: string | null
  /** Null: it is the person's own. */
  group_name: string | null
  /** The group waits for the person. */
  waits: boolean
  /** As the receipt names them. */
  person: string
  /** The others of the group. */
  others: string[]
  /** Whose the submission is, when there is one of that id already; null: there is none. */
  kept_for: string | null
  /** When the next attempt was started, as PostgreSQL's text; null: it was not, or has no time limit. */
  begun: string | null
  /** The latest attempt of the owner, with its files by `file-<slot id>`. */
  last: { attempt: number; files: Record<string, File> } | null
  /** Of the named uploads those that are the person's own, or in the draft of their group. */
  uploads: File[]
  /** To the person, or to their group. */
  given: GivenRow[] | null
}

const file = sql`
  json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'), 'filename', u.filename, 'bytes', u.bytes)`

interface HandingIn {
  assignmentId: string
  /** The submission's. */
  id: string
  /** The ids of the uploads that the form names. */
  uploads: string[]
}

/** Another member of the group attached upload `u` to the group's draft. */
const attachedInGroup = sql`exists (
  select from group_members o
  join draft_files f on f.course_id = o.course_id and f.owner_id = o.group_id and f.assignment_id = a.id
  where o.course_id = a.course_id and o.group_id = m.group_id and o.person_id = u.owner_id and f.upload_id = u.id)`

/** The column of `HandInRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const handInColumns = ({ assignmentId, id, uploads }: HandingIn) => sql`
  (select json_build_object(
      'owner_id', ${ownerOf(sql`r.person_id`)}, 'group_name', g.name,
      'waits', m.person_id is not null and m.accepted_at is null, 'person', ${fullName(sql`p`)},
      'others', (select coalesce(json_agg(o.person_id), '[]') from group_members o
        where o.course_id = a.course_id and o.group_id = m.group_id and o.person_id <> p.id),
      'kept_for', (select s.owner_id from submissions s where s.course_id = a.course_id and s.id = ${id}::uuid),
      'begun', ${begunAt(ownerOf(sql`r.person_id`), sql`${usedBy(ownerOf(sql`r.person_id`))} + 1`)},
      'last', (
        select json_build_object('attempt', s.attempt, 'files', (
            select coalesce(json_object_agg(${slotName}, ${file}), '{}')
            from submission_files f join uploads u on u.id = f.upload_id
            where f.course_id = s.course_id and f.submission_id = s.id))
        from submissions s
        where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(sql`r.person_id`)}
        order by s.attempt desc limit 1),
      'uploads', (
        select coalesce(json_agg(${file}), '[]') from uploads u
        where u.id = any(${`{${uploads.join()}}`}::text::uuid[]) and (u.owner_id = p.id or ${attachedInGroup})),
      'given', ${givenToDrafter})
    from assignments a ${groupOf(sql`r.person_id`)}
    join people p on p.id = r.person_id
    where ${isThis(sql`r.course_id`, assignmentId)}) as mine`

export const getHandIn = async (db: Db, asked: Mine & HandingIn): Promise<HandInRow> => {
  const { mine } = await getOwn<{ mine: HandInRow | null }>(db, asked, handInColumns(asked))
  return found(mine ?? undefined)
}
