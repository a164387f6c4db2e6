import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { uploadMost, uploadPart } from '../contract/uploads.ts'
import { build } from './app.ts'
import { worksheetOf } from './assignments/testing.ts'
import { openDatabase } from './db/database.ts'
import { openapi } from './http/openapi.ts'
import { useServer } from './testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeCourse,
  makeGroup,
  makeTopic,
} from './testing/world.ts'

/* Tests of everything that all calls share: tokens, addresses, envelopes, headers, documents. */

const server = await useServer()
const course = await makeCourse(server.db)
const ploy = await server.person({ first: 'Ploy' })
await enrol(server.db, course, ploy, 'student')

const endpoints = Object.values(contract).flatMap((calls) => Object.values(calls) as Endpoint[])

describe('the token', () => {
  test.each([
    ['raw', (token: string) => token],
    ['after Bearer', (token: string) => `Bearer ${token}`],
    ['after bearer in small letters and two spaces', (token: string) => `bearer  ${token}`],
  ])('is accepted %s', async (_, form) => {
    const answer = await server.nobody.raw('GET', '/api/users/me', { headers: { authorization: form(ploy.token) } })
    expect(answer.json().data._id).toBe(ploy.id)
  })

  test('is not accepted from the address or a cookie', async () => {
    for (const name of ['token', 'code', 'authorization', 'access_token']) {
      const own = { [name]: ploy.token }
      expect((await server.nobody.raw('GET', '/api/users/me', { query: own })).statusCode).toBe(401)
      expect((await server.nobody.raw('GET', '/api/users/me', { cookies: own })).statusCode).toBe(401)
    }
  })

  test('is not accepted when a letter is different', async () => {
    const other = ploy.token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    expect(await server.withToken(other).refused(contract.users.me)).toEqual({ status: 401, code: 'not_signed_in' })
  })
})

test('a request may not take for ever to come', () => {
  const { requestTimeout } = server.app.server
  expect(requestTimeout).toBeGreaterThan(0)
  // The largest file, in bytes, over a slow line, at 20 kB a second.
  expect(requestTimeout).toBeGreaterThanOrEqual(uploadMost / 20)
})

describe('an address', () => {
  test.each([
    '/api/courses/my',
    '/api/users/notifications',
    `/api/courses/${course.id}`,
    `/api/courses/${course.id}/announcements`,
  ])('is the same with a slash at its end: %s', async (path) => {
    const without = await ploy.raw('GET', path)
    const withSlash = await ploy.raw('GET', `${path}/`)
    expect(without.statusCode).toBe(200)
    expect(withSlash.statusCode).toBe(200)
    expect(withSlash.json()).toEqual(without.json())
  })

  test('that is unknown under /api is 404 in the form of every failure, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await ploy.raw(method, '/api/nothing/here')
      expect(answer.statusCode, method).toBe(404)
      expect(answer.headers['content-type']).toMatch(/^application\/json/)
      expect(answer.json().error.code).toBe('not_found')
    }
  })

  test('answers HEAD like GET, without the body', async () => {
    const { statusCode, headers, body } = await ploy.raw('HEAD', '/api/courses/my')
    expect(statusCode).toBe(200)
    expect(headers.etag).toBe((await ploy.raw('GET', '/api/courses/my')).headers.etag)
    expect(body).toBe('')
  })

  test('that only redirects or stays open has no HEAD', async () => {
    for (const { path } of endpoints.filter((e) => e.raw === 'redirect' || e.raw === 'events')) {
      expect((await ploy.raw('HEAD', path)).statusCode, path).toBe(404)
    }
  })
})

