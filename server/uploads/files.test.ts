import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { uploadMost } from '../../contract/uploads.ts'
import { newId } from '../ids.ts'
import { sharedKey } from '../process/keys.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { signedAddress, uploadIdOf } from './location.ts'
import { folderStorage } from './storage.ts'
import { formOf, upload } from './testing.ts'

const folder = await temporaryFolder()
const server = await useServer({ DATA_DIR: folder })
const { db, nobody } = server
const key = await sharedKey(db, 'files')
const demo = (name: string) => readFile(join(import.meta.dirname, '../demo/files', name))

let ploy: SignedIn

beforeEach(async () => {
  server.clock.reset()
  ploy = await server.person()
})

/** Uploads a file and gives its signed address. */
async function put(bytes: Buffer | string, filename = 'notes.txt') {
  const { location } = await upload(ploy, bytes, filename)
  return signedAddress(key, { id: uploadIdOf(location) ?? '', filename }, server.clock.now())
}
const get = (address: string, headers: Record<string, string> = {}) => nobody.raw('GET', address, { headers })

describe('a signed address', () => {
  test('gives the file to whoever has it, without a token', async () => {
    const bytes = await demo('lecture-recursion.pdf')
    const answer = await get(await put(bytes, 'a.pdf'))
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline; filename="a.pdf"; filename*=UTF-8\'\'a.pdf',
    })
  })

  test('names the file in Thai', async () => {
    const { headers, statusCode } = await get(await put('x', 'รายงาน 1.txt'))
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      'inline; filename="______ 1.txt"; filename*=UTF-8\'\'%E0%B8%A3%E0%B8%B2%E0%B8%A2%E0%B8%87%E0%B8%B2%E0%B8%99%201.txt',
    ])
  })

  test('is worth nothing when it is altered in any part, of another file, or expired', async () => {
    const address = await put('x')
    const other = uploadIdOf(await put('y')) as string
    const id = uploadIdOf(address) as string
    const expiry = /e=(\d+)/.exec(address)?.[1] as string
    const altered = [
      address.replace(id, other),
      address.replace(id, newId()),
      address.replace(expiry, String(Number(expiry) + 3_600)),
      address.replace(/s=./, (s) => (s === 's=A' ? 's=B' : 's=A')),
      address.replace(/s=[^&]+/, 's='),
      signedAddress(Buffer.alloc(32), { id, filename: 'notes.txt' }, server.clock.now()),
    ]
    for (const a of altered) expect((await get(a)).statusCode, a).toBe(404)
    expect((await get(address.replace(/\?.*/, ''))).statusCode).toBe(400)
    server.clock.pass({ hours: 13 })
    const late = await get(address)
    expect([late.statusCode, late.json().error.code]).toEqual([404, 'not_found'])
    expect(late.headers['cache-control']).toBe('private, no-cache')
  })

  test('may have its id in capitals', async () => {
    const address = await put('x')
    const id = uploadIdOf(address) as string
    expect((await get(address.replace(id, id.toUpperCase()))).statusCode).toBe(200)
  })

  test('may carry any name: the record’s counts', async () => {
    const address = (await put('x')).replace('notes.txt', 'evil.html')
    const { headers } = await get(address)
    expect(headers['content-disposition']).toContain('notes.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  })

  test('of a file that was removed, or whose bytes are gone, is not found', async () => {
    const address = await put('x')
    const id = uploadIdOf(address) as string
    const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await folderStorage(join(folder, 'files')).remove(row.storage_key)
    const answer = await get(address)
    expect([answer.statusCode, answer.headers.etag === `"${row.sha256.toString('base64url')}"`]).toEqual([404, false])
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    await ploy.call(contract.uploads.remove, { body: { location: address } })
    expect((await get(address)).statusCode).toBe(404)
  })

  test('takes one statement', async () => {
    const address = await put('x')
    expect(await server.statementsOf(() => get(address))).toHaveLength(1)
  })
})

describe('a browser', () => {
  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'text/html; charset=utf-8'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['data.xml', '<?xml version="1.0"?><a/>', 'application/xml'],
    ['page.pdf', '<html><script>alert(1)</script>', 'text/html; charset=utf-8'],
    ['thing', '\0\0\0', 'application/octet-stream'],
  ])('is not shown %s, and runs nothing of it', async (filename, bytes, type) => {
    const { headers } = await get(await put(bytes, filename))
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    )
  })

  test('may play a recording that it opens by itself', async () => {
    const { headers } = await get(await put(await demo('lecture-clip.mp4'), 'a.mp4'))
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; media-src 'self'",
    )
  })

  test('is shown captions as captions', async () => {
    const { headers } = await get(await put(await demo('lecture-clip.vtt'), 'a.vtt'))
    expect(headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^inline;/)
  })

  test('keeps the answer for as long as the address is good, and asks no other time', async () => {
    const address = await put('x')
    server.clock.pass({ hours: 1 })
    const { headers } = await get(address)
    expect(headers['cache-control']).toBe(`private, max-age=${12 * 3_600}, immutable`)
    for (const known of [`${headers.etag}`, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await get(address, { 'if-none-match': known })
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag])
    }
    expect((await get(address, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('may ask for the head alone', async () => {
    const address = await put('0123456789')
    const { headers, body, statusCode } = await nobody.raw('HEAD', address)
    expect([statusCode, body, headers['content-length']]).toEqual([200, '', '10'])
    const part = await nobody.raw('HEAD', address, { headers: { range: 'bytes=1-3' } })
    expect([part.statusCode, part.body, part.headers['content-length']]).toEqual([206, '', '3'])
    const [, query] = address.split('?')
    expect((await nobody.raw('HEAD', address.replace(query as string, 'e=1&s=x'))).statusCode).toBe(404)
  })
})

describe('a range', () => {
  test.each([
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-', '89', 'bytes 8-9/10'],
    ['bytes=-1', '9', 'bytes 9-9/10'],
    ['bytes=0-99', '0123456789', 'bytes 0-9/10'],
  ])('%s is %j', async (range, body, where) => {
    const answer = await get(await put('0123456789'), { range })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, body, where])
    expect(answer.headers['content-length']).toBe(String(body.length))
  })

  test('outside the file is refused with its size', async () => {
    const answer = await get(await put('0123456789'), { range: 'bytes=10-' })
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([416, '', 'bytes */10'])
  })

  test('is of the file that the browser has the rest of, or else all of it', async () => {
    const address = await put('0123456789')
    const etag = String((await get(address)).headers.etag)
    const with_ = (condition: string) => get(address, { range: 'bytes=1-2', 'if-range': condition })
    expect((await with_(etag)).body).toBe('12')
    for (const other of ['"other"', `W/${etag}`, 'Wed, 21 Oct 2026 07:28:00 GMT']) {
      expect([(await with_(other)).statusCode, (await with_(other)).body], other).toEqual([200, '0123456789'])
    }
  })

  test('of what the browser has already is that', async () => {
    const address = await put('0123456789')
    const etag = String((await get(address)).headers.etag)
    expect((await get(address, { range: 'bytes=1-2', 'if-none-match': etag })).statusCode).toBe(304)
  })
})

