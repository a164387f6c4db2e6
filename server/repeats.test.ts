import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { addressOf, requestOf, type Sent } from './testing/client.ts'
import { examples, type Place } from './testing/examples.ts'
import { useServer } from './testing/server.ts'
import { enrol, makeCourse } from './testing/world.ts'
import { type FormPart, formOf } from './uploads/testing.ts'

/*
 * A write whose answer is lost comes again under its key: it is done once, and gets the first answer. No answer of the
 * first try is read, as by a browser that lost it.
 */

const server = await useServer()
const course = await makeCourse(server.db)
const instructor = await server.person({ admin: true })
await enrol(server.db, course, instructor, 'instructor')

const writes = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(
      ([, { method, access }]) => method !== 'GET' && !['public', 'signedIn', 'member', 'student'].includes(access),
    )
    .map(([name, endpoint]) => ({ title: `${noun}.${name}`, noun, name, endpoint })),
)

/** Their answer says what they changed, which is nothing the second time. */
const tellsChanges = [
  'roster.import',
  'groups.import',
  'groups.move',
  'offline.import',
  'gradeTables.import',
  'grading.write',
  'grading.setUp',
  'curves.apply',
]
/** The server answers a password only once, and whoever removes a comment again has what they wanted. */
const refusedAgain = ['invitations.create', 'savedComments.remove']

const changes = () =>
  server.db
    .selectFrom('changes')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()

describe.each(writes.filter(({ title }) => !refusedAgain.includes(title)))(
  '$title',
  ({ title, noun, name, endpoint }) => {
    test('is done once', async () => {
      const example = (examples as Record<string, Record<string, unknown>>)[noun]?.[name] as (
        place: Place,
      ) => Promise<Sent & { form?: FormPart }>
      const { form, ...input } = await example({ server, course, person: instructor })
      const { payload, headers } = form ? formOf([form]) : requestOf(input)
      const send = () =>
        instructor.raw(endpoint.method, addressOf(endpoint, input.params, input.query), {
          payload,
          headers: { ...headers, 'idempotency-key': 'a press' },
        })
      const first = await send()
      expect(first.statusCode, first.body).toBe(endpoint.status ?? 200)
      const { n } = await changes()
      const again = await send()
      expect(again.statusCode, again.body).toBe(first.statusCode)
      expect(again.headers['change-id']).toBe(first.headers['change-id'])
      // Of a change or a copy, the answer says so.
      const isTold = first.headers['change-id'] !== undefined || title === 'copies.make'
      expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
        undefined,
        isTold ? 'true' : undefined,
      ])
      if (!tellsChanges.includes(title)) expect(again.json()).toEqual(first.json())
      expect(await changes()).toEqual({ n })
    })
  },
)
