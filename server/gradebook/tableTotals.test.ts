import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { usualLetters } from '../../contract/totals.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ago, ahead } from '../testing/clock.ts'
import { useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { totalsOf } from './rules.ts'

const server = await useServer()
const { db } = server

const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => n / 100)
const drops = fc.record({ drop_lowest: fc.nat({ max: 2 }), drop_highest: fc.nat({ max: 1 }) })
const anyBook = fc.record({
  // Often all weights are nought: then points count as they are.
  categories: fc.array(fc.tuple(fc.oneof(fc.constant(0), cents(10_000)), drops), { maxLength: 3 }),
  columns: fc.array(
    fc.record({
      max: fc.oneof(fc.constantFrom(10, 3, 0), cents(9_999)),
      category: fc.option(fc.nat({ max: 2 })),
      extra: fc.boolean(),
      zero_from: fc.constantFrom(null, ago({ days: 1 }), ahead({ days: 1 })),
      released: fc.boolean(),
      cell: fc.oneof(fc.constant(null), fc.constant('excused' as const), cents(2_000)),
    }),
    { maxLength: 8 },
  ),
})

/** A person's total in one statement, with PostgreSQL's decimals: it computes 60 places and keeps 50. */
const secondly = (courseId: string, personId: string) => sql<{ percent: number | null }>`
  with cells as (
    select g.category_id, c.weight, coalesce(c.drop_lowest, 0) as low, coalesce(c.drop_highest, 0) as high, g.position,
      g.score as most, g.extra, e.score, coalesce(e.excused, false) as excused,
      coalesce(g.zero_from <= ${server.clock.now()}, false) as is_late
    from gradables g left join grade_categories c on c.course_id = g.course_id and c.id = g.category_id
    left join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.person_id = ${personId}
    where g.course_id = ${courseId}),
  counted as (
    select *, coalesce(score, 0) as got, row_number() over w as nth, count(*) over (partition by category_id) as of_all
    from cells where not extra and not excused and most > 0 and (score is not null or is_late)
    window w as (partition by category_id order by round(coalesce(score, 0) / most, 12), most desc, position desc)),
  kept as (
    select *, row_number() over (partition by category_id order by nth desc) as from_top,
      count(*) over (partition by category_id) as still
    from counted where nth > least(low, of_all - 1)),
  sums as (
    select category_id, max(weight) as weight, sum(points) as points, sum(most) as most from (
      select category_id, weight, got as points, most from kept where from_top > least(high, still - 1)
      union all
      select category_id, weight, score, 0 from cells
      where not excused and ((extra and score is not null) or (not extra and most = 0 and score is not null))) p
    group by category_id),
  book as (select exists (select from grade_categories where course_id = ${courseId} and weight > 0) as is_weighted)
  select case when is_weighted then (
      select round(round(sum(weight::numeric(100, 60) * points / most) / sum(weight) * 100, 50), 2)
      from sums where weight > 0 and most > 0)
    else (select round(round(sum(points)::numeric(100, 60) / nullif(sum(most), 0) * 100, 50), 2) from sums) end as percent
  from book`

test('the totals of any table are those of a second calculation, with the decimals of the database', async () => {
  await fc.assert(
    fc.asyncProperty(anyBook, async ({ categories, columns }) => {
      const { course, mali, ploy } = await makeStaffedCourse(server)
      const course_id = course.id
      const ids = categories.map(newId)
      await seed(db, async (trx) => {
        for (const [i, [weight, drop]] of categories.entries()) {
          const row = { course_id, id: ids[i] ?? '', name: `Category ${i}`, position: i, weight, ...drop }
          await trx.insertInto('grade_categories').values(row).execute()
        }
        for (const [position, { max, category, extra, zero_from, released, cell }] of columns.entries()) {
          const id = newId()
          const column = { name: `Column ${position}`, score: max, position, extra, zero_from, released }
          const category_id = category === null ? null : (ids[category] ?? null)
          await trx
            .insertInto('gradables')
            .values({ course_id, id, ...column, category_id })
            .execute()
          if (cell === null) continue
          const entry = cell === 'excused' ? { excused: true, score: null } : { excused: false, score: cell }
          await trx
            .insertInto('entries')
            .values({ course_id, gradable_id: id, person_id: ploy.id, ...entry })
            .execute()
        }
      })
      const table = await mali.call(contract.grading.table, { params: { course_id } })
      const total = totalsOf(table, table, server.clock.now()).get(ploy.id)
      const { rows } = await secondly(course_id, ploy.id).execute(db)
      const percent = rows[0]?.percent ?? null
      const letter = percent === null ? null : (usualLetters.find(({ from }) => percent >= from)?.letter ?? null)
      expect([total?.percent, total?.letter]).toEqual([percent, letter])
    }),
    { numRuns: 40 },
  )
})
