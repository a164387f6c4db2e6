import { type RawBuilder, sql } from 'kysely'
import type { SubmissionForm } from '../../contract/assignments.ts'
import type { MemberGrant } from '../access/rules.ts'
import { type NewActivity, recording } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal, refuseUnless } from '../errors.ts'
import { acceptByWorking } from '../groups/members.ts'
import { idOf, newId } from '../ids.ts'
import type { LiveEvent } from '../live.ts'
import { digestOf } from '../receipts/receipt.ts'
import { holdingUploads } from '../uploads/hold.ts'
import { droppingVersion, type Owned } from './draftVersions.ts'
import { type File, getHandIn, type HandInRow } from './handInQueries.ts'
import { inGroup } from './owner.ts'
import { findAssignment } from './queries.ts'
import { retryUntilWritten } from './retry.ts'
import {
  type Answers,
  type Fields,
  filesIn,
  isBlank,
  maySubmit,
  namedUploads,
  readAnswers,
  refuseFields,
  slotIn,
  whyNotTaken,
} from './rules.ts'
import { type CommonAssignment, commonAssignment, fieldsFor, onTermsOf } from './shown.ts'
import { getSubmitted, type SubmittedRow } from './submissionQueries.ts'
import { type Sum, scoring, sumOf, unchanged } from './sum.ts'
import { endOf, isLate } from './terms.ts'

interface HandIn extends Pick<MemberGrant, 'role'> {
  viewer: Pick<MemberGrant['viewer'], '_id'>
  /** The assignment on the owner's terms. */
  assignment: CommonAssignment
  /** The person's own data, from the access check. */
  own: HandInRow
  /** The new submission's id. If it exists already, this is a repeated request and nothing happens. */
  id: string
  /** When the answers arrived; of an attempt with a time limit perhaps shortly after its end. */
  now: Date
  form: SubmissionForm
  /** The number of the only attempt that the answers are of; absent: the next one, whichever it is. */
  attempt?: number | undefined
}

/** Everything that the server checks when somebody hands in. */
type HandInSheet = CommonAssignment &
  HandInRow & {
    fields: Fields
    /** The feedback of automatic scoring; null: the assignment no longer exists. */
    judged: CommonAssignment | null
  }

interface HandedIn {
  submitted: SubmittedRow
  /**
   * Live events to publish. The statement does not send them itself: PostgreSQL commits transactions that notify one
   * after the other, each with its own wait for the disk.
   */
  events: LiveEvent[]
}

/**
 * Keeps the answers as the next attempt of the person or their group, and removes the draft. One statement writes
 * everything, or nothing if the person's data changed since they were read: then the server reads them again and
 * decides anew, by the terms of the access check. So of two requests with one attempt left one succeeds, and attempt
 * numbers have no gaps. Throws not_found, no_group, attempts_used, assignment_closed, busy, and invalid with the
 * fields.
 */
