import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import type { Contract } from '../contract/index.ts'
import type { Deps } from './deps.ts'
import { Refusal } from './errors.ts'
import { MOST_WAITING } from './http/concurrency.ts'
import { type AllHandlers, serveContract } from './serve.ts'
import { createSessions } from './session/sessions.ts'
import { useDatabase } from './testing/database.ts'
import { makePerson } from './testing/world.ts'

/* Serves a made-up contract, to test what every endpoint shares. */

const { db } = await useDatabase()

const Note = z.object({ text: z.string(), by: z.object({ first: z.string() }) })
const contract = {
  notes: {
    one: endpoint({ method: 'GET', path: '/api/notes/:note_id', access: 'public', summary: 'One', reply: Note }),
    write: endpoint({
      method: 'POST',
      path: '/api/notes',
      access: 'public',
      summary: 'Write',
      body: z.object({ text: z.string().check(z.minLength(1)) }),
      reply: Note,
    }),
    change: endpoint({
      method: 'PATCH',
      path: '/api/notes/:note_id',
      access: 'public',
      summary: 'Change',
      revision: true,
      reply: Note,
    }),
  },
}

/** The contract with these handlers, the inputs that reached them, and the refusals. */
function serve(handlers: Record<string, (input: { params: unknown; body: unknown; revision: unknown }) => unknown>) {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) return reply.status(500).send({})
    return reply.status(400).send({ code: error.code, fields: error.fields })
  })
  const now = () => new Date()
  const sessions = createSessions({ db, now, idleMs: 100_000, maxMs: 100_000, announceEnd: async () => {} })
  const given = { notes: handlers } as unknown as AllHandlers
  serveContract(app, contract as unknown as Contract, given, { db, sessions, now } as Deps)
  return app
}

test('what the contract does not promise is not sent, at any depth', async () => {
  const app = serve({ write: () => ({ text: 'a', secret: 'b', by: { first: 'Ploy', email: 'ploy@example.org' } }) })
  const answer = await app.inject({ method: 'POST', url: '/api/notes', payload: { text: 'a' } })
  expect(answer.json()).toEqual({ data: { text: 'a', by: { first: 'Ploy' } } })
})

test('an answer that breaks the promise is not sent', async () => {
  const app = serve({ write: () => ({ text: 'a', by: null, secret: 'b' }) })
  const answer = await app.inject({ method: 'POST', url: '/api/notes', payload: { text: 'a' } })
  expect([answer.statusCode, answer.body]).toEqual([500, '{}'])
})

test('a handler gets what was checked and nothing more', async () => {
  const seen: unknown[] = []
  const app = serve({ write: ({ body }) => seen.push(body) && { text: '', by: { first: '' } } })
  await app.inject({ method: 'POST', url: '/api/notes', payload: { text: 'a', admin: true } })
  expect(seen).toEqual([{ text: 'a' }])
})

test('a handler is not asked with what is wrong, and each wrong field is named', async () => {
  const app = serve({
    write: () => {
      throw new Error('asked')
    },
  })
  for (const payload of [{}, { text: '' }, { text: 1 }, undefined]) {
    const answer = await app.inject({ method: 'POST', url: '/api/notes', payload })
    expect(answer.json()).toEqual({ code: 'invalid', fields: { text: expect.any(String) } })
  }
})

test('a handler is not asked for an id that is none', async () => {
  const app = serve({
    one: () => {
      throw new Error('asked')
    },
  })
  expect((await app.inject('/api/notes/1')).json()).toEqual({ code: 'not_found' })
})

test('a change says which revision it was made from', async () => {
  const app = serve({ change: ({ revision }) => ({ text: String(revision), by: { first: '' } }) })
  const change = async (given?: string) => {
    const headers = given === undefined ? {} : { 'if-match': given }
    return (await app.inject({ method: 'PATCH', url: `/api/notes/${crypto.randomUUID()}`, headers })).json()
  }
  expect(await change('"12"')).toMatchObject({ data: { text: '12' } })
  expect(await change()).toEqual({ code: 'revision_needed' })
  for (const wrong of ['12', '*', 'W/"12"', '"1", "2"', '"-1"', '"a"'])
    expect(await change(wrong), wrong).toMatchObject({ code: 'invalid', fields: { 'If-Match': expect.any(String) } })
})

test('what one person asks for at once waits its turn, and holds up nobody else; far too much of it is refused', async () => {
  const started: string[] = []
  const work = Promise.withResolvers<void>()
  const app = serve({
    one: async ({ params }) => {
      started.push((params as { note_id: string }).note_id.slice(-1))
      await work.promise
      return { text: '', by: { first: '' } }
    },
  })
  const now = () => new Date()
  const sessions = createSessions({ db, now, idleMs: 100_000, maxMs: 100_000, announceEnd: async () => {} })
  const [greedy = '', other = ''] = await Promise.all([0, 1].map(async () => sessions.open((await makePerson(db)).id)))
  const read = (token: string, last: number) => {
    const url = `/api/notes/00000000-0000-4000-8000-00000000000${last}`
    return app.inject({ method: 'GET', url, headers: { authorization: token } })
  }
  const before = await Promise.all([greedy, other].map((token) => sessions.viewerOf(token)))
  expect(before).not.toContain(null)
  const theirs = Array.from({ length: 6 + MOST_WAITING + 10 }, () => read(greedy, 1))
  const refused: unknown[] = []
  for (const one of theirs)
    void one.then(({ statusCode, body }) => statusCode === 200 || refused.push(JSON.parse(body)))
  await expect.poll(() => refused).toEqual(Array.from({ length: 10 }, () => ({ code: 'too_many' })))
  expect(started).toEqual(['1', '1', '1', '1', '1', '1'])
  const another = read(other, 2)
  await expect.poll(() => started.at(-1), { message: 'begins while they wait' }).toBe('2')
  work.resolve()
  expect((await another).statusCode).toBe(200)
  const statuses = (await Promise.all(theirs)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(6 + MOST_WAITING)
})

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /(?<!\.test)\.ts$/.test(path))

test('nouns do not know the frame of HTTP, except where they answer a browser themselves: with files, forms and redirects', () => {
  const ofFrame = /^(\w+\.ts|(http|process|demo|testing)\/.*)$/
  const knowing = files.filter((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return !ofFrame.test(path) && /from '(\.\.\/)+http\//.test(text)
  })
  expect(knowing.toSorted()).toEqual(['session/routes.ts', 'uploads/form.ts', 'uploads/send.ts'])
})

test('handlers, rules and what is shown are free of SQL', () => {
  const isFree = (path: string, text: string) =>
    /\bHandlers</.test(text) || /(^|\/)(rules|\w+Rules|shown)\.ts$/.test(path)
  const written = files.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return isFree(path, text) ? [{ path, text }] : []
  })
  expect(written.length).toBeGreaterThan(60)
  const statement = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
  const found = written.flatMap(({ path, text }) => (statement.test(text) ? [path] : []))
  // The rules of access are a statement.
  expect(found).toEqual(['access/rules.ts'])
})
