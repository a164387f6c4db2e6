import { beforeEach, expect, test, vi } from 'vitest'
import type { Upload } from '../../contract/uploads.ts'
import { CallError } from '../loading/call.ts'
import { createUploadQueue } from './queue.ts'
import type { Sending } from './send.ts'

/** An upload under way, which the test answers. */
interface Sent extends Sending {
  name: string
  answer: PromiseWithResolvers<Upload>
}

let sent: Sent[]
/** How long the queue was asked to wait, and the function that ends the wait. */
let waits: { ms: number; end: () => void }[]
let queue: ReturnType<typeof createUploadQueue>

beforeEach(() => {
  sent = []
  waits = []
  // A browser page with `beforeunload`.
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  queue = createUploadQueue({
    send(file, sending) {
      const answer = Promise.withResolvers<Upload>()
      sending.signal.addEventListener('abort', () => answer.reject(sending.signal.reason))
      sent.push({ name: file.name, answer, ...sending })
      return answer.promise
    },
    wait: (ms) => new Promise((end) => waits.push({ ms, end })),
  })
})

const file = (name: string) => new File(['x'], name)
const names = () => sent.map(({ name }) => name)
const stored = (one: Sent | undefined) =>
  one?.answer.resolve({ location: `/api/files/${one.name}`, filename: one.name })
const refused = (code: CallError['code'], status: number, retryAfter = 0) =>
  new CallError(code, status, code, { retryAfter })
const settled = () => new Promise((done) => setImmediate(done))

test('of many files three are under way at once, in order, and all arrive', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.add(name, file(name)))
  expect(names()).toEqual(['a', 'b', 'c'])
  expect([queue.get('c')?.state, queue.get('d')?.state]).toEqual(['sending', 'waiting'])
  stored(sent[1])
  await settled()
  expect(names()).toEqual(['a', 'b', 'c', 'd'])
  for (let i = 0; i < 5; i++) {
    stored(sent[i])
    await settled()
  }
  expect((await Promise.all(all)).map(({ filename }) => filename)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(queue.isActiveUnder('')).toBe(false)
})

test('each tells its own progress', async () => {
  const reported: number[] = []
  void queue.add('a', file('a'), (part) => reported.push(part))
  void queue.add('b', file('b'))
  sent[0]?.onProgress(0.5)
  expect([queue.get('a')?.part, queue.get('b')?.part, reported]).toEqual([0.5, 0, [0.5]])
})

test('a server that asks to wait is waited for by all, and the file is sent again as the same upload', async () => {
  const upload = queue.add('a', file('a'))
  sent[0]?.answer.reject(refused('busy', 503, 2_000))
  await settled()
  expect([waits[0]?.ms, queue.get('a')?.state]).toEqual([2_000, 'waiting'])
  void queue.add('b', file('b'))
  expect(names()).toEqual(['a'])
  waits[0]?.end()
  await settled()
  expect(names()).toEqual(['a', 'a', 'b'])
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
  expect(sent[2]?.idempotencyKey).not.toBe(sent[0]?.idempotencyKey)
  stored(sent[1])
  expect((await upload).filename).toBe('a')
})

test('a server that asks to wait again and again, or for long, is not waited for for ever', async () => {
  const often = queue.add('often', file('often')).catch(({ code }) => code)
  for (let i = 0; i < 4; i++) {
    sent[i]?.answer.reject(refused('busy', 503, 1_000))
    await settled()
    waits[i]?.end()
    await settled()
  }
  expect(await often).toBe('busy')
  const long = queue.add('long', file('long'))
  sent.at(-1)?.answer.reject(refused('too_many', 429, 3_600_000))
  await expect(long).rejects.toMatchObject({ code: 'too_many' })
  expect([waits.length, queue.get('often')?.failed, queue.get('long')?.failed]).toEqual([3, 'busy', 'too_many'])
})

test('a failed upload stays with its reason, keeps no other up, and can be tried again as the same upload', async () => {
  const a = file('a')
  const failing = queue.add('a', a)
  sent[0]?.answer.reject(refused('offline', 0))
  await expect(failing).rejects.toMatchObject({ code: 'offline' })
  await settled()
  expect(queue.get('a')).toMatchObject({ state: 'failed', failed: 'offline' })
  expect(queue.isActiveUnder('')).toBe(false)
  const again = queue.add('a', a)
  expect(sent[1]?.idempotencyKey).toBe(sent[0]?.idempotencyKey)
  stored(sent[1])
  expect((await again).filename).toBe('a')
  await settled()
  expect(queue.get('a')).toBeUndefined()
})

test('one that is cancelled stops, wherever it is, and the next has its turn', async () => {
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => queue.add(name, file(name)).catch((error) => error.name))
  queue.cancel('d')
  queue.cancel('a')
  expect([sent[0]?.signal.aborted, queue.get('a'), queue.get('d')]).toEqual([true, undefined, undefined])
  expect(names()).toEqual(['a', 'b', 'c', 'e'])
  expect([await all[0], await all[3]]).toEqual(['AbortError', 'AbortError'])
})

test('another file under the same key takes the place of the first', async () => {
  const first = queue.add('slot', file('first')).catch((error) => error.name)
  const second = queue.add('slot', file('second'))
  expect(await first).toBe('AbortError')
  stored(sent[1])
  expect((await second).filename).toBe('second')
})
