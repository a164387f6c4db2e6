import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { codesFrom, isRight } from './code.ts'

const key = randomBytes(32)
const opened = { scheduleId: 'a', openedAt: 1_000 }
const at = (seconds: number) => opened.openedAt + seconds * 1_000
const codeAt = (seconds: number) => codesFrom(key, opened, at(seconds), 1)[0]?.code ?? ''

test('a code is six digits, and another one every 20 seconds', () => {
  const codes = codesFrom(key, opened, at(5), 50)
  expect(codes.map(({ ends_in_ms }) => ends_in_ms).slice(0, 3)).toEqual([15_000, 35_000, 55_000])
  for (const { code } of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes.map(({ code }) => code)).size).toBeGreaterThan(45)
  expect(codes[1]?.code).toBe(codeAt(20))
})

test('a code counts while it is shown, for five seconds more, and never again', () => {
  const code = codeAt(0)
  for (const seconds of [0, 19.9, 20, 24.9]) expect(isRight(key, opened, code, at(seconds))).toBe(true)
  for (const seconds of [25, 30, 40, 400]) expect(isRight(key, opened, code, at(seconds))).toBe(false)
  expect(isRight(key, opened, codeAt(40), at(39.9))).toBe(false)
})

test('a code is of one class, and of one time that it was opened', () => {
  const code = codeAt(0)
  expect(isRight(key, { ...opened, scheduleId: 'b' }, code, at(0))).toBe(false)
  expect(isRight(key, { ...opened, openedAt: 999 }, code, 999)).toBe(false)
  expect(isRight(randomBytes(32), opened, code, at(0))).toBe(false)
})
