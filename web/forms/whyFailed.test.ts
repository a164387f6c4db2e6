import { expect, test } from 'vitest'
import { writes } from '../i18n/en/authoring/parts.ts'
import { CallError } from '../loading/call.ts'
import { whyFailed } from './whyFailed.ts'

test('too many calls in a while are not told as too many things', () => {
  const said = (retryAfter: number) => whyFailed(new CallError('too_many', 429, '', { retryAfter }), writes)
  expect([said(0), said(60_000)]).toEqual([writes.tooMany, writes.tooOften])
})
