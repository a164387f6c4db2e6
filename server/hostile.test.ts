import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type Endpoint, errorCodes } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { newId } from './ids.ts'
import { type Sent as Asked, addressOf, requestOf } from './testing/client.ts'
import { examples, type Place } from './testing/examples.ts'
import { useServer } from './testing/server.ts'
import { enrol, makeAnnouncement, makeAssignment, makeCourse } from './testing/world.ts'

/*
 * Sends everything that no browser sends to every endpoint, as somebody who may call it: never a 500, always the
 * envelope.
 */

const server = await useServer()
await server.listen()
const course = await makeCourse(server.db)
const known: Record<string, string> = {
  course_id: course.id,
  announcement_id: (await makeAnnouncement(server.db, course)).id,
  asgn_id: (await makeAssignment(server.db, course)).id,
}
const student = await server.person()
const instructor = await server.person({ admin: true })
await enrol(server.db, course, student, 'student')
await enrol(server.db, course, instructor, 'instructor')

const endpoints = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
    title: `${noun}.${name}`,
    ...{ noun, name, endpoint },
  })),
)
const namesIn = (endpoint: Endpoint) => [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
const paramsOf = (endpoint: Endpoint) =>
  Object.fromEntries(namesIn(endpoint).map((name) => [name, known[name] ?? newId()]))
/** An address without the ending that names the form of its answer. */
const formless = ({ method, path }: Endpoint) => `${method} ${path.replace(/\.\w+$/, '')}`
/** The fields of an object schema, or of each variant of a union. */
function fieldsOf(schema: unknown): string[] {
  const { shape = {}, options = [] } = ((schema as z.core.$ZodType | undefined)?._zod.def ?? {}) as {
    shape?: object
    options?: unknown[]
  }
  return [...new Set([...Object.keys(shape), ...options.flatMap(fieldsOf)])]
}

/** What does harm anywhere in a text. They are short, so that most fields take them together. */
const parts = ['\u202e', 'ก้ำ👩🏽‍🚀', "';--", '%s%n{{7}}', '<script>', '{"$ne":1}']
/** What does harm as a whole text. */
const wholes = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ufeff',
  '\uffff',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  '-1',
  '1e400',
  '9'.repeat(400),
  'a'.repeat(8_000),
  '00000000-0000-0000-0000-000000000000',
]
const strings = [...wholes, ...parts]
/** Values for an address, some of which cannot be decoded. */
const noText = ['%', '%zz', '%00', '%ED%A0%80', '%C0%AF', '%u0041', '%2e%2e%2f', '\\', ';']
const encoded = [...noText, ...strings.map(encodeURIComponent)]
/**
 * Values for the id of a thing whose whole list another endpoint gets: `withSmallIds` and `checkIds` read every id
 * alike.
 */
const fewEncoded = ['%', '%00', '', 'constructor', '00000000-0000-0000-0000-000000000000']
/** Times, and texts that look like times. */
const times = [
  '2026-02-30T10:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-01-01T00:00:00+99:99',
  '2026-01-01',
]
/** Texts for a field: one that takes any text gets what does harm in a text at once, and nothing that is no text. */
const textsFor = (isTaken: (text: string) => boolean) => {
  const together = parts.join('')
  return isTaken(together) ? [...wholes, together] : [...strings, ...times]
}
const tokens = ['', ' ', 'Bearer', 'Bearer ', 'Basic YTpi', 'null', 'a'.repeat(8_000), 'ÿþ', '\t\t']
/** No JSON, or none that may be taken. */
const noJson = [
  '{',
  '{"a":',
  'undefined',
  "{'a':1}",
  '\u0000',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
]
const noJsonTypes = ['text/plain', 'multipart/form-data', 'text/xml', 'application/x-www-form-urlencoded', 'x', 'a/b;c']
const others = [null, true, 0, -1, 1.5, 1e308, [], {}, [[[[]]]], { length: 1 }, '\ud800']

/** The lists in a body with many items. */
const itemsIn = (body: unknown): object[] =>
  (Array.isArray(body) ? body : ((body as { items?: object[] } | undefined)?.items ?? [])) as object[]
const withFirst = (body: object, first: object) => {
  const items = [first, ...itemsIn(body).slice(1)]
  return Array.isArray(body) ? items : { ...body, items }
}

