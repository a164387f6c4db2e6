import { expect, test } from 'vitest'
import { retryUntilWritten } from './retry.ts'

/** A write that fails so many times in that way before it succeeds; returns the number of tries. */
const after = (times: number, fail: () => void) => {
  let read = 1
  return retryUntilWritten(
    read,
    async () => ++read,
    async (tried) => (tried > times ? tried : fail()),
  )
}

test('what somebody else was faster with is tried again, for as long as 50 race', async () => {
  expect(await after(0, () => {})).toBe(1)
  expect(await after(49, () => {})).toBe(50)
})

test('what has gone meanwhile is looked at again', async () => {
  const gone = Object.assign(new Error('violates foreign key constraint'), { code: '23503' })
  const fail = () => {
    throw gone
  }
  expect(await after(1, fail)).toBe(2)
})

test('any other failure ends it', async () => {
  const fail = () => {
    throw new Error('wrong')
  }
  await expect(after(1, fail)).rejects.toThrow('wrong')
})

test('what never ends is busy', async () => {
  await expect(after(Number.POSITIVE_INFINITY, () => {})).rejects.toMatchObject({ code: 'busy' })
})
