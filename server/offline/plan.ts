import { pointsOf } from '../../contract/points.ts'
import type { OfflinePlan, OfflineProblem, OfflineRow } from '../../contract/staff/offline.ts'
import { findGradedWorks, type GradedWork, type NewGrade } from '../answers/queries.ts'
import { sumOf } from '../answers/rules.ts'
import type { CommonAssignment } from '../assignments/shown.ts'
import type { Db } from '../db/database.ts'
import { findItems, type ItemRow } from '../grading/queries.ts'
import { partsOf } from '../grading/rules.ts'
import type { HiddenNames } from '../hiddenNames/queries.ts'
import { maskFor } from '../hiddenNames/rules.ts'
import { columnsOf, digestOf } from '../tables/plan.ts'
import type { Table } from '../tables/table.ts'
import { findImportedSince, findOwners } from './queries.ts'
import {
  askedOf,
  asRead,
  guessOfflineColumns,
  isSamePoints,
  isTooLong,
  isWorkId,
  type MarkedRow,
  ownersIn,
  pointsIn,
  unplacedPoints,
} from './sheet.ts'
import { offlineWords } from './words.ts'

/* Plans the import of a sheet: what each row does to its work. */

/** How many works are read at once, with their answers. */
const PAGE = 200

interface Options {
  courseId: string
  a: CommonAssignment
  names: HiddenNames
  /** The importer: what they imported before is no conflict. */
  by: string
  header?: boolean
  columns?: string
}

export async function planOffline(
  db: Db,
  table: Table,
  { courseId, a, names, by, ...given }: Options,
): Promise<{ plan: OfflinePlan; grades: NewGrade[] }> {
  const of = { courseId, assignmentId: a.id }
  const parts = new Set(partsOf(a, {}).map(({ part }) => part))
  for (const title of table.rows[0]?.cells ?? [])
    for (const [part] of title.matchAll(/item-[\da-f-]{36}/gi)) parts.add(part)
  const guessed = guessOfflineColumns(table.rows, given, [...parts])
  const { header, kinds } = guessed
  const asked = table.rows.slice(header ? 1 : 0).map((row) => askedOf(row, kinds))
  const ids = [...new Set(asked.map(({ id }) => id).filter(isWorkId))]
  const owners = await findOwners(db, of, ids)
  const byName = worksByName(owners, names)
  const items = await findItems(db, of)
  const rows: OfflineRow[] = []
  const grades: NewGrade[] = []
  const lines = new Map<string, number>()

  for (let from = 0; from < asked.length; from += PAGE) {
    const page = asked.slice(from, from + PAGE)
    const there = page.flatMap(({ id }) => (owners.has(id) ? [id] : []))
    const read = await findGradedWorks(db, a, there)
    const works = new Map(read.map((work) => [work.id, work]))
    const stale = page.flatMap(({ id, revision: since = 0 }) => {
      const { revision = 0 } = works.get(id) ?? {}
      return since < revision ? [{ id, since, revision }] : []
    })
    const imported = await findImportedSince(db, courseId, stale, by)
    for (const one of page) {
      const work = works.get(one.id)
      const first = lines.get(one.id)
      const owner = owners.get(one.id)
      const another = anotherIn(one, byName)
      if (first === undefined && work) lines.set(one.id, one.line)
      const mask = owner && maskFor(names, owner.owner_id, owner.released)
      const about = {
        ...{ line: one.line, parts: [], comment: false, as_whole: false, released: owner?.released ?? false },
        ...(mask
          ? { name: '', hidden: { number: mask.number, is_group: owner.is_group } }
          : { name: owner?.name ?? '' }),
        ...(work && { _id: work.id }),
      }
      const refused = (problem: OfflineProblem, value = ''): OfflineRow => ({
        ...{ ...about, fate: 'refused' as const, problem },
        ...(value && { value: value.slice(0, 100) }),
      })
      if (one.id === '') rows.push(refused('work_missing'))
      else if (!work) rows.push(refused('work_unknown', one.id))
      else if (first !== undefined) rows.push(refused('work_twice', String(first)))
      else if (another !== undefined) rows.push(refused('work_mixed', another))
      else if (one.lost !== undefined)
        rows.push(refused(one.lost.startsWith('=') ? 'not_worked_out' : 'points_bad', one.lost))
      else {
        const judged = judgedBy(one, work, a, items)
        if ('problem' in judged) rows.push(refused(judged.problem, judged.value))
        else {
          const { next, ...changes } = judged
          const isNewer = (one.revision ?? 0) !== work.revision && !imported.has(work.id)
          const isSame = changes.parts.length === 0 && !changes.comment
          if (isSame) rows.push({ ...about, ...changes, fate: 'unchanged' })
          else if (isNewer && one.revision === undefined) rows.push({ ...refused('revision_missing'), ...changes })
          else if (isNewer) rows.push({ ...refused('graded_meanwhile', owner?.grader ?? ''), ...changes })
          else {
            rows.push({ ...about, ...changes, fate: isNew(work) ? 'new' : 'changed' })
            grades.push(next)
          }
        }
      }
    }
  }
  const { rows: _, ...file } = table
  const plan = {
    ...{ file, header, columns: columnsOf(table, header, kinds), rows, absent: 0, digest: digestOf(rows) },
    unplaced_points: unplacedPoints(guessed, table.rows, given.columns !== undefined),
  }
  return { plan, grades }
}

