import { sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import {
  type Cell,
  type CellValue,
  columnsMost,
  type GradeColumn,
  type Grades,
} from '../../contract/staff/gradebook.ts'
import { hundredths, letterOf } from '../../contract/totals.ts'
import { byAttempt, byOwner, scoreFor } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { byName } from '../users/name.ts'
import { inChunks } from './chunks.ts'
import { closedCells } from './closed.ts'
import { type SetupRow, setupColumns, setupOf } from './queries.ts'
import { putZeros } from './zeroFrom.ts'

/* The gradebook as staff see it, with unreleased scores. */

const columns = (courseId: string) => sql`
  select id as _id, name as gradable_name, score as gradable_score, assignment_id, attendance_late, category_id, extra, zero_from,
    released, final, final_released, revision, position
  from gradables g
  where course_id = ${courseId} and deleted_at is null and not exists (
    select from assignments a where a.course_id = g.course_id and a.id = g.assignment_id and a.deleted_at is not null)`
const inOrder = sql`order by final, position, id limit ${columnsMost}`

export type ColumnRow = GradeColumn & { final_released: boolean; position: number }

export async function findColumns(db: Db, courseId: string): Promise<ColumnRow[]> {
  const { rows } = await sql<ColumnRow>`${columns(courseId)} ${inOrder}`.execute(db)
  return rows
}

export async function findColumn(db: Db, courseId: string, id: string): Promise<ColumnRow | undefined> {
  const { rows } = await sql<ColumnRow>`${columns(courseId)} and id = ${id}`.execute(db)
  return rows[0]
}

export const getColumn = async (db: Db, courseId: string, id: string): Promise<ColumnRow> =>
  found(await findColumn(db, courseId, id))

/** The attempt that counts of an `asked` person: the latest, the best or the first, as the assignment's rule says. */
const counting = (courseId: string) => sql`
  select s.id as submission_id
  from submission_people n
  join assignments a on a.course_id = n.course_id and a.id = n.assignment_id and a.deleted_at is null
  join submissions s on s.course_id = n.course_id and s.id = n.submission_id
  left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
  where n.course_id = ${courseId} and n.person_id = asked.person_id and n.assignment_id = asked.assignment_id
  order by case when a.counts = 'best' then ${scoreFor(sql`n.person_id`)} end desc nulls last, ${byOwner} desc,
    ${byAttempt(scoreFor(sql`n.person_id`))}, s.submitted_at desc limit 1`

/**
 * Everyone with their cells, in two statements at once, whatever the size, and a third where an empty cell counts as
 * nought.
 */
export async function readGrades(db: Db, courseId: string): Promise<Grades> {
  // The cells take longest, so they are asked for first.
  const [texts, { people, columns, without, finals, ...setup }] = await Promise.all([
    findCellTexts(db, courseId),
    findBook(db, courseId),
  ])
  const scheme = setupOf(setup)
  // Students who were told a letter keep it; one that is to come goes by the letters of now.
  const letters = new Map(
    finals.map(({ person_id, score, letter, told }) => [
      person_id,
      told ? letter : letterOf(hundredths(score), scheme.letters),
    ]),
  )
  const rows = people.map((person): Grades['rows'][number] => {
    const letter = letters.get(person._id)
    return { ...person, ...(letter && { final_letter: letter }), cells: Array<Cell>(columns.length).fill(null) }
  })
  const cellsOf = new Map(rows.map(({ _id, cells }) => [_id, cells]))
  for (const [n, { _id, assignment_id, final, final_released, released }] of columns.entries()) {
    const isReleased = final ? final_released : released
    for (const { of, text } of texts) if (of === _id || of === assignment_id) putCells(text, n, isReleased, cellsOf)
  }
  await putZeros(db, courseId, { columns, rows })
  return {
    ...scheme,
    ...{ columns, rows, without },
    final_released: columns.some(({ final, final_released }) => final && final_released),
  }
}

type Rows = ReturnType<typeof sql>
const asJson = (rows: Rows) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

interface Book extends SetupRow {
  people: Omit<Grades['rows'][number], 'cells'>[]
  columns: ColumnRow[]
  without: Grades['without']
  /** The final grades, and whether students are told them. */
  finals: { person_id: string; score: number; letter: string | null; told: boolean }[]
}

/** The gradebook without its cells. */
async function findBook(db: Db, courseId: string): Promise<Book> {
  const students = sql`
    select p.id as _id, p.first, p.last, r.section
    from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.role = 'student'
    order by ${byName('p')} limit ${mostRoster}`
  // Published and planned assignments with points and without a column.
  const without = sql`
    select id as _id, name as assignment_name, score as assignment_score from assignments a
    where course_id = ${courseId} and deleted_at is null and publish_at is not null and score > 0 and not exists (
      select from gradables g where g.course_id = a.course_id and g.assignment_id = a.id and g.deleted_at is null)
    order by due_at nulls last, id limit ${columnsMost}`
  const finals = sql`
    select e.person_id, e.score, e.letter, g.final_released as told from gradables g
    join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.score is not null
    where g.course_id = ${courseId} and g.final and g.deleted_at is null limit ${mostRoster}`
  const { rows } = await sql<Book>`
    select ${asJson(students)} as people, ${asJson(sql`${columns(courseId)} ${inOrder}`)} as columns,
      ${asJson(without)} as without, ${asJson(finals)} as finals, ${setupColumns(courseId)}`.execute(db)
  return rows[0] as Book
}

/** One table's cells of a column, or of its assignment. */
interface CellText {
  of: string
  /** A person's id followed by their cell: `7.5`, `h7.5` for an unreleased score, `x` for excused, `closed`. */
  text: string
}

/** The length of a person's id. */
const ID = 36

/** Each table lists its own cells, without joins; where two tables have a cell, the later one counts. */
async function findCellTexts(db: Db, courseId: string): Promise<CellText[]> {
  const { rows } = await sql<CellText>`
    select 1 as place, c.assignment_id as of, string_agg(c.person_id || 'closed', ',') as text
    from (${closedCells(courseId, sql`true`)}) c group by c.assignment_id
    union all
    select 2, t.gradable_id, string_agg(t.person_id || t.score::text, ',')
    from attendance_scores t where t.course_id = ${courseId} group by t.gradable_id
    union all
    select 3, e.gradable_id, string_agg(e.person_id || case when e.excused then 'x' else e.score::text end, ',')
    from entries e where e.course_id = ${courseId} and (e.excused or e.score is not null) group by e.gradable_id
    union all
    select 4, w.assignment_id, string_agg(w.person_id || case when w.show then w.score::text else 'h' || w.score end, ',')
    from graded_works w where w.course_id = ${courseId} group by w.assignment_id
    order by place`.execute(db)
  return rows
}

/**
 * Writes the cells of column `n` into the rows. Excused and closed cells stay: whether a closed cell has a score is not
 * shown.
 */
function putCells(text: string, n: number, isReleased: boolean, cellsOf: Map<string, Cell[]>): void {
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    end = text.indexOf(',', at)
    if (end < 0) end = text.length
    const cells = cellsOf.get(text.slice(at, at + ID))
    if (cells && cells[n] !== 'excused' && cells[n] !== 'closed')
      cells[n] = cellOf(text.slice(at + ID, end), isReleased)
  }
}