describe('a body', () => {
  test.each(['application/json', 'application/json; charset=utf-8'])(
    'may be absent although %s is announced',
    async (type) => {
      const headers = { 'content-type': type }
      expect((await ploy.raw('POST', '/api/users/notifications/', { headers })).statusCode).toBe(200)
      expect((await ploy.raw('POST', '/api/users/notifications/', { headers, payload: '' })).statusCode).toBe(200)
      expect((await ploy.raw('POST', '/api/users/notifications/', { headers, payload: '{}' })).statusCode).toBe(200)
      expect((await ploy.raw('GET', '/api/courses/my', { headers })).statusCode).toBe(200)
      const { token } = await server.signIn(ploy)
      expect((await server.withToken(token).raw('DELETE', '/api/session', { headers })).json()).toEqual({
        data: { ended: true },
      })
    },
  )
})

test('a client that is still sending what is too large gets the answer, and its connection stays', async () => {
  const path = `/api/courses/${course.id}/discussions/${course.id}`
  const payload = JSON.stringify({ content: 'a'.repeat(12_000_000) })
  const headers = { 'content-type': 'application/json', authorization: ploy.token }
  const origin = await server.listen()
  for (const to of [path, '/api/nothing/here', '/api/upload']) {
    expect((await ploy.raw('POST', to, { headers, payload })).headers.connection, to).not.toBe('close')
    const answer = await fetch(origin + to, { method: 'POST', headers, body: payload })
    expect([answer.status, await answer.json()], to).toMatchObject([413, { error: { code: 'too_large' } }])
  }
})

test('a call without a dry run refuses one, and writes nothing', async () => {
  const arthit = await server.person()
  await enrol(server.db, course, arthit, 'instructor')
  const path = `/api/courses/${course.id}/roster`
  const headers = { 'content-type': 'application/json' }
  const payload = JSON.stringify({ email: 'somebody@example.org' })
  for (const value of ['true', '1']) {
    const answer = await arthit.raw('POST', `${path}?dry_run=${value}`, { headers, payload })
    expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { dry_run: 'is not of this call' }])
  }
  expect((await arthit.raw('GET', `${path}/pending`)).json().data).toEqual([])
})

