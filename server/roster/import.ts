import { sql } from 'kysely'
import {
  type ColumnKind,
  emailMost,
  emailPattern,
  type ImportPlan,
  type ImportRow,
  nameMost,
  type RowProblem,
  sectionMost,
} from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import type { Db } from '../db/database.ts'
import { composedCell, emailIn } from '../tables/columns.ts'
import { columnsOf, digestOf, refuseRepeated } from '../tables/plan.ts'
import type { Table } from '../tables/table.ts'
import { guessRosterColumns, roleIn } from './columns.ts'
import { findEmptied } from './emptied.ts'
import { type Added, addPlaces, type Edited, editPlaces } from './places.ts'
import { findByEmail, type Known } from './queries.ts'
import type { Renamed } from './renamed.ts'

/* People from a file: a plan for each row, and then the whole as one change. */

/** The cells of a row; undefined: the file has no such column, or the cell is empty. */
interface Asked {
  line: number
  email: string
  first: string
  last: string
  role: Role | undefined
  section: string | undefined
  problem?: RowProblem
  value?: string
}

interface Options {
  courseId: string
  /** Only instructors make somebody an instructor. */
  byInstructor: boolean
  trusted: string | undefined
  header?: boolean
  columns?: string
}

interface Planned {
  plan: ImportPlan
  added: Added[]
  edited: Edited[]
  /** People who never signed in, by id. */
  named: { id: string; first: string; last: string }[]
  renamed: Renamed[]
}

type Writes = Pick<Planned, 'added' | 'edited' | 'named'>

/** Plans each row. */
export async function planImport(db: Db, table: Table, options: Options): Promise<Planned> {
  const { header, kinds } = guessRosterColumns(table.rows, options)
  const body = header ? table.rows.slice(1) : table.rows
  const asked = body.map(({ line, cells }) => askedOf(line, cells, kinds))
  refuseRepeated(asked)
  const sound = asked.filter(({ problem }) => !problem)
  const found = await findByEmail(
    db,
    options,
    sound.map(({ email }) => email),
  )
  const knownOf = new Map(sound.map((one, i) => [one, found[i] as Known]))
  const planned: Writes = { added: [], edited: [], named: [] }
  const rows = asked.map((one) => fateOf(one, knownOf.get(one), options, planned))
  const { rows: _, ...file } = table
  const columns = columnsOf(table, header, kinds)
  const here = found.flatMap(({ id, state }) => (id && state === 'here' ? [id] : []))
  const { emptied, renamed } = await findEmptied(db, options.courseId, planned.edited, planned.added)
  const plan = { file, header, columns, rows, absent: await countAbsent(db, options.courseId, here) }
  return { ...planned, renamed, plan: { ...plan, digest: digestOf(plan.rows), ...(emptied.length > 0 && { emptied }) } }
}

/** Carries the plan out. */
export async function applyImport(
  trx: Db,
  change: Parameters<typeof addPlaces>[1],
  { added, edited, named, renamed }: Planned,
): Promise<void> {
  await addPlaces(trx, change, added)
  if (edited.length > 0) await editPlaces(trx, change.courseId, edited, renamed)
  if (named.length > 0) {
    const column = (name: 'id' | 'first' | 'last') => named.map((one) => one[name])
    await sql`
      update roster_pending w set first = i.first, last = i.last
      from unnest(${column('id')}::uuid[], ${column('first')}::text[], ${column('last')}::text[]) as i (id, first, last)
      where w.course_id = ${change.courseId} and w.id = i.id`.execute(trx)
  }
}

function askedOf(line: number, cells: string[], kinds: ColumnKind[]): Asked {
  const cell = (kind: ColumnKind) => composedCell(cells, kinds, kind)
  const email = emailIn(cell('email'))
  const [firstOfName = '', ...rest] = cell('name').split(/\s+/)
  const first = cell('first') || firstOfName
  const last = cell('last') || rest.join(' ')
  const roleText = cell('role')
  const role = roleText === '' ? undefined : roleIn(roleText)
  const section = kinds.includes('section') ? cell('section') : undefined
  const row = { line, email, first, last, role, section: section === '' ? undefined : section }
  const wrong = (problem: RowProblem, value: string) => ({ ...row, problem, value: value.slice(0, 100) })
  if (email === '') return wrong('email_missing', '')
  if (!emailPattern.test(email) || email.length > emailMost) return wrong('email_bad', cell('email'))
  if (roleText !== '' && !role) return wrong('role_unknown', roleText)
  if ((section ?? '').length > sectionMost) return wrong('section_long', section ?? '')
  if (first.length > nameMost || last.length > nameMost) return wrong('name_long', `${first} ${last}`)
  return row
}

/** Plans a row, and adds its writes to `planned`. */
function fateOf(row: Asked, known: Known | undefined, { byInstructor }: Options, planned: Writes): ImportRow {
  const { line, email, first, last } = row
  const role = row.role ?? known?.role ?? 'student'
  const section = row.section ?? known?.section ?? ''
  const nameNow = `${known?.first ?? ''} ${known?.last ?? ''}`.trim()
  const nameThen = `${first} ${last}`.trim()
  const shown = { line, email, name: nameNow || nameThen, role, section }
  const refused = (problem: RowProblem, value = ''): ImportRow => ({
    ...{ ...shown, fate: 'refused' as const, problem },
    ...(value && { value }),
  })
  if (row.problem || !known) return refused(row.problem ?? 'email_bad', row.value)
  const { state, id } = known
  const isHere = state === 'here' || state === 'pending'
  const before = known.role ?? 'student'
  if (!byInstructor && (role === 'instructor' || before === 'instructor') && !(isHere && role === before))
    return refused('instructor')
  if (!isHere) {
    const personId = id && (state === 'elsewhere' || state === 'removed') ? { personId: id } : {}
    planned.added.push({ email, first, last, role, section, ...personId })
    return {
      ...{ ...shown, fate: 'new' },
      ...(state === 'unknown' && { waits: true }),
      ...(state === 'removed' && { back: true }),
    }
  }
  if (state === 'here' && !known.verified && role !== before && role !== 'student') return refused('email_unverified')
  const waits = state === 'pending'
  const renamed = waits && nameThen !== '' && nameThen !== nameNow
  const changes: NonNullable<ImportRow['changes']> = {
    ...(role !== before && { role: [before, role] as [string, string] }),
    ...(section !== (known.section ?? '') && { section: [known.section ?? '', section] as [string, string] }),
    ...(renamed && { name: [nameNow, nameThen] as [string, string] }),
  }
  const more = waits ? { waits: true as const } : {}
  if (Object.keys(changes).length === 0) return { ...shown, fate: 'unchanged', ...more }
  if (id && (changes.role || changes.section)) planned.edited.push({ id, role, section })
  if (id && renamed) planned.named.push({ id, first, last })
  return { ...shown, ...(renamed && { name: nameThen }), fate: 'changed', changes, ...more }
}

/** The students of the course who are not in the file. */
export async function countAbsent(db: Db, courseId: string, ids: string[]): Promise<number> {
  const { rows } = await sql<{ absent: number }>`
    select count(*)::int as absent from roster r join people p on p.id = r.person_id and p.removed_at is null
    where r.course_id = ${courseId} and r.role = 'student' and r.person_id <> all(${ids}::uuid[])`.execute(db)
  return rows[0]?.absent ?? 0
}