function cellOf(text: string, isReleased: boolean): Cell {
  if (text === 'x') return 'excused'
  if (text === 'closed') return text
  const isHidden = text.startsWith('h')
  const score = Number(isHidden ? text.slice(1) : text)
  return isHidden || !isReleased ? { hidden: score } : score
}

export interface Place {
  person_id: string
  gradable_id: string
}

export interface StandingCell extends Place {
  /** Null where the cell is closed. */
  now: CellValue
  closed: boolean
  /** The submitted work that has the score. */
  submission_id: string | null
  of_group: boolean
  /** Whether the person has another score than the work. */
  own: boolean
  /** Whether the score was entered here, and not given to a work. */
  entered: boolean
  final: boolean
  /** A released final grade. */
  released_final: boolean
}

/** The present content of some cells, and their people; missing cells are left out. */
export async function findCells(db: Db, courseId: string, places: Place[]): Promise<StandingCell[]> {
  const cells: StandingCell[] = []
  for (const some of inChunks(places)) cells.push(...(await findSome(db, courseId, some)))
  return cells
}

async function findSome(db: Db, courseId: string, places: Place[]): Promise<StandingCell[]> {
  const people = places.map(({ person_id }) => person_id)
  const ids = places.map(({ gradable_id }) => gradable_id)
  const { rows } = await sql<StandingCell>`
    with asked as (
      select distinct a.person_id, g.id as gradable_id, g.assignment_id, g.final, g.final and g.final_released as released_final
      from unnest(${people}::uuid[], ${ids}::uuid[]) as a (person_id, gradable_id)
      join gradables g on g.course_id = ${courseId} and g.id = a.gradable_id and g.deleted_at is null
      join roster r on r.course_id = ${courseId} and r.person_id = a.person_id and r.role = 'student'),
    closed as (${closedCells(courseId, sql`h.assignment_id in (select assignment_id from asked)`)})
    select asked.person_id, asked.gradable_id, c.person_id is not null as closed,
      case when c.person_id is not null then null when e.excused then '"excused"'::json else to_json(coalesce(s.score, e.score, t.score)) end as now,
      x.id as submission_id, coalesce(x.owner_id <> asked.person_id, false) as of_group,
      coalesce(f.members ? asked.person_id::text, false) as own, s.score is null and e.score is not null as entered, asked.final, asked.released_final
    from asked
    left join entries e on e.course_id = ${courseId} and (e.gradable_id, e.person_id) = (asked.gradable_id, asked.person_id)
    left join attendance_scores t on t.course_id = ${courseId} and (t.gradable_id, t.person_id) = (asked.gradable_id, asked.person_id)
    left join closed c on (c.person_id, c.assignment_id) = (asked.person_id, asked.assignment_id)
    left join lateral (${counting(courseId)}) w on true
    left join graded_works s on s.course_id = ${courseId} and (s.assignment_id, s.person_id) = (asked.assignment_id, asked.person_id)
    left join submissions x on x.course_id = ${courseId} and x.id = coalesce(s.submission_id, w.submission_id)
    left join feedback f on f.course_id = ${courseId} and f.submission_id = x.id`.execute(db)
  return rows
}

