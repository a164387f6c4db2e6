import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { courses } from '../../contract/courses.ts'
import { notifications } from '../../contract/notifications.ts'
import { users } from '../../contract/users.ts'
import { MOST_WAITING } from '../http/concurrency.ts'
import { mostStreams } from '../notifications/eventStream.ts'
import { openEvents } from '../testing/events.ts'
import { useServer } from '../testing/server.ts'
import { sendForm } from '../uploads/testing.ts'

/* Every refusal for too much or too busy says when to retry, wherever in the server it comes from. */

const server = await useServer()
const { db, clock } = server

type Told = () => Promise<[status: number, retryAfter: unknown]>

/** Uses a limit up. */
const useUp = (key: string) =>
  sql`insert into rate_limits values (${key}, 1000, ${new Date(clock.now().getTime() + 60_000)})`.execute(db)

async function tooManyAtOnce() {
  const person = await server.person()
  await person.call(users.me)
  const ask = () => person.raw('GET', courses.mine.path)
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table roster in access exclusive mode`.execute(trx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  const all = Array.from({ length: 6 + MOST_WAITING + 1 }, ask)
  const refused = await Promise.race(all)
  holding.resolve()
  await Promise.all([holder, ...all])
  return refused
}

const places: Record<string, Told> = {
  'to a person who asks for more at once than takes turns': async () => {
    const { statusCode, headers } = await tooManyAtOnce()
    return [statusCode, headers['retry-after']]
  },
  'to a form whose file is small': async () => {
    const person = await server.person()
    await useUp(`upload/${person.id}`)
    const { statusCode, headers } = await sendForm(person, { filename: 'a.txt', bytes: 'x' })
    return [statusCode, headers['retry-after']]
  },
  'to a form whose file is large': async () => {
    const person = await server.person()
    await useUp(`upload/${person.id}`)
    const { statusCode, headers } = await sendForm(person, { filename: 'a.bin', bytes: Buffer.alloc(2_000_000) })
    return [statusCode, headers['retry-after']]
  },
  'to who opens one stream too many': async () => {
    const { token } = await server.person()
    const address = (await server.listen()) + notifications.stream.path
    const open = await Promise.all(Array.from({ length: mostStreams }, () => openEvents(address, token)))
    const { status, headers } = await server.begin(notifications.stream.path, token)
    await Promise.all(open.map((events) => events.close()))
    return [status, headers.get('retry-after')]
  },
  'by a server that is about to stop': async () => {
    const stopping = await server.another()
    stopping.app.drain()
    const { statusCode, headers } = await stopping.nobody.raw('GET', '/readyz')
    return [statusCode, headers['retry-after']]
  },
}

test.each(Object.entries(places))('it is said %s', async (_place, answer) => {
  const [status, retryAfter] = await answer()
  expect([429, 503]).toContain(status)
  expect(Number(retryAfter)).toBeGreaterThan(0)
})