/** Whether a schema accepts a value as the server checks it: a refused value never reaches a handler. */
const takes = (schema: z.ZodMiniType | undefined, value: unknown) => !schema || schema.safeParse(value ?? {}).success
/** A value as the server reads it from an address; undefined if it cannot be decoded. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

interface Sent {
  payload?: string
  headers?: Record<string, string>
}

async function send(endpoint: Endpoint, address: string, { payload, headers }: Sent = {}): Promise<number> {
  const person = endpoint.access === 'student' ? student : instructor
  if (endpoint.raw === 'events') return (await server.begin(address, headers?.authorization ?? person.token)).status
  const { raw } = endpoint === contract.session.end ? await server.signIn(person) : person
  const answer = await raw(endpoint.method, address, { payload, headers })
  const described = `${endpoint.method} ${address.slice(0, 200)} ${payload?.slice(0, 200) ?? ''}`
  expect(answer.statusCode, described).toBeLessThan(500)
  if (answer.statusCode >= 400) expect(errorCodes, described).toContain(answer.json().error?.code)
  return answer.statusCode
}

// Some of these make hundreds of calls, and each call may hash a password.
describe.each(endpoints)('$title', { timeout: 180_000 }, ({ noun, name, endpoint }) => {
  const address = addressOf(endpoint, paramsOf(endpoint))
  const takesForm = 'form' in endpoint
  const takesJson = endpoint.method !== 'GET' && !takesForm
  const isFirst = (like: (other: Endpoint) => boolean) =>
    endpoints.find((it) => like(it.endpoint))?.endpoint === endpoint
  // One parser reads the JSON of all endpoints: it gets the whole lists once.
  const isFirstOfJson = isFirst((other) => other.method !== 'GET' && !('form' in other))
  // The same answer in another form, such as a table as CSV and as a workbook: the first form gets the whole lists.
  const isFirstForm = isFirst((other) => formless(other) === formless(endpoint) && other.query === endpoint.query)
  const person = endpoint.access === 'student' ? student : instructor
  const example = (examples as Record<string, Record<string, unknown>>)[noun]?.[name] as
    | ((place: Place) => Promise<Asked>)
    | undefined

  if (namesIn(endpoint).length > 0)
    test('finds nothing under an id that is none', async () => {
      for (const name of namesIn(endpoint)) {
        const isKnown = name.endsWith('_id') && !isFirst((other) => namesIn(other).includes(name))
        for (const value of isKnown ? fewEncoded : encoded) {
          const path = addressOf(endpoint, { ...paramsOf(endpoint), [name]: 'HERE' }).replace('HERE', value)
          const status = await send(endpoint, path)
          const isId = value.startsWith('00000000-')
          // Without its last part it is another address.
          const isOther = value === '' && endpoint.path.endsWith(`:${name}`)
          if (name.endsWith('_id') && !isId && !isOther) expect(status, path.slice(0, 200)).toBe(404)
        }
      }
    })

  test('stands any query', async () => {
    const names = fieldsOf(endpoint.query)
    const right = (names.length > 0 && (await example?.({ server, course, person }))) || {}
    for (const name of names) {
      const others = { ...(right.query as object), [name]: undefined }
      const query = JSON.parse(JSON.stringify(others))
      const path = addressOf(endpoint, right.params ?? paramsOf(endpoint), query)
      const sendOne = (text: string) => send(endpoint, `${path}${path.includes('?') ? '&' : '?'}${text}`)
      const isTaken = (value: string) => takes(endpoint.query, { ...query, [name]: decoded(value) ?? value })
      let wasRefused = false
      for (const value of isFirstForm ? [...noText, ...textsFor(isTaken).map(encodeURIComponent)] : fewEncoded) {
        const isRefused = !isTaken(value)
        // The schema refuses several of these values: one stands for the others.
        if (isRefused && wasRefused) continue
        const status = await sendOne(`${name}=${value}`)
        if (isRefused) expect(status, `${path} ${name}=${value}`).toBe(400)
        wasRefused ||= isRefused
      }
      await sendOne(`${name}=1&${name}=2`)
    }
    // Ignored values hide no others: all of them go into one address.
    for (const name of ['unknown', '__proto__', 'a[b][c]'])
      await send(endpoint, `${address}?${encoded.map((value) => `${name}=${value}`).join('&')}`)
    await send(endpoint, `${address}?&&=&=1&%zz`)
  })

  if (takesJson)
    test('stands any body', async () => {
      const json = (payload: string) =>
        send(endpoint, address, { payload, headers: { 'content-type': 'application/json' } })
      for (const text of isFirstOfJson ? noJson : noJson.slice(0, 1)) {
        expect(await json(text), text).toBe(400)
      }
      // The schema reads each field alone; the next test sends each value among right ones.
      const fields = [...fieldsOf(endpoint.body), 'unknown']
      const values = [...others, ...strings]
      const inFields = values.map((value) => Object.fromEntries(fields.map((field) => [field, value])))
      // No handler sees refused or ignored values: the test of refused values sends those.
      const bodies = [...values, ...inFields].filter((body) => endpoint.body && takes(endpoint.body, body))
      for (const body of [null, [], '', ...bodies]) await json(JSON.stringify(body))
      await json('['.repeat(100_000) + ']'.repeat(100_000))
    })

  if (takesJson && 'body' in endpoint && example)
    test('stands anything in a field, in a call that is right but for that', async () => {
      // In a course of its own, and for the course's settings in a new one each time, because an accepted value may
      // archive it.
      const newPlace = async (): Promise<Place> => {
        const course = await makeCourse(server.db)
        await enrol(server.db, course, person, person === student ? 'student' : 'instructor')
        return { server, course, person }
      }
      let place = await newPlace()
      const anew = async () => {
        if (endpoint.access === 'settings') place = await newPlace()
        return example(place)
      }
      let right = await anew()
      const [item] = itemsIn(right.body)
      const places = [
        ...new Set(
          [...fieldsOf(endpoint.body), ...Object.keys(right.body ?? {})].filter((field) => !/^\d+$/.test(field)),
        ),
      ].map((field) => (body: object, value: unknown) => ({ ...body, [field]: value }))
      const within = Object.keys(item ?? {}).map(
        (field) => (body: object, value: unknown) => withFirst(body, { ...itemsIn(body)[0], [field]: value }),
      )
      const sendOnce = (body: unknown) => {
        const { payload, headers } = requestOf({ ...right, body })
        return send(endpoint, addressOf(endpoint, right.params, right.query), { payload, headers })
      }
      const sendBody = async (body: unknown) => {
        const status = await sendOnce(body)
        if (status !== 429) return status
        // Otherwise a rate limit would refuse everything after it.
        await server.db.deleteFrom('rate_limits').execute()
        return sendOnce(body)
      }
      for (const put of [...places, ...within]) {
        const bodyWith = (value: unknown) => put(right.body ?? {}, value)
        const isTaken = (value: unknown) => takes(endpoint.body, JSON.parse(JSON.stringify(bodyWith(value))))
        let wasRefused = false
        for (const value of [...others, ...textsFor(isTaken)]) {
          const body = bodyWith(value)
          const isRefused = !isTaken(value)
          // The schema refuses several of these values: one stands for the others.
          if (isRefused && wasRefused) continue
          const status = await sendBody(body)
          if (isRefused) expect(status, JSON.stringify(body).slice(0, 200)).toBe(400)
          wasRefused ||= isRefused
          // A second call with an accepted value may be refused.
          if (status < 400) right = await anew()
        }
      }
      expect(await sendBody(right.body), 'what is right is still taken').toBeLessThan(400)
    })

  if (takesJson)
    test('takes nothing but JSON, and not too much of it', async () => {
      for (const type of isFirstOfJson ? noJsonTypes : noJsonTypes.slice(0, 2)) {
        expect(await send(endpoint, address, { payload: 'a=1', headers: { 'content-type': type } }), type).toBe(415)
      }
      if (!isFirstOfJson && !endpoint.bodyMost) return
      const payload = JSON.stringify({ text: 'a'.repeat(endpoint.bodyMost ?? 1_000_000) })
      expect(await send(endpoint, address, { payload, headers: { 'content-type': 'application/json' } })).toBe(413)
    })

  if (takesForm)
    test('takes nothing but a form', async () => {
      for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'x', 'a/b;c']) {
        expect(await send(endpoint, address, { payload: '{}', headers: { 'content-type': type } }), type).toBe(415)
      }
      for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x']) {
        for (const payload of [
          '',
          '--x',
          '--x--',
          'a=1',
          '\u0000',
          '--x\r\n\r\n\r\n--x--',
          '--x\r\nContent-Disposition: x\r\n\r\n',
        ]) {
          const status = await send(endpoint, address, { payload, headers: { 'content-type': type } })
          expect([400, 415], `${type} ${payload}`).toContain(status)
        }
      }
    })

  test('takes nothing for a token that is none', async () => {
    // The server reads each one before it looks for the endpoint, so one endpoint for each rule gets the whole list.
    const isFirstOfRule = isFirst(({ access }) => access === endpoint.access)
    for (const authorization of isFirstOfRule ? tokens : ['', 'null']) {
      const status = await send(endpoint, address, { headers: { authorization } })
      if (endpoint.access !== 'public') expect(status, authorization).toBe(401)
    }
  })
})

test('what a schema refuses is refused, and nothing else is', async () => {
  const { create } = contract.announcements
  const address = addressOf(create, { course_id: course.id })
  for (const value of [...others, ...strings, ...times])
    for (const body of [
      value,
      { title: value },
      { title: 'Quiz', publish_at: value },
      { title: 'Quiz', unknown: value },
    ]) {
      const payload = JSON.stringify(body)
      const status = await send(create, address, { payload, headers: { 'content-type': 'application/json' } })
      expect(status === 400, payload.slice(0, 200)).toBe(!takes(create.body, JSON.parse(payload)))
    }
})

test('an address that cannot be read is not found, in the form of every failure', async () => {
  for (const path of [
    '/api/%',
    '/api/courses/%zz',
    `/api/courses/${'a'.repeat(300)}`,
    '/api/callback%E0%A4%A?code=1',
    '/assets/%zz',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await server.nobody.raw('GET', path)
    expect(answer.headers, path).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    })
    expect(answer.statusCode, path).toBe(404)
    expect(answer.json(), path).toEqual({ error: { code: 'not_found', message: expect.any(String) } })
  }
})

test('a Host that is no address does no harm', async () => {
  for (const host of [
    'localhost:99999',
    'localhost:abc',
    '127.0.0.1:',
    '[::1',
    'a b',
    '..',
    'evil.example',
    '127.0.0.1@evil.example',
    '',
  ]) {
    for (const path of ['/api/session/provider', '/api/callback?code=1&state=2', '/api/users/me', '/']) {
      const { statusCode } = await server.nobody.raw('GET', path, { headers: { host } })
      expect(statusCode, `${host} ${path}`).toBeLessThan(500)
    }
  }
})
