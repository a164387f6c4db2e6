import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { useDatabase } from '../testing/database.ts'
import { makeCourse, type Thing } from '../testing/world.ts'
import { falling, pageOf } from './page.ts'

const { db } = await useDatabase()

const newest = falling([
  [sql`c.created_at`, 'timestamptz'],
  [sql`c.id`, 'uuid'],
])

const kept = (course: Thing, after?: string) => sql<{ id: string; cursor: string }>`
  select c.id, ${newest.cursor} as cursor from changes c
  where c.course_id = ${course.id} and ${newest.after(after)} order by ${newest.order}`

async function read(course: Thing, limit: number, after?: string) {
  const { rows } = await sql<{ id: string; cursor: string }>`${kept(course, after)} limit ${limit + 1}`.execute(db)
  const { items, next } = pageOf(rows, limit)
  return { ids: items.map(({ id }) => id), next: next ?? undefined }
}

/** At whole microseconds, which a Date would round. */
async function add(course: Thing, microseconds: number): Promise<string> {
  const id = newId()
  await sql`insert into changes (course_id, id, kind, created_at)
    values (${course.id}, ${id}, 'announcement_edited', timestamptz '2026-01-01' + ${microseconds} * interval '1 us')`.execute(
    db,
  )
  return id
}

test('pages have every item that stays once, in order, whatever is added and removed between them', async () => {
  const moment = fc.nat(20)
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ add: moment, remove: fc.boolean() }), { maxLength: 6 }),
      async (moments, limit, meanwhile) => {
        const course = await makeCourse(db)
        for (const at of moments) await add(course, at)
        const { ids: stay } = await read(course, 100)
        const seen: string[] = []
        let page: Awaited<ReturnType<typeof read>> | undefined
        do {
          page = await read(course, limit, page?.next)
          expect(page.ids.length).toBeLessThanOrEqual(limit)
          seen.push(...page.ids)
          const between = meanwhile.shift()
          if (between) await add(course, between.add)
          // The last item of the previous page.
          if (between?.remove) {
            await db
              .deleteFrom('changes')
              .where('id', '=', page.ids.at(-1) ?? newId())
              .execute()
          }
        } while (page.next)
        expect(new Set(seen).size).toBe(seen.length)
        expect(seen.filter((id) => stay.includes(id))).toEqual(stay)
      },
    ),
    { numRuns: 30 },
  )
})

test('a page that ends with the list says so', async () => {
  const course = await makeCourse(db)
  for (const at of [1, 2, 3, 4]) await add(course, at)
  const first = await read(course, 2)
  const second = await read(course, 2, first.next)
  expect([first.next !== undefined, second.ids.length, second.next]).toEqual([true, 2, undefined])
})

test('a cursor of one course finds nothing of another', async () => {
  const [course, other] = [await makeCourse(db), await makeCourse(db)]
  for (const at of [1, 2]) await add(course, at)
  await add(other, 5)
  const { next } = await read(course, 1)
  expect((await read(other, 10, next)).ids).toEqual([])
})

test('a text that is no cursor of the list is refused before the database sees it', async () => {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const at = '2026-01-01T00:00:00+00:00'
  for (const after of [
    ...['', 'x', newId(), encoded({}), encoded([]), encoded([at]), encoded([at, newId(), newId()])],
    ...[
      encoded([at, 'x']),
      encoded(['2026-99-01T00:00:00Z', newId()]),
      encoded([7, newId()]),
      encoded([[at], newId()]),
    ],
  ]) {
    expect(() => newest.after(after), after).toThrow(Refusal)
  }
})

test('any page is found by the index', async () => {
  const course = await makeCourse(db)
  await sql`insert into changes (course_id, id, kind, created_at)
    select ${course.id}, gen_random_uuid(), 'x', now() - n * interval '1 s' from generate_series(1, 5000) n`.execute(db)
  await sql`analyze changes`.execute(db)
  const { next } = await read(course, 100)
  for (const after of [undefined, next]) {
    const { rows } = await sql`explain ${kept(course, after)} limit 51`.execute(db)
    const plan = JSON.stringify(rows)
    expect(plan).toContain('changes_newest')
    expect(plan).not.toMatch(/Sort|Seq Scan/)
  }
})