describe('twenty megabytes', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  /** The process's memory in bytes, after a garbage collection. */
  const inUse = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const step = 1_000_000
  const mostMore = 6_000_000

  /** Twenty megabytes piece by piece; none of them stays in memory. Returns the highest memory meanwhile. */
  function flow() {
    const before = inUse()
    let most = 0
    async function* pieces() {
      for (let sent = 0; sent < uploadMost; sent += step) {
        yield Buffer.alloc(step, sent)
        most = Math.max(most, inUse() - before)
      }
    }
    return { pieces, most: () => most, look: () => (most = Math.max(most, inUse() - before)) }
  }

  test('go through the server and do not stay in it, up and down', async () => {
    const origin = await server.listen()
    // The first upload of a process also loads code into memory.
    await put('small')
    const up = flow()
    const [head, tail] = formOf([{ filename: 'a.bin', bytes: '|' }])
      .payload.toString()
      .split('|')
    const boundary = (head as string).slice(2, (head as string).indexOf('\r\n'))
    const sending = request(origin + contract.uploads.create.path, {
      method: 'POST',
      headers: { authorization: ploy.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const answer = answerOf(sending)
    await pipeline(async function* () {
      yield head
      yield* up.pieces()
      yield tail
    }, sending)
    const { location } = JSON.parse(await textOf(await answer)).data
    expect(up.most()).toBeLessThan(mostMore)

    const address = signedAddress(key, { id: uploadIdOf(location) ?? '', filename: 'a.bin' }, server.clock.now())
    const down = flow()
    const getting = request(origin + address)
    getting.end()
    let [bytes, next] = [0, step]
    for await (const chunk of await answerOf(getting)) {
      bytes += (chunk as Buffer).length
      if (bytes < next) continue
      next += step
      down.look()
    }
    expect(bytes).toBe(uploadMost)
    expect(down.most()).toBeLessThan(mostMore)
  })
})

const answerOf = (sending: ClientRequest) =>
  new Promise<Readable>((come, fail) => sending.once('response', come).once('error', fail))

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}
