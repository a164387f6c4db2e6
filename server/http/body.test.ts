import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { refusalOf, statusOf } from '../errors.ts'
import { readBodies } from './body.ts'

/* Bodies over a real connection, to a server that echoes them. */

const app = Fastify()
readBodies(app, { longestMs: 300 })
app.setErrorHandler((error, _request, reply) => {
  const { code } = refusalOf(error) ?? { code: 'internal' as const }
  if (code === 'too_slow') reply.header('connection', 'close')
  return reply.status(statusOf[code]).send({ code })
})
app.post('/', async ({ body }) => ({ body: body ?? null }))
app.post('/large', { bodyLimit: 3_000_000 }, async ({ body }) => ({ bytes: JSON.stringify(body).length }))
await app.listen({ host: '127.0.0.1', port: 0 })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}/`

const send = async (body: string | ReadableStream, type = 'application/json', path = '') => {
  const headers = { 'content-type': type }
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
  const response = await fetch(origin + path, init)
  return { status: response.status, answer: await response.json() }
}

test('JSON is read, and a JSON header without a body is a call without one', async () => {
  expect(await send('{"name":"สมชาย"}')).toEqual({ status: 200, answer: { body: { name: 'สมชาย' } } })
  expect(await send('')).toEqual({ status: 200, answer: { body: null } })
  expect((await send('{')).status).toBe(400)
  expect((await send('{"__proto__":1}')).status).toBe(400)
  expect((await send('a', 'text/plain')).status).toBe(415)
})

test('8 MB of JSON are too large, and the answer arrives, whether or not the length was said', async () => {
  const text = JSON.stringify({ text: 'a'.repeat(8_000_000) })
  for (let i = 0; i < 5; i++) {
    expect(await send(text)).toEqual({ status: 413, answer: { code: 'too_large' } })
    const stream = new Blob([text]).stream() as ReadableStream
    expect(await send(stream)).toEqual({ status: 413, answer: { code: 'too_large' } })
  }
  expect((await send('{}')).status).toBe(200)
})

test('a route that takes more says so for itself', async () => {
  const large = (bytes: number) => JSON.stringify({ text: 'a'.repeat(bytes) })
  expect(await send(large(2_000_000), undefined, 'large')).toEqual({ status: 200, answer: { bytes: 2_000_011 } })
  expect((await send(large(3_000_000), undefined, 'large')).status).toBe(413)
})

test('a body without an end is cut', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n')
  const chunk = `${(100_000).toString(16)}\r\n${'a'.repeat(100_000)}\r\n`
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  let sent = 0
  while (!socket.destroyed && sent < 60_000_000) {
    sent += chunk.length
    if (!socket.write(chunk)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  }
  await closed
  expect(sent).toBeLessThan(60_000_000)
})

test('a body that trickles is answered and its line ended', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (data) => (answer += data))
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{')
  while (!socket.destroyed) {
    socket.write(' ')
    await Promise.race([pause(20), closed])
  }
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('too_slow')
})
