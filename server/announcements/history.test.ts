import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { addressOf } from '../testing/client.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeAnnouncement, makeCourse, type Thing } from '../testing/world.ts'

/* Arthit and Mali write the announcements of one course at the same time, and take back each other's changes. */

const server = await useServer()
const { db } = server
const { create, edit, remove, list } = contract.announcements
const arthit = await server.person({ first: 'Arthit' })
const mali = await server.person({ first: 'Mali' })
const ploy = await server.person({ first: 'Ploy' })

interface Row {
  id: string
  title: string
  publish_at: string | null
  section: string | null
  deleted_at: string | null
}

/** All announcements of the course, without their revisions. */
async function state({ id }: Thing): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(a) - 'revision' as row from announcements a where course_id = ${id} order by a.id`.execute(db)
  return rows.map(({ row }) => row)
}

/** The same rows, rebuilt from the history. */
async function explained({ id }: Thing, untouched: Row[]): Promise<Row[]> {
  const { rows } = await sql<{ id: string; row: Row | null }>`
    select distinct on (key) key->>'id' as id, after - 'revision' as row from change_rows
    where course_id = ${id} and table_name = 'announcements' order by key, n desc`.execute(db)
  const changed = new Map(rows.map((one) => [one.id, one.row]))
  const all = [...untouched.filter((row) => !changed.has(row.id)), ...changed.values()]
  return all.filter((row) => row !== null).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

const titles = (rows: { title: string }[]) => rows.map(({ title }) => title).toSorted()

/** The announcements that a student sees, and their notifications. */
async function seen(course: Thing) {
  const params = { course_id: course.id }
  await publishDueNow(server)
  const now = server.clock.now().toISOString()
  const out = (await state(course)).filter(
    (a) => a.publish_at && new Date(a.publish_at).toISOString() <= now && !a.deleted_at && !a.section,
  )
  const [shown, active] = [await ploy.call(list, { params }), await ploy.call(contract.courses.activity, { params })]
  return { out: titles(out), shown: shown.map((a) => a.announcement_title).toSorted(), active: titles(active) }
}

/** The changes that touched a thing, the latest first. */
async function changesOf({ id }: Thing): Promise<string[]> {
  const { rows } = await sql<{ change_id: string }>`
    select change_id from change_rows where course_id = ${id} group by change_id order by max(n) desc`.execute(db)
  return rows.map((row) => row.change_id)
}

const step = fc.record({
  what: fc.constantFrom('create', 'rename', 'publish', 'plan', 'withdraw', 'section', 'pin', 'remove', 'undo'),
  which: fc.nat(3),
  value: fc.nat(5),
})

test('whatever two do at once and take back, the history explains it, and taking all of it back gives the first state', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(step, step), { maxLength: 7 }), async (pairs) => {
      server.clock.reset()
      const course = await makeCourse(db)
      await enrol(db, course, arthit, 'instructor')
      await enrol(db, course, mali, 'assistant')
      await enrol(db, course, ploy)
      for (const title of ['First', 'Second']) await makeAnnouncement(db, course, { title })
      const first = await state(course)

      async function take(person: SignedIn, { what, which, value }: (typeof pairs)[number][number]) {
        const params = { course_id: course.id }
        const now = server.clock.now().getTime()
        const bodies: Record<string, object> = {
          rename: { announcement_title: `News ${value}` },
          publish: { publish_at: new Date(now).toISOString() },
          plan: { publish_at: new Date(now + 90_000).toISOString() },
          withdraw: { publish_at: null },
          section: { audience: value % 2 ? { section: '2' } : null },
          pin: { pinned: value % 2 === 1 },
        }
        const send = (
          endpoint: typeof create | typeof edit | typeof remove,
          more: object,
          headers: object,
          body?: object,
        ) =>
          person.raw(endpoint.method, addressOf(endpoint, { ...params, ...more }), {
            headers: { ...headers },
            ...(body && { payload: body }),
          })
        if (what === 'undo') {
          const change_id = (await changesOf(course))[which] ?? newId()
          return person.raw('POST', addressOf(contract.changes.undo, { ...params, change_id }))
        }
        if (what === 'create') return send(create, {}, {}, { announcement_title: `News ${value}` })
        const rows = await sql<{ id: string; revision: number }>`
          select id, revision from announcements where course_id = ${course.id} order by id`.execute(db)
        const { id = newId(), revision = 1 } = rows.rows[which] ?? {}
        const ifMatch = { 'if-match': `"${revision}"` }
        return send(what === 'remove' ? remove : edit, { announcement_id: id }, ifMatch, bodies[what])
      }

      for (const [his, hers] of pairs) {
        const answers = await Promise.all([take(arthit, his), take(mali, hers)])
        for (const { statusCode, body } of answers) expect([200, 404, 409], body).toContain(statusCode)
        server.clock.pass({ minutes: 1 })
      }
      const { out, shown, active } = await seen(course)
      expect([shown, await explained(course, first)]).toEqual([out, await state(course)])
      // Announcements from the beginning have no event before their first change.
      expect(out).toEqual(expect.arrayContaining(active))

      const all = await changesOf(course)
      for (const [n, change_id] of all.entries()) {
        const params = { course_id: course.id, change_id }
        await (n % 2 ? arthit : mali).call(contract.changes.undo, { params })
      }
      expect(await state(course)).toEqual(first)
      expect((await seen(course)).shown).toEqual(['First', 'Second'])
    }),
    { numRuns: 15 },
  )
})
