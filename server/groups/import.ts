import { sql } from 'kysely'
import { groupNameMost } from '../../contract/groups.ts'
import {
  type GroupColumnKind,
  type GroupImportPlan,
  type GroupImportRow,
  type GroupRowProblem,
  groupColumnKinds,
} from '../../contract/staff/groups.ts'
import { emailMost } from '../../contract/staff/roster.ts'
import type { Db } from '../db/database.ts'
import { countAbsent } from '../roster/import.ts'
import { findByEmail, type Known } from '../roster/queries.ts'
import { composedCell, emailIn, guessColumns, isEmail, isEmailHeading } from '../tables/columns.ts'
import { columnsOf, digestOf, refuseRepeated } from '../tables/plan.ts'
import type { Table, TableRow } from '../tables/table.ts'
import { makeGroups, moveMembers } from './writes.ts'

/* Groups from a file: a plan for each row, and then the whole as one change. */

interface Place {
  courseId: string
  groupingId: string
}

interface Planned {
  plan: GroupImportPlan
  /** The names of the new groups. */
  made: string[]
  /** The group by its id, or by its place among the new groups. */
  moves: { personId: string; group: string | number }[]
}

/** Plans each row. */
export async function planImport(
  db: Db,
  table: Table,
  options: Place & { trusted: string | undefined; header?: boolean; columns?: string },
): Promise<Planned> {
  const { header, kinds } = guessGroupColumns(table.rows, options)
  const asked = table.rows.slice(header ? 1 : 0).map((row) => askedOf(row, kinds))
  refuseRepeated(asked)
  const sound = asked.filter(({ problem }) => !problem)
  const emails = sound.map(({ email }) => email)
  const found = await findByEmail(db, options, emails)
  const knownOf = new Map(sound.map((one, i) => [one, found[i] as Known]))
  const groups = await findGroups(db, options)
  const idOf = new Map<string, string | number>(groups.toReversed().map(({ id, name }) => [plain(name), id]))
  const groupOf = new Map(groups.flatMap((group) => group.members.map((id) => [id, group] as const)))
  const made: string[] = []
  const moves: Planned['moves'] = []

  function fateOf({ line, email, group, problem, value }: Asked, known: Known | undefined): GroupImportRow {
    const name = `${known?.first ?? ''} ${known?.last ?? ''}`.trim()
    const shown = { line, email, name, group }
    const refused = (why: GroupRowProblem, value = ''): GroupImportRow => ({
      ...{ ...shown, fate: 'refused' as const, problem: why },
      ...(value && { value }),
    })
    if (problem || !known) return refused(problem ?? 'email_bad', value)
    if (known.state !== 'here' || !known.id) return refused('not_here')
    if (known.role !== 'student') return refused('no_student')
    const from = groupOf.get(known.id)
    const key = plain(group)
    const isThere = idOf.has(key)
    if (!isThere) {
      idOf.set(key, made.length)
      made.push(group)
    }
    const to = idOf.get(key) ?? 0
    if (from?.id === to) return { ...shown, group: from.name, fate: 'unchanged' }
    moves.push({ personId: known.id, group: to })
    return {
      ...{ ...shown, fate: from ? ('changed' as const) : ('new' as const) },
      ...(typeof to === 'number' && { makes: true as const }),
      ...(from && { from: from.name }),
    }
  }

  const rows = asked.map((one) => fateOf(one, knownOf.get(one)))
  const { rows: _, ...file } = table
  const here = found.flatMap(({ id, state }) => (id && state === 'here' ? [id] : []))
  const absent = await countAbsent(db, options.courseId, here)
  const plan = { file, header, columns: columnsOf(table, header, kinds), rows, absent, digest: digestOf(rows) }
  return { plan, made, moves }
}

/** Carries the plan out. Returns the timed assignments that somebody may begin again by that. */
export async function applyImport(
  trx: Db,
  { courseId, groupingId, actorId, now, newId }: Place & { actorId: string; now: Date; newId: (n: number) => string },
  { made, moves }: Planned,
): Promise<string[]> {
  const place = { courseId, groupingId, now }
  const groups = made.map((name, n) => ({ id: newId(n), name, members: [] }))
  await makeGroups(trx, { ...place, actorId }, groups)
  const items = moves.map(({ personId, group }) => ({
    person_id: personId,
    group_id: typeof group === 'string' ? group : newId(group),
  }))
  return items.length > 0 ? moveMembers(trx, place, items) : []
}

const isGroupHeading = (text: string) => /^(group|team|bench|lab)|group$|กลุ่ม|ทีม/.test(text)

const guessGroupColumns = (rows: TableRow[], given: { header?: boolean; columns?: string }) =>
  guessColumns<Exclude<GroupColumnKind, ''>>(rows, given, {
    all: groupColumnKinds,
    ofHeading: (text) => (isEmailHeading(text) ? 'email' : isGroupHeading(text) ? 'group' : ''),
    likely: [
      { kind: 'email', is: isEmail },
      { kind: 'group', is: (cell) => !isEmail(cell), onlyWithoutHeadings: true },
    ],
  })

interface Asked {
  line: number
  email: string
  group: string
  problem?: GroupRowProblem
  value?: string
}

function askedOf({ line, cells }: TableRow, kinds: (GroupColumnKind | '')[]): Asked {
  const cell = (kind: GroupColumnKind) => composedCell(cells, kinds, kind)
  const email = emailIn(cell('email'))
  const group = cell('group').replace(/\s+/g, ' ')
  const row = { line, email, group }
  if (email === '') return { ...row, problem: 'email_missing' }
  if (!isEmail(email) || email.length > emailMost)
    return { ...row, problem: 'email_bad', value: cell('email').slice(0, 100) }
  if (group === '') return { ...row, problem: 'group_missing' }
  if (group.length > groupNameMost) return { ...row, group: '', problem: 'group_long' }
  return row
}

/** The same key for names that differ in capitals and spaces alone. */
const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** The groups of a grouping in the order in which they were made, with their members. */
async function findGroups(db: Db, { courseId, groupingId }: Place) {
  const { rows } = await sql<{ id: string; name: string; members: string[] }>`
    select g.id, g.name, array(select m.person_id from group_members m
      where m.course_id = g.course_id and m.group_id = g.id) as members
    from groups g where g.course_id = ${courseId} and g.grouping_id = ${groupingId}
    order by g.created_at, g.id`.execute(db)
  return rows
}
