import { createHook } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { has, preferred, shapeAnswers, tagOf } from './responses.ts'

const large = { words: Array.from({ length: 2_000 }, (_, i) => `rain and tree ${i} ฝนตก`) }
const text = JSON.stringify(large)
const small = { words: ['rain'] }
/** Fewer characters than are compressed, and more bytes. */
const thai = { words: 'ฝนตก'.repeat(500) }

const app = Fastify()
shapeAnswers(app)
app.get('/large', () => large)
app.post('/large', () => large)
app.get('/small', () => small)
app.get('/thai', () => thai)
app.get('/missing', (_request, reply) => reply.code(404).send(large))
app.get('/said/:said', ({ params }, reply) => {
  const bytes = Buffer.from(JSON.stringify({ ...large, ...(params as object) }))
  return reply.header('etag', tagOf(bytes)).type('application/json').send(bytes)
})
app.get('/stream', (_request, reply) => reply.type('text/plain').send(Readable.from([text])))
app.get('/bytes', (_request, reply) => reply.type('image/png').send(Buffer.alloc(10_000)))

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  app.inject({ method, url, headers })

describe('a large text', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('comes as %s to whoever takes that, much smaller and the same', async (encoding, decompress) => {
    const { headers, rawPayload } = await ask('/large', { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers.vary).toBe('accept-encoding')
    expect(headers['content-length']).toBe(String(rawPayload.length))
    expect(rawPayload.length).toBeLessThan(text.length / 4)
    expect(decompress(rawPayload).toString()).toBe(text)
  })

  test('comes as it is to whoever says nothing, or takes nothing that is known here', async () => {
    for (const given of [undefined, '', 'identity', 'x-other', 'br;q=0, gzip;q=0', '*;q=0', 'br;q=x']) {
      const { headers, body } = await ask('/large', given === undefined ? {} : { 'accept-encoding': given })
      expect(headers, given).not.toHaveProperty('content-encoding')
      expect(headers.vary, 'another may have got another form').toBe('accept-encoding')
      expect(body).toBe(text)
    }
  })

  test('has one ETag in each of its forms, and is not sent again in any', async () => {
    const forms = [{}, { 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }] as Record<string, string>[]
    const tags = new Set<string>()
    for (const form of forms) tags.add(String((await ask('/large', form)).headers.etag))
    expect(tags.size).toBe(1)
    const [etag = ''] = tags
    for (const form of forms) {
      const { statusCode, headers, rawPayload } = await ask('/large', { ...form, 'if-none-match': etag })
      expect([statusCode, rawPayload.length, headers.etag, headers.vary]).toEqual([304, 0, etag, 'accept-encoding'])
      expect(headers).not.toHaveProperty('content-encoding')
    }
  })

  test('is compressed as the answer of a POST and of a failure too, which have no ETag', async () => {
    for (const answer of [
      await ask('/large', { 'accept-encoding': 'gzip' }, 'POST'),
      await ask('/missing', { 'accept-encoding': 'gzip', 'if-none-match': '*' }),
    ]) {
      expect(answer.headers['content-encoding']).toBe('gzip')
      expect(answer.headers).not.toHaveProperty('etag')
      expect(gunzipSync(answer.rawPayload).toString()).toBe(text)
    }
  })

  test('that is kept is compressed once for all who ask meanwhile and afterwards, and anew when it is another', async () => {
    let times = 0
    const watch = createHook({
      init(_id, type) {
        if (type === 'ZLIB') times++
      },
    }).enable()
    const many = (said: string) =>
      Promise.all(Array.from({ length: 20 }, () => ask(`/said/${said}`, { 'accept-encoding': 'br' })))
    const answers = [...(await many('rain')), ...(await many('rain')), ...(await many('tree'))]
    watch.disable()
    expect(times).toBe(2)
    const said = answers.map(({ rawPayload }) => JSON.parse(brotliDecompressSync(rawPayload).toString()).said)
    expect(said).toEqual([...Array(40).fill('rain'), ...Array(20).fill('tree')])
  })

  test('has with HEAD the headers of GET, and no body', async () => {
    const form = { 'accept-encoding': 'br' }
    const [get, head] = [await ask('/large', form), await ask('/large', form, 'HEAD')]
    for (const name of ['etag', 'vary', 'content-encoding', 'content-type', 'content-length']) {
      expect(head.headers[name], name).toBe(get.headers[name])
    }
    expect(head.rawPayload).toHaveLength(0)
  })
})

test('how large a text is, its bytes say', async () => {
  const { headers, rawPayload } = await ask('/thai', { 'accept-encoding': 'br' })
  expect(headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(rawPayload).toString())).toEqual(thai)
})

test('a small text, a stream and bytes are never compressed', async () => {
  for (const path of ['/small', '/stream', '/bytes']) {
    const { headers } = await ask(path, { 'accept-encoding': 'br, gzip' })
    expect(headers, path).not.toHaveProperty('content-encoding')
    expect(headers, path).not.toHaveProperty('vary')
  }
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br; q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('of Accept-Encoding %j the best is %s', (header, best) => {
  expect(preferred(header)).toBe(best)
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ['"x",W/"a" ,"y"', true],
  ['*', true],
  [' * ', true],
  ['"A"', false],
  ['a', false],
  ['"x", "y"', false],
  ['', false],
  [undefined, false],
])('If-None-Match %j has the ETag "a": %s', (header, known) => {
  expect([has(header, '"a"'), has(header, 'W/"a"')]).toEqual([known, known])
})
