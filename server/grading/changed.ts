import { sql } from 'kysely'
import { pointsOrNull } from '../../contract/points.ts'
import { type ChangedGrade, changedGradesMost, changedPartsMost } from '../../contract/staff/assignments.ts'
import type { Db } from '../db/database.ts'
import type { HiddenNames } from '../hiddenNames/queries.ts'
import { hiddenLast, maskFor, withoutNames } from '../hiddenNames/rules.ts'
import { byName, inOrder } from '../users/name.ts'
import type { Summed } from './sums.ts'

/** A changed grade; the id is the work's. */
interface ChangedWork extends Omit<ChangedGrade, 'parts'> {
  id: string
}

/** A changed grade, with how many changed in all and how many of them students see. */
type ChangedRow = ChangedWork & { owner_id: string; all: number; seen: number }

const points = (row: string) => sql`trim_scale((${sql.ref(row)}->>'score')::numeric)::text`

interface ChangedGrades {
  grades_changed: number
  grades_released: number
  grades: ChangedWork[]
}

/** The works whose score a change changed, with their feedback `before` and `after`. */
const changedIn = (courseId: string, changeId: string) => sql`
  select *, (after->>'show')::boolean as released
  from (
    select (key->>'submission_id')::uuid as id, (array_agg(before order by n))[1] as before,
      (array_agg(after order by n desc))[1] as after
    from change_rows where course_id = ${courseId} and change_id = ${changeId} and table_name = 'feedback' group by 1) touched
  where before->>'score' is distinct from after->>'score'`

/** How many grades a change changed, and how many of them students see. */
export async function countChangedGrades(trx: Db, courseId: string, changeId: string) {
  const { rows } = await sql<{ changed: number; released: number }>`
    select count(*)::integer as changed, (count(*) filter (where released))::integer as released
    from (${changedIn(courseId, changeId)}) changed`.execute(trx)
  return rows[0] ?? { changed: 0, released: 0 }
}

/** The grades that a change changed: first those that students see, then by name. */
export async function findChangedGrades(
  trx: Db,
  { courseId, changeId, names }: { courseId: string; changeId: string; names: HiddenNames },
): Promise<ChangedGrades> {
  const { rows } = await sql<ChangedRow>`
    with changed as (${changedIn(courseId, changeId)}),
    named as (
      select c.*, s.owner_id, s.attempt, coalesce(g.name, '') as "group", whose.people, coalesce(g.name, whose.name) as name
      from changed c join submissions s on s.course_id = ${courseId} and s.id = c.id
      left join groups g on g.course_id = s.course_id and g.id = s.owner_id
      cross join lateral (
        select coalesce(json_agg(json_build_object('_id', p.id, 'first', p.first, 'last', p.last)
            order by ${byName('p')}), '[]') as people,
          min(p.first || ' ' || p.last) as name
        from submission_people n join people p on p.id = n.person_id
        where n.course_id = s.course_id and n.submission_id = s.id and p.removed_at is null) whose)
    select id, owner_id, people, "group", attempt, ${points('before')} as before, ${points('after')} as after, released,
      (select count(*) from changed)::integer as all, (select count(*) from changed where released)::integer as seen
    from named order by released desc, ${inOrder(sql`name`)}, attempt, id limit ${changedGradesMost}`.execute(trx)
  const grades = rows.map(({ all, seen, owner_id, ...grade }) =>
    withoutNames(grade, maskFor(names, owner_id, grade.released)),
  )
  return {
    grades_changed: rows[0]?.all ?? 0,
    grades_released: rows[0]?.seen ?? 0,
    grades: hiddenLast(grades, ({ hidden }) => hidden),
  }
}

/** Each grade with its changed parts, from the works' `before` and `after`. */
export function withParts(grades: ChangedWork[], before: Summed[], after: Summed[]): ChangedGrade[] {
  const [was, is] = [byWork(before), byWork(after)]
  return grades.map(({ id, ...grade }) => {
    const [had, has] = [was.get(id), is.get(id)]
    const parts = [...new Set([...(had?.keys() ?? []), ...(has?.keys() ?? [])])].flatMap((part) => {
      const one = { part, before: had?.get(part) ?? null, after: has?.get(part) ?? null }
      return one.before === one.after ? [] : [one]
    })
    return { ...grade, parts: parts.slice(0, changedPartsMost) }
  })
}

/** Points by work and part. */
const byWork = (sums: Summed[]) =>
  new Map(sums.map(({ id, parts }) => [id, new Map(parts.map(({ part, points }) => [part, pointsOrNull(points)]))]))