export interface CellStep {
  change_id: string
  at: Date
  actor: { _id: string; first: string; last: string } | null
  before: CellValue
  after: CellValue
  /** Null: of no attempt, or of the only one. */
  attempt: number | null
  reason: string
}

const STEPS = 100

/** The history of a cell, by hand or by feedback, the newest first. */
export async function findCellHistory(
  db: Db,
  courseId: string,
  { person_id, gradable_id }: Place,
): Promise<CellStep[]> {
  const value = (row: 'before' | 'after') => {
    const of = sql.ref(`c.${row}`)
    return sql`case when (${of}->>'excused')::boolean then '"excused"'::jsonb
      else coalesce(to_jsonb((${of}->'members'->${person_id}->>'score')::numeric), nullif(${of}->'score', 'null')) end`
  }
  const { rows } = await sql<CellStep>`
    with keys as (
      select 'entries' as table_name, jsonb_build_object('course_id', ${courseId}::uuid, 'person_id', ${person_id}::uuid,
        'gradable_id', ${gradable_id}::uuid) as key, null::int as attempt
      union all
      select 'feedback', jsonb_build_object('course_id', n.course_id, 'submission_id', n.submission_id),
        case when count(*) over () > 1 then s.attempt end
      from gradables g join submission_people n on n.course_id = g.course_id and n.assignment_id = g.assignment_id
      join submissions s on s.course_id = n.course_id and s.id = n.submission_id
      where g.course_id = ${courseId} and g.id = ${gradable_id} and n.person_id = ${person_id})
    select c.change_id, h.created_at as at, ${value('before')} as before, ${value('after')} as after, k.attempt,
      coalesce(c.after->'members'->${person_id}->>'reason', c.after->>'override_reason', c.after->>'reason', '') as reason,
      case when p.id is not null then json_build_object('_id', p.id, 'first', p.first, 'last', p.last) end as actor
    from keys k join change_rows c on c.course_id = ${courseId} and c.table_name = k.table_name and c.key = k.key
    join changes h on h.course_id = c.course_id and h.id = c.change_id
    left join people p on p.id = h.actor_id and p.removed_at is null
    where ${value('before')} is distinct from ${value('after')}
    order by h.created_at desc, c.n desc limit ${STEPS}`.execute(db)
  return rows
}
