import { type Kysely, sql } from 'kysely'
import { graceSeconds, type SubmissionForm } from '../../contract/assignments.ts'
import type { DB } from '../db/schema.ts'
import { doEach } from '../doEach.ts'
import { found, Refusal } from '../errors.ts'
import { idOf } from '../ids.ts'
import { type LiveEvent, tellWithin } from '../live.ts'
import { type AllowanceRow, allowancesOfOwner, termsFor } from './allowances.ts'
import { getTyped } from './draftQueries.ts'
import { getHandIn } from './handInQueries.ts'
import { listedAssignment, usedDays } from './list.ts'
import { getOwn } from './owner.ts'
import { type WorkRow, workColumns } from './ownQueries.ts'
import { dates, findAssignment, findAssignments } from './queries.ts'
import { kindsOf, namedUploads, withPresentOptions } from './rules.ts'
import { commonAssignment, fieldsFor, onTermsOf } from './shown.ts'
import { handIn } from './submit.ts'
import { type Dates, endOf, isOver } from './terms.ts'
import { withWorkTerms } from './workTerms.ts'

/*
 * Hands in the drafts of people whose time is up and who are gone, as of the end of their time. A job looks for such
 * drafts each minute; the next save of the draft does not wait for it.
 */

interface Open extends Dates {
  course_id: string
  assignment_id: string
  owner_id: string
  attempt: number
  started_at: Date
  /** The person who hands in: the owner, or a member of the group; null: nobody is left. */
  person_id: string | null
  allowances: AllowanceRow[] | null
}

/** The most drafts that one statement finds. */
const MOST = 200

interface Of {
  courseId: string
  assignmentId: string
  ownerId: string
}

/**
 * Hands in the drafts of attempts whose time ended before `now`, of everybody or of one owner. Returns how many. The next
 * round tries again what failed.
 */
export const handInOver = (db: Kysely<DB>, now: Date, of?: Of): Promise<number> =>
  doEach(
    findEnded(db, now, of),
    // Some people have more time than usual, and the late days that are left differ by person.
    async (one) => isOver(termsFor(one, one.allowances, mostUsed(one)), one.started_at, now) && handInOne(db, one, now),
  )

/** Open attempts whose usual time has ended, each once. */
async function* findEnded(db: Kysely<DB>, now: Date, of: Of | undefined): AsyncGenerator<Open> {
  let last: Open | undefined
  do {
    const { rows } = await sql<Open>`
      select b.course_id, b.assignment_id, b.owner_id, b.attempt, b.started_at, ${dates},
        ${allowancesOfOwner(sql`b.course_id`, { ownerId: sql`b.owner_id`, personId: sql`b.started_by` }, sql`b.assignment_id`)} as allowances, coalesce(
        (select r.person_id from roster r where r.course_id = b.course_id and r.person_id = b.owner_id),
        (select m.person_id from group_members m
          where m.course_id = b.course_id and m.group_id = b.owner_id
          order by m.person_id = b.started_by desc, m.person_id limit 1)) as person_id
      from attempt_starts b
      join assignments a on a.course_id = b.course_id and a.id = b.assignment_id
      join courses c on c.id = b.course_id
      where b.ended_at is null and a.deleted_at is null and a.time_limit is not null
        and least(b.started_at + a.time_limit * interval '1 minute', a.closes_at,
          case when c.late_rule->>'kind' in ('refuse', 'bank') then a.due_at end)
          < ${now}::timestamptz - ${graceSeconds} * interval '1 second'
        ${of ? sql`and b.course_id = ${of.courseId} and b.assignment_id = ${of.assignmentId} and b.owner_id = ${of.ownerId}` : sql``}
        ${last ? sql`and (b.started_at, b.assignment_id, b.owner_id) > (${last.started_at}, ${last.assignment_id}, ${last.owner_id})` : sql``}
      order by b.started_at, b.assignment_id, b.owner_id limit ${MOST}`.execute(db)
    yield* rows
    last = rows.length < MOST ? undefined : rows.at(-1)
  } while (last)
}

const mostUsed = ({ late_rule: rule }: Dates) => (rule.kind === 'bank' ? rule.days : 0)

/** How many late days of the course's bank the person has used for other work, as when they hand in themselves. */
async function findUsed(db: Kysely<DB>, { course_id: courseId, assignment_id, person_id, late_rule }: Open) {
  if (late_rule.kind !== 'bank' || person_id === null) return 0
  const [work, list] = await Promise.all([
    getOwn<WorkRow>(db, { courseId, personId: person_id }, workColumns),
    findAssignments(db, { courseId, audience: 'student' }),
  ])
  const listed = list.map((row) => listedAssignment(row, 'student'))
  return usedDays(
    listed,
    await withWorkTerms(db, { courseId, personId: person_id }, { list: listed, own: work }),
    assignment_id,
  )
}

/** Whether the time is up, with the late days that are left. */
async function handInOne(db: Kysely<DB>, open: Open, now: Date): Promise<boolean> {
  const { course_id, assignment_id, owner_id, attempt, person_id, allowances } = open
  const [row] = await findAssignment(db, { courseId: course_id, audience: 'staff' }, assignment_id)
  const assignment = row && onTermsOf(commonAssignment(row), allowances, await findUsed(db, open))
  if (!assignment || !isOver(assignment.terms, open.started_at, now)) return false
  // A person who has left the course keeps their draft.
  if (person_id === null) {
    await end(db, open, now)
    return true
  }
  const mine = { courseId: course_id, assignmentId: assignment_id, personId: person_id }
  const { fields } = await getTyped(db, mine)
  const kinds = kindsOf(fieldsFor(assignment, owner_id))
  const present = withPresentOptions(kinds, fields ?? {})
  const typed = Object.entries(present).filter(([name]) => kinds.has(name))
  const events = await handInTyped(Object.fromEntries(typed.map(([name, { value }]) => [name, value])))
  await db.transaction().execute(async (trx) => {
    for (const event of events) await tellWithin(trx, event)
  })
  return true

  /** Without the fields that the assignment refuses, such as a removed file, so that the rest is not lost. */
  async function handInTyped(form: SubmissionForm): Promise<LiveEvent[]> {
    const id = idOf('time is up', assignment_id, owner_id, String(attempt))
    const at = endOf(found(assignment).terms, open.started_at)
    const own = await getHandIn(db, { ...mine, id, uploads: namedUploads(form) })
    try {
      const by = { viewer: { _id: found(person_id ?? undefined) }, role: 'student' } as const
      const { events } = await handIn(db, { assignment: found(assignment), own, ...by, id, now: at, form })
      return events
    } catch (error) {
      // Of the moment: what was typed is handed in by the next round.
      if (!(error instanceof Refusal) || error.code === 'busy') throw error
      const rest = Object.entries(form).filter(([name]) => !(error.fields && name in error.fields))
      if (error.code === 'invalid' && rest.length < Object.keys(form).length)
        return handInTyped(Object.fromEntries(rest))
      // A member has handed in meanwhile, or the person is in another group.
      await end(db, open, now)
      return []
    }
  }
}

const end = async (db: Kysely<DB>, { course_id, assignment_id, owner_id, attempt }: Open, at: Date): Promise<void> => {
  await sql`
    update attempt_starts set ended_at = ${at} where course_id = ${course_id} and assignment_id = ${assignment_id}
      and owner_id = ${owner_id} and attempt = ${attempt} and ended_at is null`.execute(db)
}