type Owners = Awaited<ReturnType<typeof findOwners>>

/** The ids of works by their owner's name in a sheet, in each language, and by the owner's address. */
function worksByName(owners: Owners, names: HiddenNames): Map<string, string[]> {
  const named = [...owners.values()].flatMap(({ id, owner_id, is_group, name, email, released }) => {
    const mask = maskFor(names, owner_id, released)
    const all = mask ? Object.values(offlineWords).map((words) => words.hidden(mask.number, is_group)) : [name, email]
    return all.filter(Boolean).map((one) => ({ id, name: one }))
  })
  return new Map([...Map.groupBy(named, ({ name }) => name)].map(([name, works]) => [name, works.map(({ id }) => id)]))
}

/**
 * The name or the address in a row, if it is another work's: somebody sorted only some of the columns. Of people with one
 * name the address tells.
 */
function anotherIn({ id, name, email }: MarkedRow, byName: Map<string, string[]>): string | undefined {
  const isAnothers = (owners: string[]) => {
    const works = owners.flatMap((owner) => byName.get(owner) ?? [])
    return works.length > 0 && !works.includes(id)
  }
  if (isAnothers(ownersIn(name))) return name
  return email !== '' && isAnothers([email]) ? email : undefined
}

/** Whether the work has no grade yet. */
const isNew = ({ parts, items, override, comment }: GradedWork) =>
  Object.keys(parts).length + items.length === 0 && override === null && comment === ''

type Judged =
  | (Pick<OfflineRow, 'parts' | 'comment' | 'as_whole'> & {
      next: NewGrade
      before: string | null
      after: string | null
    })
  | { problem: OfflineProblem; value: string }

/** The grade of a work after its row; cells that the row leaves empty change nothing. */
function judgedBy(asked: MarkedRow, work: GradedWork, a: CommonAssignment, items: ItemRow[]): Judged {
  const was = sumOf(a, work, items)
  const standing = new Map(was.parts.map(({ part, points }) => [part, points === null ? null : pointsOf(points)]))
  const parts: OfflineRow['parts'] = []
  for (const [part, typed] of asked.points) {
    const after = pointsIn(typed)
    if (after === undefined) return { problem: 'points_bad', value: typed }
    const before = standing.get(part)
    if (before === undefined) return { problem: 'part_not_asked', value: typed }
    if (!isSamePoints(before, after)) parts.push({ part, before, after })
  }
  if (isTooLong(asked.comment)) return { problem: 'comment_long', value: '' }
  const isOther = asked.comment !== '' && asked.comment !== asRead(work.comment)
  const next = {
    ...work,
    parts: { ...work.parts, ...Object.fromEntries(parts.map(({ part, after }) => [part, after])) },
    comment: isOther ? asked.comment : work.comment,
  }
  const { points, score } = sumOf(a, next, items)
  const { id, items: applied, comment, revision } = next
  const grade = { id, parts: next.parts, items: applied, comment, points, score, revision }
  const as_whole = parts.length > 0 && work.override !== null
  return { next: grade, before: was.score, after: score, parts, comment: isOther, as_whole }
}
