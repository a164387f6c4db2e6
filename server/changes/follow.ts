import { sql, type Transaction } from 'kysely'
import type { Part } from '../../contract/parts.ts'
import { followAttendance } from '../attendance/follow.ts'
import { followCourse } from '../courses/follow.ts'
import { fixed } from '../db/fixed.ts'
import type { DB } from '../db/schema.ts'
import { followModeration, moderationTables } from '../discussions/follow.ts'
import { followTerms, termTables } from '../exceptions/follow.ts'
import { followRegrades } from '../feedback/follow.ts'
import { followGradebook, gradebookTables } from '../gradebook/follow.ts'
import { followDivision, followGrading, gradingTables } from '../grading/follow.ts'
import { followSums } from '../grading/followSums.ts'
import { followGroups, groupTables, takeWorksBack } from '../groups/follow.ts'
import type { LiveEvent } from '../live.ts'
import { followMarks } from '../marks/follow.ts'
import { followMessages } from '../messages/follow.ts'
import { followPublished } from '../publishing/follow.ts'
import { partTables, publishedNames } from '../publishing/tables.ts'
import { followAssignments, followPlanned } from '../releases/follow.ts'
import { followRoster, rosterTables } from '../roster/follow.ts'
import { followSchedules } from '../schedules/follow.ts'

const ofPart = (of: (part: { of: string; column: string }) => string) =>
  sql.join(
    [...partTables].map(([table, part]) => sql`when ${sql.lit(table)} then ${sql.lit(of(part))}`),
    sql` `,
  )
/** The table of a row's thing, and the column that names the thing in a row that belongs to one. */
const ofTable = fixed(sql`case r.table_name ${ofPart(({ of }) => of)} else r.table_name end`)
const parentColumn = fixed(sql`case r.table_name ${ofPart(({ column }) => column)} end`)

/** The tables of one follower in a change. `shown`: students see one of the rows, or did until now. */
interface Touched {
  courseId: string
  changeId: string
  now: Date
  ids: string[]
  shown: boolean
}

interface Follower {
  tables: readonly string[]
  follow: (trx: Transaction<DB>, touched: Touched) => Promise<LiveEvent[]>
}

/** Lets open screens read these parts again: everybody's, or staff's where students read nothing of it. */
const readAgain =
  (parts: Part[], audience?: 'staff'): Follower['follow'] =>
  async (_, { courseId }) => [{ kind: 'course_changed', course_id: courseId, parts, ...(audience && { audience }) }]

/** The followers of each noun, in the order in which they run. */
const followers: Follower[] = [
  { tables: groupTables, follow: followGroups },
  { tables: ['attendance'], follow: followAttendance },
  { tables: ['schedules'], follow: followSchedules },
  { tables: ['holidays'], follow: readAgain(['materials'], 'staff') },
  // Everything in a course shows its name, and what may be done there.
  { tables: ['courses'], follow: followCourse },
  { tables: ['join_links'], follow: readAgain([], 'staff') },
  ...publishedNames.map(
    (table): Follower => ({ tables: [table], follow: (trx, touched) => followPublished(trx, { ...touched, table }) }),
  ),
  { tables: ['marks'], follow: followMarks },
  { tables: ['planned_releases'], follow: (trx, { courseId }) => followPlanned(trx, courseId) },
  { tables: ['assignments'], follow: followAssignments },
  { tables: ['regrade_requests'], follow: followRegrades },
  { tables: ['messages'], follow: (trx, { courseId, ids, now }) => followMessages(trx, courseId, ids, now) },
  { tables: moderationTables, follow: followModeration },
  { tables: gradingTables, follow: followGrading },
  { tables: ['divisions'], follow: followDivision },
  { tables: termTables, follow: followTerms },
  { tables: gradebookTables, follow: followGradebook },
  { tables: rosterTables, follow: followRoster },
]

/** The tables whose changes something follows from. */
export const followedTables: readonly string[] = [...followers.flatMap((one) => one.tables), ...partTables.keys()]

interface Made {
  courseId: string
  changeId: string
  now: Date
  /** A grade and its sums stand in the same row. */
  summed?: boolean | undefined
}

/**
 * Does everything that follows from a change, by its rows: a row that belongs to a published thing counts as a change
 * of the thing. Returns the live events, or undefined when the change touched no row.
 */