describe('an answer', () => {
  test('is not sent again while its ETag is right, and is when something changed', async () => {
    const path = `/api/courses/${course.id}/announcements`
    const etag = String((await ploy.raw('GET', path)).headers.etag)
    const again = await ploy.raw('GET', path, { headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    for (const list of ['*', `"other", ${etag}`, etag.replace(/^W\//, '')]) {
      expect((await ploy.raw('GET', path, { headers: { 'if-none-match': list } })).statusCode, list).toBe(304)
    }
    await makeAnnouncement(server.db, course)
    const changed = await ploy.raw('GET', path, { headers: { 'if-none-match': etag } })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('with an ETag of somebody else is still the asker’s own', async () => {
    const nat = await server.person({ first: 'Nat' })
    const etag = String((await ploy.raw('GET', '/api/users/me')).headers.etag)
    const answer = await nat.raw('GET', '/api/users/me', { headers: { 'if-none-match': etag } })
    expect(answer.json().data.first).toBe('Nat')
  })

  test('is kept by nobody but the asker’s own browser', async () => {
    for (const path of ['/api/users/me', '/%61pi/users/me', '/api/nothing']) {
      const { headers } = await ploy.raw('GET', path)
      expect(headers['cache-control'], path).toBe('private, no-cache')
    }
  })

  test('has data alone when it succeeds, error alone when it fails', async () => {
    expect(Object.keys((await ploy.raw('GET', '/api/courses/my')).json())).toEqual(['data'])
    const failed = (await server.nobody.raw('GET', '/api/courses/my')).json()
    expect(failed).toEqual({ error: { code: 'not_signed_in', message: expect.stringMatching(/\w/) } })
    const path = `/api/courses/${course.id}/announcements?before=yesterday`
    const invalid = await ploy.raw('GET', path)
    expect([invalid.statusCode, invalid.json().error]).toEqual([
      400,
      { code: 'invalid', message: expect.any(String), fields: { before: expect.any(String) } },
    ])
  })

  test.each(['/api/courses/my', '/api/nothing', '/api/docs', '/healthz', '/'])(
    'carries the headers that protect: %s',
    async (path) => {
      const { headers } = await ploy.raw('GET', path)
      const policy = String(headers['content-security-policy'])
      expect(policy).toMatch(/default-src 'none'/)
      expect(policy).not.toMatch(/unsafe|\*|http/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.stringMatching(/./),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
    },
  )

  test('has no more to say of pages than that it is none', async () => {
    const policyOf = async (path: string) => (await ploy.raw('GET', path)).headers['content-security-policy']
    expect(await policyOf('/api/courses/my')).toBe("default-src 'none';frame-ancestors 'self'")
    expect(await policyOf('/api/docs')).toContain("style-src 'self'")
  })

  test('has the number that a proxy gave the request, when it is one', async () => {
    const numberOf = async (given: string) =>
      (await ploy.raw('GET', '/healthz', { headers: { 'x-request-id': given } })).headers['x-request-id']
    for (const given of ['7', '9f1c2a-4', 'Root=1-67891233-abcdef', 'a'.repeat(100)]) {
      expect(await numberOf(given)).toBe(given)
    }
    for (const given of ['', 'a b', '"},{"level":60', 'ก', '<b>', 'a'.repeat(101), '1, 2']) {
      expect(await numberOf(given), given).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('that is an open stream carries them too', async () => {
    const { headers } = await server.begin('/api/users/notifications/stream', ploy.token)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('asks for HTTPS only when the product is reached by it', async () => {
    const overHttps = await useServer({ PUBLIC_URL: 'https://learn.example.org', DEMO: 'on' })
    expect((await overHttps.nobody.raw('GET', '/healthz')).headers['strict-transport-security']).toMatch(
      /max-age=\d{8}/,
    )
    expect((await server.nobody.raw('GET', '/healthz')).headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('the document of the API', () => {
  test('names every call of the contract, and no other', async () => {
    const answer = await server.nobody.raw('GET', '/api/openapi.json')
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const { openapi: version, paths } = answer.json()
    expect(version).toBe('3.1.0')
    const listed = Object.entries(paths as Record<string, object>).flatMap(([path, of]) =>
      Object.keys(of).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(endpoints.map((e) => `${e.method} ${e.path.replace(/:(\w+)/g, '{$1}')}`).sort())
  })

  test('every reference in it leads somewhere, and no leftovers of its making remain', () => {
    const document = JSON.parse(JSON.stringify(openapi(contract)))
    const text = JSON.stringify(document)
    expect(text).not.toContain('$schema')
    expect(text).not.toContain('$defs')
    expect(text, 'the whole document').not.toContain('"$ref":"#"')
    for (const [, pointer] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer?.split('/').reduce((at, key) => at?.[key], document)
      expect(target, pointer).toBeTypeOf('object')
    }
  })

  test('every part of every reply, query and body is described', () => {
    const document = openapi(contract)
    for (const operation of Object.values(document.paths).flatMap((of) => Object.values(of))) {
      const { operationId, parameters, requestBody, responses } = JSON.parse(JSON.stringify(operation))
      const schemas = [
        (responses[200] ?? responses[202])?.content?.['application/json'],
        requestBody?.content?.['application/json'],
        ...parameters,
      ]
      for (const { schema } of schemas.filter((s) => s?.schema)) expect(undescribed(schema), operationId).toEqual([])
    }
  })

  test('says how a file is sent, and that what creates may be repeated with a key', () => {
    const { paths } = JSON.parse(JSON.stringify(openapi(contract)))
    const { post } = paths[contract.uploads.create.path]
    expect(post.requestBody.content['multipart/form-data'].schema).toEqual({
      type: 'object',
      required: [uploadPart],
      properties: { [uploadPart]: { type: 'string', format: 'binary' } },
    })
    const withKey = endpoints.filter(({ method, path }) =>
      paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()].parameters.some(
        (p: { name: string; in: string }) => p.name === 'Idempotency-Key' && p.in === 'header',
      ),
    )
    expect(withKey).toEqual(endpoints.filter(({ method }) => method !== 'GET'))
  })

  test('says that staff may read as a student, and that their writes answer their change', () => {
    const { paths } = JSON.parse(JSON.stringify(openapi(contract)))
    const { get, post } = paths['/api/courses/{course_id}/announcements']
    const named = (operation: { parameters: { name: string }[] }) => operation.parameters.map(({ name }) => name)
    expect([named(get).includes('as'), named(post).includes('as')]).toEqual([true, false])
    expect([Object.keys(post.responses[200].headers ?? {}), get.responses[200].headers]).toEqual([
      ['Change-Id', 'Idempotent-Replayed'],
      undefined,
    ])
    expect(named(paths['/api/users/me'].get)).toEqual([])
  })

  test('instants are strings of ISO 8601', () => {
    const text = JSON.stringify(openapi(contract).paths['/api/courses/{course_id}/schedules/my'])
    expect(text).toMatch(/"schedule_start":\{"type":"string","format":"date-time"/)
  })

  test('can be read as a page that loads nothing from elsewhere and runs nothing', async () => {
    const { body, headers } = await server.nobody.raw('GET', '/api/docs')
    expect(headers['content-type']).toMatch(/^text\/html/)
    for (const { path } of endpoints) expect(body).toContain(path)
    expect(body).not.toMatch(/(?:src|href|action)=["']?(?:https?:)?\/\//)
    expect(body).not.toMatch(/<script|<style| style=| on\w+=/)
    const css = await server.nobody.raw('GET', '/api/docs.css')
    expect(css.headers['content-type']).toMatch(/^text\/css/)
    expect(css.body).not.toMatch(/url\(|@import/)
  })
})

/** The paths in a JSON schema where anything would do. */
function undescribed(schema: Record<string, unknown>, at = ''): string[] {
  const inside = (part: unknown, name: string) => undescribed(part as Record<string, unknown>, `${at}/${name}`)
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, part]) => inside(part, name))
  if (schema.items) return inside(schema.items, '[]')
  const choices = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined
  if (choices) return choices.flatMap((part, i) => inside(part, String(i)))
  if (schema.additionalProperties) return inside(schema.additionalProperties, '*')
  // A schema that may be any JSON says so in words.
  return ['type', 'enum', 'const', '$ref', 'description'].some((key) => key in schema) ? [] : [at]
}

test('a server that closes does not wait for a browser that has connected and asks for nothing', async () => {
  const other = await server.another()
  const { port } = new URL(await other.listen())
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  // Once the server has answered a later request, it has seen this one.
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const ended = once(socket, 'close')
  await other.app.close()
  await ended
})

test('who has written is answered, though nobody can be told of it', async () => {
  const { db } = server
  const sheet = worksheetOf(ploy, course, await makeAssignment(db, course))
  const group = await makeGroup(db, course, [ploy])
  await makeActivity(db, course)
  const course_id = course.id
  const topic = await makeTopic(db, course, { title: 'Week 1' })
  await server.withoutNews(async () => {
    await sheet.save({ textbox: { value: 'My te', at: 1 } })
    await sheet.submit({ textbox: 'My text' })
    const params = { course_id, discussion_id: topic.id }
    await ploy.call(contract.discussions.post, { params, body: { content: 'Hello' } })
    const grouping = { course_id, grouping_id: group.grouping_id }
    await ploy.call(contract.groups.leave, { params: { ...grouping, group_id: group.id } })
    await ploy.call(contract.groups.create, { params: grouping, body: { name: 'Rain', members: [] } })
    await ploy.call(contract.notifications.readAll)
  })
})

describe('health', () => {
  test('the process answers, and so does its database', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const { statusCode, headers, body } = await server.nobody.raw('GET', path)
      expect([statusCode, body]).toEqual([200, '{"ok":true}'])
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('without its database the process lives and is not ready', async () => {
    const db = openDatabase(server.connection, { connections: 1, prepare: false })
    const app = await build({ config: { ...server.config, logLevel: 'silent' }, db, connection: server.connection })
    await db.destroy()
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    const { statusCode, headers } = await app.inject('/readyz')
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([503, true])
    await app.close()
  })
})
