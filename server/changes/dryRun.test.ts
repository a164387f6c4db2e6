import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { addressOf, requestOf } from '../testing/client.ts'
import { useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import { enrol, makeCourse } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

/* Each call that changes several things has a dry run: it answers with the result, and none of it stays. */

const server = await useServer()
const { db } = server

const shapeOf = (schema: z.ZodMiniType | undefined) =>
  (schema as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
const takesSeveral = (schema: z.ZodMiniType | undefined): boolean => {
  const { type, options = [] } =
    (schema as { def?: { type?: string; options?: z.ZodMiniType[] } } | undefined)?.def ?? {}
  return type === 'array' || 'items' in shapeOf(schema) || options.some(takesSeveral)
}

test('every call of staff that takes several can be tried', () => {
  const untried = staffCalls.filter(
    ({ endpoint }) => takesSeveral(endpoint.body) && !('dry_run' in shapeOf(endpoint.query)),
  )
  expect(
    untried.map(({ title }) => title),
    'give each the query of contract/staff/bulk.ts',
  ).toEqual([])
})

describe.each(staffCalls.filter(({ endpoint }) => 'dry_run' in shapeOf(endpoint.query)))('$title', (call) => {
  test('writes nothing when it is tried, and does it then', async () => {
    const { endpoint, example } = call
    const course = await makeCourse(db)
    const person = await server.person()
    await enrol(db, course, person, 'instructor')
    const input = await example({ server, course, person })
    const send = async (dry_run: 'true' | 'false') => {
      const address = addressOf(endpoint, input.params, { ...(input.query as object | undefined), dry_run })
      const answer = await person.raw(endpoint.method, address, input.form ? formOf([input.form]) : requestOf(input))
      expect(answer.statusCode, answer.body).toBe(200)
      return answer
    }
    const written = async () => {
      const { rows } = await sql<{ n: number }>`
        select (select count(*) from changes where course_id = ${course.id})::int
          + (select count(*) from change_rows where course_id = ${course.id})::int as n`.execute(db)
      return rows[0]?.n ?? 0
    }
    const before = await written()
    const tried = await send('true')
    expect([await written(), tried.headers['change-id']]).toEqual([before, undefined])
    expect((await send('false')).headers['change-id']).toBeDefined()
    expect(await written()).toBeGreaterThan(before)
  })
})
