import { parseAbsolute, toCalendarDate } from '@internationalized/date'
import type { contract } from '../../contract/index.ts'
import type { Grades } from '../../contract/staff/gradebook.ts'
import { behindMost } from '../../contract/staff/statistics.ts'
import { findAssignment } from '../assignments/queries.ts'
import { commonAssignment } from '../assignments/shown.ts'
import { getZone } from '../courses/zone.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import { findUnnamedScores } from '../gradebook/closed.ts'
import { totalsOf } from '../gradebook/rules.ts'
import { readGrades } from '../gradebook/tableQueries.ts'
import { findItems } from '../grading/queries.ts'
import { readSheets } from '../grading/sheets.ts'
import type { Handlers } from '../serve.ts'
import { findDays, findOwners } from './assignmentQueries.ts'
import { behindOf } from './behind.ts'
import { findDaysOfCourse, findMissing, findTraces } from './courseQueries.ts'
import { binsOf, percentsOf, summaryOf, timelineOf } from './numbers.ts'
import { partStatistics } from './parts.ts'

/** The statistics of a class, for its staff. */
export function statisticsRoutes({ db, now }: Deps): Handlers<typeof contract.statistics> {
  return {
    async assignment({ courseId, params, query }) {
      const of = { courseId, assignmentId: params.asgn_id, section: query.section }
      const [row] = await findAssignment(db, { courseId, audience: 'staff' }, of.assignmentId)
      const a = commonAssignment(found(row))
      // Long texts are of no use here: only typed numbers and short answers count.
      const open = ['textbox', ...a.questions.flatMap(({ id, kind }) => (kind === 'open' ? [`item-${id}`] : []))]
      const owners = await findOwners(db, of, open)
      const works = owners.flatMap(({ work }) => work ?? [])
      const scores = owners.flatMap(({ score }) => score ?? [])
      return {
        assignment_name: a.name,
        assignment_score: a.score,
        due: a.due_at && lastDay(a.due_at, a.zone),
        of_groups: a.grouping_id !== null,
        owners: owners.length,
        handed_in: works.length,
        graded: scores.length,
        released: owners.filter(({ score, show }) => score !== null && show).length,
        scores: summaryOf(scores),
        distribution: binsOf(percentsOf(scores, a.score)),
        parts: partStatistics(a, works, await findItems(db, of), await readSheets(db, a)),
        attempts: attemptsOf(owners.map(({ attempts }) => attempts)),
        over_time: timelineOf(await findDays(db, of, a.zone)),
      }
    },
    async course({ courseId, query: { section } }) {
      const zone = await getZone(db, courseId)
      const table = await readGrades(db, courseId)
      const totals = totalsOf(table, table, now())
      const isAsked = (row: { section: string }) => section === undefined || row.section === section
      const rows = table.rows.filter(isAsked)
      const asked = rows.flatMap(({ _id }) => totals.get(_id) ?? [])
      const percents = asked.flatMap(({ percent }) => percent ?? [])
      const given = asked.flatMap(({ letter }) => letter ?? [])
      const missing = await findMissing(db, courseId, now())
      const traces = await findTraces(db, courseId, now())
      // The whole class decides what is usual, also for one section.
      const behind = behindOf({ table, totals, traces, missing }, now()).filter(isAsked)
      return {
        students: rows.length,
        totals: summaryOf(percents),
        distribution: binsOf(percents),
        letters: table.letters.map(({ letter }) => ({ letter, count: given.filter((one) => one === letter).length })),
        columns: columnsOf({ columns: table.columns, rows }, await findUnnamedScores(db, courseId, section)),
        over_time: timelineOf(await findDaysOfCourse(db, { courseId, section }, zone), 'week'),
        behind: behind.slice(0, behindMost),
        behind_count: behind.length,
      }
    },
  }
}

/** The day that ends at an instant, or contains it. */
const lastDay = (at: Date, zone: string): string =>
  toCalendarDate(parseAbsolute(new Date(at.getTime() - 1).toISOString(), zone)).toString()

/** How many owners have handed in how often. */
function attemptsOf(all: number[]): { attempts: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const attempts of all) if (attempts > 0) counts.set(attempts, (counts.get(attempts) ?? 0) + 1)
  return [...counts].map(([attempts, count]) => ({ attempts, count })).sort((a, b) => a.attempts - b.attempts)
}

/** All columns except the final grade, with their scores, and the scores of closed cells by the columns' ids. */
const columnsOf = ({ columns, rows }: Pick<Grades, 'columns' | 'rows'>, unnamed: Map<string, number[]>) =>
  columns.flatMap(({ _id, gradable_name, gradable_score, assignment_id, final }, i) => {
    if (final) return []
    const named = rows.flatMap(({ cells }) => {
      const cell = cells[i] ?? null
      return cell === null || typeof cell === 'string' ? [] : typeof cell === 'number' ? cell : cell.hidden
    })
    const scores = [...named, ...(unnamed.get(_id) ?? [])]
    return [
      { _id, gradable_name, gradable_score, assignment_id, scores: summaryOf(percentsOf(scores, gradable_score)) },
    ]
  })
