import { sql } from 'kysely'
import type { Step } from '../../contract/gradebook.ts'
import { afterPenalty, centsOf } from '../../contract/points.ts'
import { type AllowanceRow, allowancesOfWork, type DatesRow, datesOf, termsFor } from '../assignments/allowances.ts'
import { dates } from '../assignments/queries.ts'
import { penaltyAt } from '../assignments/terms.ts'
import type { CurvedFrom } from './score.ts'

/* How a visible score came about: the steps of the late rule and of a curve. */

/** A released work whose score differs from the sum of its parts; its times are PostgreSQL's text. */
interface WorkRow extends DatesRow {
  gradable_id: string
  score: number
  points: number | null
  curve: CurvedFrom | null
  submitted_at: string
  allowances: AllowanceRow[] | null
}

export interface OwnSteps {
  works: WorkRow[]
  entered: { gradable_id: string; score: number; curve: CurvedFrom }[]
}

/** For the person of roster row `r`, in columns that students see. */
export const stepColumns = sql`
  (select coalesce(json_agg(w), '[]') from (
    select g.id as gradable_id, f.score, f.points, f.curve, s.submitted_at, ${dates},
      ${allowancesOfWork} as allowances
    from gradables g
    join graded_works k
      on k.course_id = g.course_id and k.assignment_id = g.assignment_id and k.person_id = r.person_id and k.show
    join feedback f on f.course_id = k.course_id and f.submission_id = k.submission_id and f.show
      and not f.members ? r.person_id::text and (f.curve is not null or (f.override is null and f.points > f.score))
    join submissions s on s.course_id = k.course_id and s.id = k.submission_id
    join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
    join courses c on c.id = a.course_id
    where g.course_id = r.course_id and g.released and not g.final and g.deleted_at is null) w) as works,
  (select coalesce(json_agg(json_build_object('gradable_id', e.gradable_id, 'score', e.score, 'curve', e.curve)), '[]')
    from entries e join gradables g on g.course_id = e.course_id and g.id = e.gradable_id
    where e.course_id = r.course_id and e.person_id = r.person_id and e.curve is not null
      and g.released and not g.final and g.deleted_at is null) as entered`

/** By column. */
export function stepsOf({ works, entered }: OwnSteps): Map<string, Step[]> {
  const ofEntered = entered.map(({ gradable_id, score, curve }) => [gradable_id, curveSteps(curve, score)] as const)
  return new Map([...ofEntered, ...works.map((work) => [work.gradable_id, stepsOfWork(work)] as const)])
}

const curveSteps = (curve: CurvedFrom | null, after: number): Step[] =>
  curve ? [{ how: curve.kind, before: curve.from, after }] : []

function stepsOfWork({ score, points, curve, submitted_at, allowances, ...row }: WorkRow): Step[] {
  const after = curve?.from ?? score
  const penalty = points === null ? null : penaltyAt(termsFor(datesOf(row), allowances), new Date(submitted_at))
  // The curve of a score that replaced the sum starts from that score.
  const isSum = penalty !== null && points !== null && afterPenalty(centsOf(points), penalty) === centsOf(after)
  const late: Step[] = isSum ? [{ how: 'late', before: points, after, ...penalty }] : []
  return [...late, ...curveSteps(curve, score)]
}
