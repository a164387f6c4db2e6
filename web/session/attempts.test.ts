import { expect, test } from 'vitest'
import { deviceStorage } from '../typed/testStorage.ts'
import { keepAttempt } from './attempts.ts'

const attemptsOf = (entries: Map<string, string>) => [...entries.keys()].filter((key) => key.startsWith('attempt/'))

test('two tabs that start an attempt at the same moment both keep it', () => {
  const { entries, tab } = deviceStorage()
  const one = tab().storage
  // The other tab reads the storage before the first one has written, as a browser allows between its processes.
  const before = new Map(entries)
  const other = { ...tab().storage, length: before.size, getItem: (key: string) => before.get(key) ?? null }
  keepAttempt('first', one)
  keepAttempt('second', other)
  expect(attemptsOf(entries)).toEqual(['attempt/first', 'attempt/second'])
})

test('the last twenty attempts are kept', () => {
  const { entries, tab } = deviceStorage()
  for (let n = 1; n <= 25; n++) entries.set(`attempt/${n}`, String(n))
  keepAttempt('newest', tab().storage)
  expect(attemptsOf(entries).length).toBe(20)
  expect(attemptsOf(entries)).toContain('attempt/newest')
  expect(attemptsOf(entries)).not.toContain('attempt/6')
})
