import { afterEach, expect, test, vi } from 'vitest'
import { type CallError, callWithHeaders, readAnswer, send, serverNow, waitAfter } from './call.ts'

test.each([
  ['cut off', '{"data": {"_id": "1", "fir'],
  ['of a network that asks to be paid first', '<!doctype html><title>Welcome to the hotel</title>'],
])('an answer that is %s counts as none: it is asked again, and nothing counts as refused', async (_, body) => {
  await expect(readAnswer(new Response(body), null)).rejects.toMatchObject({ code: 'offline', status: 0 })
})

test('what the server refuses is told by its code, and by its status where it says no more', async () => {
  const body = JSON.stringify({ error: { code: 'too_many', message: 'Too many' } })
  await expect(readAnswer(new Response(body, { status: 429 }), null)).rejects.toMatchObject({ code: 'too_many' })
  await expect(readAnswer(new Response('bad gateway', { status: 502 }), null)).rejects.toMatchObject({
    code: 'internal',
    status: 502,
  })
})

test('a call that is too much or too early is made again when the server says, and not before', async () => {
  const body = JSON.stringify({ error: { code: 'busy', message: 'Busy' } })
  const answer = (after?: string) =>
    readAnswer(new Response(body, { status: 503, headers: after ? { 'retry-after': after } : {} }), null).catch(
      (error: unknown) => error,
    )
  expect(waitAfter(await answer('7'), 400)).toBe(7_000)
  expect(waitAfter(await answer('1'), 30_000)).toBe(30_000)
  expect(waitAfter(await answer(), 400)).toBe(400)
  expect(waitAfter(await answer('Wed, 21 Oct 2026 07:28:00 GMT'), 400)).toBe(400)
})

const hide = { method: 'PUT', path: '/api/courses/:course_id/hidden', access: 'author', summary: '' } as const
const write = (course_id = '1', makes = false) => callWithHeaders(hide, { params: { course_id }, makes })

/** The keys of the writes that a browser sends; `isLost` says which of them, from 1, get no answer. */
function keysOf(isLost: (n: number) => boolean) {
  const keys: (string | null)[] = []
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    if (isLost(keys.length)) throw new TypeError('Failed to fetch')
    return new Response('{"data": {}}')
  })
  return keys
}
/** The outcome of a write, whose waits between tries pass at once. */
async function outcomeOf(written: Promise<unknown>) {
  const outcome = written.then(
    () => 'done',
    ({ code }: CallError) => code,
  )
  await vi.runAllTimersAsync()
  return outcome
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a write without an answer goes again by itself under the same key, and the next one has another', async () => {
  const keys = keysOf((n) => n < 3)
  expect(await outcomeOf(write())).toBe('done')
  expect(await outcomeOf(write())).toBe('done')
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
})

test('a write without an answer that is pressed again is the same, but not after another write or a minute', async () => {
  const keys = keysOf((n) => n !== 4 && n !== 8 && n !== 9)
  expect(await outcomeOf(write())).toBe('offline')
  expect(await outcomeOf(write())).toBe('done')
  expect(keys[3]).toBe(keys[0])
  // Hidden, without an answer; shown again in another way; hidden again.
  expect(await outcomeOf(write())).toBe('offline')
  expect(await outcomeOf(write('2'))).toBe('done')
  expect(await outcomeOf(write())).toBe('done')
  expect(keys[8]).not.toBe(keys[4])

  const later = keysOf((n) => n < 4)
  expect(await outcomeOf(write())).toBe('offline')
  vi.advanceTimersByTime(60_000)
  expect(await outcomeOf(write())).toBe('done')
  expect(later[3]).not.toBe(later[0])
})

test('a write that makes a thing and is pressed again after another write is the same, until it has its answer', async () => {
  const keys = keysOf((n) => n < 4)
  expect(await outcomeOf(write('1', true))).toBe('offline')
  for (const course of ['2', '1', '1']) expect(await outcomeOf(write(course, true))).toBe('done')
  expect(keys[4]).toBe(keys[0])
  expect([keys[0], keys[3]]).not.toContain(keys[5])
})

test('an answer that comes late is no slow clock of the server, and a clock that is wrong is', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('window', {})
  const ahead = async (serverMs: number, slowMs: number) => {
    vi.stubGlobal('fetch', async () => {
      const date = new Date(Date.now() + serverMs).toUTCString()
      await new Promise((then) => setTimeout(then, slowMs))
      return new Response('{}', { headers: { date } })
    })
    await Promise.all([send('/api', {}), vi.runAllTimersAsync()])
    return Math.abs(serverNow() - Date.now() - serverMs)
  }
  expect(await ahead(0, 3_500)).toBe(0)
  for (const wrong of [-60_000, 60_000]) expect(await ahead(wrong, 50)).toBeLessThan(2_000)
})
