import { sql } from 'kysely'
import type { SubmissionForm } from '../../contract/assignments.ts'
import type { MemberGrant } from '../access/rules.ts'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal, refuseUnless } from '../errors.ts'
import type { News } from '../live.ts'
import { digestOf } from '../receipts/receipt.ts'
import { getSheet } from './queries.ts'
import { type Answers, isBlank, maySubmit, readAnswers, refuseFields, type Sheet } from './rules.ts'

interface HandIn extends Omit<MemberGrant, 'version'> {
  assignmentId: string
  /** The submission's. If it is there, this is a repeat and nothing happens. */
  id: string
  /** When the answers arrived. */
  now: Date
  form: SubmissionForm
}

/**
 * Keeps the answers as the next attempt of the person or of their group, and takes the person's draft away. Attempts of
 * one owner wait for each other, so that of two with one attempt left one wins, and numbers have no gaps. Answers the
 * news to publish. Throws not_found, no_group, attempts_used, assignment_closed, and invalid with the fields.
 */
export async function handIn(db: Db, { courseId, assignmentId, viewer, role, id, now, form }: HandIn): Promise<News[]> {
  const sheet = await getSheet(db, courseId, assignmentId, viewer._id)
  return db.transaction().execute(async (trx) => {
    await waitForOthers(trx, sheet)
    await stayInGroup(trx, sheet, viewer._id)
    const last = await findLast(trx, sheet, id)
    if (last?.id === id) return []
    refuseUnless(maySubmit(sheet, role, last?.attempt ?? 0, now))
    const answers = readAnswers(sheet, form)
    const files = await holdFiles(trx, viewer._id, answers, keptFiles(sheet, last))
    await insertSubmission(trx, sheet, {
      id,
      attempt: (last?.attempt ?? 0) + 1,
      by: viewer._id,
      at: now,
      answers,
      files,
    })
    await deleteDraft(trx, sheet, viewer._id)
    return tellGroup(trx, sheet, viewer, now)
  })
}

const waitForOthers = (trx: Db, { id, owner_id }: Sheet) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${id}/${owner_id}`}, 0))`.execute(trx)

/** Until the attempt is in, the person cannot leave the group. Throws no_group for who has left since. */
async function stayInGroup(trx: Db, { course_id, group_name, owner_id }: Sheet, personId: string): Promise<void> {
  if (group_name === null) return
  const { rows } = await sql`
    select from group_members where course_id = ${course_id} and group_id = ${owner_id} and person_id = ${personId}
    for key share`.execute(trx)
  if (rows.length === 0) throw new Refusal('no_group')
}

interface File {
  id: string
  /** of the bytes, lowercase hex */
  sha256: string
}
/** By `file-<slot id>`. */
type Files = Record<string, File>

interface LastRow {
  id: string
  attempt: number
  files: Files
}

/** The submission of this id if it is there, otherwise the latest one of the owner. */
async function findLast(trx: Db, sheet: Sheet, id: string): Promise<LastRow | undefined> {
  const { rows } = await sql<LastRow>`
    select s.id, s.attempt, (
      select coalesce(json_object_agg('file-' || f.slot_id,
        json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'))), '{}')
      from submission_files f join uploads u on u.id = f.upload_id
      where f.course_id = s.course_id and f.submission_id = s.id) as files
    from submissions s
    where s.course_id = ${sheet.course_id} and s.assignment_id = ${sheet.id} and s.owner_id = ${sheet.owner_id}
    order by s.id = ${id} desc, s.attempt desc limit 1`.execute(trx)
  return rows[0]
}

/** Those of the attempt before, as far as their slots are still there. */
function keptFiles({ slots }: Sheet, last: LastRow | undefined): Files {
  const kept = slots.map((id) => `file-${id}`).flatMap((slot) => (last?.files[slot] ? [[slot, last.files[slot]]] : []))
  return Object.fromEntries(kept)
}

/**
 * The files of the new attempt: those that the form names, and for the slots it leaves empty those of the attempt
 * before. New ones must be the person's own, and are theirs no longer to take back.
 */
async function holdFiles(trx: Db, personId: string, { files: named }: Answers, earlier: Files): Promise<Files> {
  const news = Object.entries(named).filter(([slot, id]) => earlier[slot]?.id !== id)
  if (news.length === 0) return earlier
  const { rows } = await sql<File>`
    update uploads set held = true where id = any(${news.map(([, id]) => id)}) and owner_id = ${personId}
    returning id, encode(sha256, 'hex') as sha256`.execute(trx)
  const own = new Map(rows.map((file) => [file.id, file]))
  const missing = news.filter(([, id]) => !own.has(id))
  refuseFields(Object.fromEntries(missing.map(([slot]) => [slot, 'is not the location of an upload of yours'])))
  return { ...earlier, ...Object.fromEntries(news.map(([slot, id]) => [slot, found(own.get(id))])) }
}

interface Attempt {
  id: string
  attempt: number
  by: string
  at: Date
  answers: Answers
  files: Files
}

async function insertSubmission(trx: Db, sheet: Sheet, { id, attempt, by, at, answers: { texts }, files }: Attempt) {
  const { course_id, id: assignment_id } = sheet
  const owner_id = found(sheet.owner_id ?? undefined)
  const of = (field: keyof File) => Object.fromEntries(Object.entries(files).map(([slot, file]) => [slot, file[field]]))
  const response = { ...texts, ...of('id') }
  refuseUnless(isBlank(sheet, response))
  const digest = digestOf({
    course: course_id,
    assignment: assignment_id,
    owner: owner_id,
    attempt,
    answers: texts,
    files: of('sha256'),
  })
  await trx
    .insertInto('submissions')
    .values({
      course_id,
      id,
      assignment_id,
      owner_id,
      attempt,
      submitted_by: by,
      submitted_at: at,
      response: JSON.stringify(response),
      digest,
    })
    .execute()
  const rows = Object.entries(files).map(([slot, file]) => ({
    course_id,
    submission_id: id,
    slot_id: slot.slice('file-'.length),
    upload_id: file.id,
  }))
  if (rows.length > 0) await trx.insertInto('submission_files').values(rows).execute()
}

const deleteDraft = (trx: Db, { course_id, id }: Sheet, personId: string) =>
  trx
    .deleteFrom('drafts')
    .where('course_id', '=', course_id)
    .where('assignment_id', '=', id)
    .where('person_id', '=', personId)
    .execute()

/** The others of the group learn that it was handed in; the person's own devices that there is something new. */
async function tellGroup(trx: Db, sheet: Sheet, viewer: MemberGrant['viewer'], now: Date): Promise<News[]> {
  const { course_id, group_name, owner_id } = sheet
  const own: News = { kind: 'course_changed', course_id, person_id: viewer._id }
  if (group_name === null) return [own]
  const members = await trx
    .selectFrom('group_members')
    .select('person_id')
    .where('course_id', '=', course_id)
    .where('group_id', '=', owner_id)
    .where('person_id', '!=', viewer._id)
    .execute()
  const event = {
    course_id,
    type: 'assignment' as const,
    title: `${viewer.first} ${viewer.last} submitted ${sheet.name} for ${group_name}`,
    link: `/course/${course_id}/assignments/${sheet.id}/worksheet`,
    actor_id: viewer._id,
    created_at: now,
  }
  const others = members.map((member) => member.person_id)
  return [own, ...(await recordActivity(trx, event, others))]
}