export async function followUp(
  trx: Transaction<DB>,
  { courseId, changeId, now, summed = false }: Made,
): Promise<LiveEvent[] | undefined> {
  const { rows } = await sql<{ table_name: string; ids: string[]; shown: boolean }>`
    with r as materialized (
      select ${ofTable} as table_name, coalesce(r.after, r.before)->>(${parentColumn}) as parent, r.key, r.n,
        coalesce(r.before->>'publish_at', r.after->>'publish_at') is not null
          or 'true' in (r.before->>'show', r.after->>'show') as shown
      from change_rows r where r.course_id = ${courseId} and r.change_id = ${changeId}),
    kept as (${keepThings(courseId, changeId)})
    select table_name, array_agg(distinct coalesce(parent, key->>'id')) as ids, coalesce(bool_or(shown), false) as shown
    from r group by table_name order by table_name`.execute(trx)
  if (rows.length === 0) return undefined
  if (rows.some(({ table_name }) => ofPeople.includes(table_name))) await keepNames(trx, { courseId, changeId })
  const touched = rows.map(({ table_name }) => table_name)
  // Before the sums: a work counts on the terms of everybody whose it is.
  if (touched.some((name) => groupTables.includes(name))) await takeWorksBack(trx, { courseId, changeId })
  const hasSums = !summed && (await followSums(trx, { courseId, changeId }, touched))
  // The change wrote the sums after these rows were read.
  if (hasSums) rows.push({ table_name: 'feedback', ids: [], shown: true })
  const events: LiveEvent[] = []
  for (const { tables, follow } of followers) {
    const own = rows.filter(({ table_name }) => tables.includes(table_name))
    if (own.length === 0) continue
    const [ids, shown] = [own.flatMap((one) => one.ids), own.some((one) => one.shown)]
    events.push(...(await follow(trx, { courseId, changeId, now, ids, shown })))
  }
  // The history shows every change.
  const isTold = events.some((event) => event.kind === 'course_changed' && event.person_id === undefined)
  return isTold ? events : [...events, { kind: 'course_changed', course_id: courseId, audience: 'staff', parts: [] }]
}

/**
 * The tables whose rows are about people; an exception may be for a group or a section instead. Without those of removed
 * people: a change of theirs has their row of the roster, or is about a section that they are still in.
 */
export const ofPeople = ['roster', 'roster_pending', 'group_members', 'attendance', ...termTables]
/** How many people or groups, and how many sections, the history names of a change, besides how many they were. */
const MOST_NAMES = 5

/** Stores how many people, groups and sections a change concerned, and the present names of the first of them. */
const keepNames = (trx: Transaction<DB>, { courseId, changeId }: { courseId: string; changeId: string }) =>
  sql`
    with touched as (
      select coalesce(key->>'person_id', of->>'person_id', of->>'group_id', key->>'id')::uuid as id,
        (array_agg(of) filter (where table_name = 'roster_pending'))[1] as waits,
        case when table_name = 'exceptions' then of->>'section' end as section, min(n) as n
      from change_rows, coalesce(after, before) as of
      where course_id = ${courseId} and change_id = ${changeId} and table_name = any(${ofPeople})
      group by 1, 3),
    named as (
      select t.n, coalesce(nullif(trim(coalesce(p.first, t.waits->>'first') || ' ' || coalesce(p.last, t.waits->>'last')), ''),
        p.email, t.waits->>'email', g.name) as name
      from (select * from touched where section is null order by n limit ${MOST_NAMES}) t
      left join people p on p.id = t.id
      left join groups g on g.course_id = ${courseId} and g.id = t.id)
    update changes set about = about || jsonb_strip_nulls(jsonb_build_object(
      'names', (select coalesce(jsonb_agg(name order by n), '[]') from named where name is not null),
      'people', (select count(*) from touched),
      'sections', (select jsonb_agg(section order by n) from
        (select * from touched where section is not null order by n limit ${MOST_NAMES}) s)))
    where course_id = ${courseId} and id = ${changeId}`.execute(trx)

/** The most things that the history lists a change under. */
const MOST_THINGS = 500

/**
 * Stores the things that a change concerned, by its rows `r` if there are any, and always the thing of its line in the
 * history.
 */
const keepThings = (courseId: string, changeId: string) => sql`
    insert into change_things (course_id, thing_id, change_id)
    select ${courseId}, id, ${changeId} from (
      select (about->>'_id')::uuid as id, 0 as n from changes
      where course_id = ${courseId} and id = ${changeId} and about ? '_id' and exists (select from r)
      union all (
        select coalesce(parent, key->>'id', key->>'person_id', key->>'schedule_id')::uuid, n from r
        order by n limit ${2 * MOST_THINGS})) of_rows
    where id is not null group by id order by min(n) limit ${MOST_THINGS}
    on conflict do nothing`