export function handIn(db: Db, asked: HandIn): Promise<HandedIn> {
  const { assignment, own, viewer, role, id, now, form } = asked
  const mine = { courseId: assignment.course_id, assignmentId: assignment.id, personId: viewer._id, id }
  const readAgain = (id: string) => getHandIn(db, { ...mine, id, uploads: namedUploads(form) })
  let judged: CommonAssignment | null = assignment
  const judgeAgain = async ({ allowances }: HandInRow) => {
    const [row] = await findAssignment(db, { courseId: assignment.course_id, audience: 'staff' }, assignment.id)
    judged = row ? onTermsOf(commonAssignment(row), allowances) : null
  }
  return retryUntilWritten(
    own,
    () => readAgain(id),
    async (read) => {
      const { owner_id, kept_for } = read
      if (owner_id && kept_for === owner_id) return { submitted: await getSubmitted(db, mine), events: [] }
      // The person has handed in for another group since: the same key now means another submission.
      if (owner_id && kept_for) {
        const theirs = idOf(id, owner_id)
        return handIn(db, { ...asked, id: theirs, own: await readAgain(theirs) })
      }
      const used = read.last?.attempt ?? 0
      const begun = read.begun === null ? null : new Date(read.begun)
      refuseUnless(maySubmit(assignment.terms, { role, owner_id, used, begun }, now))
      // A page from before the end of its attempt does not know that the next one was begun on another device.
      if (asked.attempt !== undefined && asked.attempt !== used + 1) throw new Refusal('time_is_up')
      const sheet = { ...assignment, ...read, judged, fields: fieldsFor(assignment, found(owner_id ?? undefined)) }
      // Answers that took a moment to arrive are of the end of the attempt, so they are late only if that is.
      const at = begun ? earlier(now, endOf(assignment.terms, begun)) : now
      const attempt = attemptOf(sheet, readAnswers(sheet.fields, form), { id, by: viewer._id, at })
      if (sheet.waits) {
        // Before the attempt, not with it: two members who accept and hand in at the same moment would wait for each
        // other at the group.
        await acceptByWorking(db, { courseId: assignment.course_id, groupId: attempt.owner_id, personId: viewer._id })
        return undefined
      }
      if (!(await insertAttempt(db, sheet, attempt))) {
        if (attempt.sum) await judgeAgain(read)
        return undefined
      }
      return { submitted: submitted(sheet, attempt), events: eventsOf(sheet, attempt) }
    },
  )
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** By `file-<slot id>`. */
type Files = Record<string, File>

interface Attempt {
  id: string
  attempt: number
  by: string
  at: Date
  owner_id: string
  response: Record<string, string>
  digest: string
  files: Files
  /** The score of a work whose parts are all scored automatically; null: a person must grade one. */
  sum: Sum | null
}

/** Throws invalid for a file that is not the person's own, and if nothing is filled in. */
function attemptOf(sheet: HandInSheet, answers: Answers, made: Pick<Attempt, 'id' | 'by' | 'at'>): Attempt {
  const attempt = (sheet.last?.attempt ?? 0) + 1
  const owner_id = found(sheet.owner_id ?? undefined)
  const files = filesOf(sheet, answers)
  const of = (field: 'id' | 'sha256') =>
    Object.fromEntries(Object.entries(files).map(([slot, file]) => [slot, file[field]]))
  const response = { ...answers.texts, ...of('id') }
  refuseUnless(isBlank(sheet.fields, response))
  const digest = digestOf({
    course: sheet.course_id,
    assignment: sheet.id,
    owner: owner_id,
    attempt,
    answers: answers.texts,
    files: of('sha256'),
  })
  return {
    ...made,
    attempt,
    owner_id,
    response,
    digest,
    files,
    sum: sheet.judged && sumOf(sheet, sheet.judged, { owner_id, response, at: made.at }),
  }
}

/**
 * The files that the form names, and for empty slots the files of the previous attempt, if their slots still exist. A
 * new file must be the person's own and fit its slot.
 */
function filesOf({ slots, last, uploads }: HandInSheet, { files: named }: Answers): Files {
  const earlier = Object.fromEntries(
    slots.flatMap(filesIn).flatMap((name) => (last?.files[name] ? [[name, last.files[name]]] : [])),
  )
  const own = new Map(uploads.map((file) => [file.id, file]))
  const added = Object.entries(named).filter(([name, id]) => earlier[name]?.id !== id)
  const missing = added.filter(([, id]) => !own.has(id))
  refuseFields(Object.fromEntries(missing.map(([name]) => [name, 'is not the location of an upload of yours'])))
  const taken = added.map(([name, id]) => [name, found(own.get(id))] as const)
  const slotOf = (name: string) => slots.find((slot) => filesIn(slot).includes(name))
  refuseFields(
    Object.fromEntries(
      taken.flatMap(([name, file]) => {
        const why = whyNotTaken(file, slotOf(name))
        return why ? [[name, why]] : []
      }),
    ),
  )
  return { ...earlier, ...Object.fromEntries(taken) }
}

/**
 * Writes the attempt with everything that belongs to it in one statement; writes nothing and returns false when an
 * attempt with its number exists or the person has left the group. Fails on a foreign key when an upload was deleted
 * meanwhile.
 */
async function insertAttempt(db: Db, sheet: HandInSheet, attempt: Attempt): Promise<boolean> {
  const { rows } = await sql`
    with made as (${submission(sheet, attempt)}),
      cleared as (${draftGone(sheet, attempt)}),
      dropped as (${droppingVersion(draftOf(sheet, attempt), 1)} and ${isMade}),
      left_out as (${leftOut(sheet, attempt)})
      ${attempt.sum ? scoring(attempt, sheet.course_id, attempt.sum) : sql``} ${ended(sheet, attempt)} ${attached(sheet, attempt)} ${recorded(sheet, attempt)}
    select from made`.execute(db)
  return rows.length > 0
}

const isMade = sql`exists (select from made)`

const submission = (
  { course_id, id: assignment_id, group_name, sheet_version, judged }: HandInSheet,
  s: Attempt,
) => sql`
  insert into submissions (course_id, id, assignment_id, owner_id, attempt, submitted_by, submitted_at, response, digest,
    sheet_version)
  select ${course_id}, ${s.id}, ${assignment_id}, ${s.owner_id}, ${s.attempt}::integer, ${s.by}, ${s.at},
    ${JSON.stringify(s.response)}, ${s.digest}, ${sheet_version}::integer
  ${froms([
    ...(group_name === null ? [] : [inGroup({ courseId: course_id, groupId: s.owner_id, personId: s.by })]),
    ...(s.sum && judged ? [sql`(${unchanged(judged, s.at)}) as judged`] : []),
  ])}
  on conflict do nothing returning id`

const froms = (tables: RawBuilder<unknown>[]) => (tables.length === 0 ? sql`` : sql`from ${sql.join(tables)}`)

/** For an assignment with a time limit only. */
const ended = ({ course_id, id, time_limit }: HandInSheet, { owner_id, attempt, at }: Attempt) =>
  time_limit === null
    ? sql``
    : sql`, ended as (
        update attempt_starts set ended_at = ${at} where course_id = ${course_id} and assignment_id = ${id}
          and owner_id = ${owner_id} and attempt = ${attempt}::integer and ${isMade})`

/** For a submission with files only. */
const attached = (sheet: HandInSheet, attempt: Attempt) =>
  Object.keys(attempt.files).length === 0
    ? sql``
    : sql`, attached as (${files(sheet, attempt)}), held as (${holding(attempt)})`

const files = ({ course_id }: HandInSheet, { id, files }: Attempt) => sql`
  insert into submission_files (course_id, submission_id, slot_id, n, upload_id)
  select ${course_id}, ${id}, slot_id, n, upload_id
  from unnest(
    ${Object.keys(files).map((name) => slotIn(name).id)}::uuid[], ${Object.keys(files).map((name) => slotIn(name).n)}::smallint[],
    ${uploadsOf(files)}::uuid[]) as f (slot_id, n, upload_id) where ${isMade}`

/** The person can no longer delete these files. */
const holding = ({ files }: Attempt) => sql`${holdingUploads(uploadsOf(files))} and ${isMade}`

const uploadsOf = (files: Files) => Object.values(files).map((file) => file.id)

const draftOf = ({ course_id, id }: HandInSheet, { owner_id }: Attempt): Owned => ({
  courseId: course_id,
  assignmentId: id,
  ownerId: owner_id,
})

const draftGone = ({ course_id, id }: HandInSheet, { owner_id }: Attempt) => sql`
  delete from drafts where course_id = ${course_id} and assignment_id = ${id} and owner_id = ${owner_id} and ${isMade}
  returning fields`

/** Text of the draft that is not in the attempt, such as what another device or member typed at the last moment. */
const leftOut = ({ course_id, id, questions }: HandInSheet, { owner_id, by, at, response }: Attempt) => sql`
  insert into draft_versions (course_id, assignment_id, owner_id, id, person_id, kind, fields, created_at)
  select ${course_id}, ${id}, ${owner_id}, ${newId()}, ${by}, 'handed_in', other.fields, ${at}
  from cleared, lateral (
    select jsonb_object_agg(name, typed) as fields from (
      select name, field->>'value' as typed, ${JSON.stringify(response)}::jsonb->>name as handed_in
      from jsonb_each(cleared.fields) as draft (name, field)) as draft
    where trim(typed) <> '' and typed is distinct from handed_in
      and (name not like 'file-%' or handed_in is null or strpos(typed, handed_in) = 0) ${butOrders(questions)}) as other
  where other.fields is not null`

/** A choice that came since stands at the end of an order: what was typed is in it. */
function butOrders(questions: HandInSheet['questions']) {
  const orders = questions.flatMap(({ id, kind }) => (kind === 'ordering' ? [`item-${id}`] : []))
  return orders.length === 0
    ? sql``
    : sql`and not (name = any(${orders}::text[]) and starts_with(coalesce(handed_in, ''), rtrim(typed, ']') || ','))`
}

/** Only for a group with other members. */
const recorded = (sheet: HandInSheet, attempt: Attempt) =>
  sheet.others.length === 0 ? sql`` : sql`, recorded as (${recording(activityOf(sheet, attempt))} where ${isMade})`

/** The activity that they read. */
const activityOf = ({ course_id, person, terms, others }: HandInSheet, { id, by, at }: Attempt): NewActivity => ({
  course_id,
  kind: 'handed_in',
  subject_id: id,
  params: { person, ...(isLate(terms, at) && { late: true }) },
  actor_id: by,
  created_at: at,
  people: others,
})

/** The other members learn of the submission, the person's own devices renew themselves, and so does staff's list. */
function eventsOf({ course_id, id, others, terms }: HandInSheet, { by, at }: Attempt): LiveEvent[] {
  // Late work that takes days from a bank moves the end of the other assignments.
  const isAlone = terms.lateDaysLeft === null || !isLate(terms, at)
  const changed = { kind: 'course_changed', course_id, parts: ['work', 'activity'] } as const
  return [
    ...[by, ...others].map((person_id): LiveEvent => ({ ...changed, person_id, ...(isAlone && { thing: id }) })),
    { kind: 'handed_in', course_id, assignment_id: id },
  ]
}

const submitted = (sheet: HandInSheet, { id, owner_id, attempt, at, digest }: Attempt): SubmittedRow => ({
  id,
  course_id: sheet.course_id,
  assignment_id: sheet.id,
  owner_id,
  course: sheet.course,
  assignment: sheet.name,
  person: sheet.person,
  group: sheet.group_name ?? '',
  attempt,
  submitted_at: at,
  late: isLate(sheet.terms, at),
  digest,
})
