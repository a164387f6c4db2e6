import { expect, test } from 'vitest'
import { readAnswer, waitAfter } from './call.ts'

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
