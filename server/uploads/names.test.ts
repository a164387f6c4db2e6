import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disposition, safeFilename } from './names.ts'

test.each([
  ['รายงาน.pdf', 'รายงาน.pdf'],
  ['/home/ploy/a b.txt', 'a b.txt'],
  ['C:\\fakepath\\a.txt', 'a.txt'],
  ['line\r\nbreak.txt', 'linebreak.txt'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['  .  ', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['a/', 'file'],
  ['.gitignore', '.gitignore'],
  [`${'x'.repeat(250)}.tar.gz`, `${'x'.repeat(197)}.gz`],
  [`${'🌧'.repeat(250)}.png`, `${'🌧'.repeat(196)}.png`],
  ['x'.repeat(250), 'x'.repeat(200)],
])('%j is kept as %j', (given, kept) => {
  expect(safeFilename(given)).toBe(kept)
})

test('a name that is made to take minutes is kept at once', () => {
  expect(safeFilename(`a${'\u0300\u0316'.repeat(500_000)}.pdf`)).toMatch(/\.pdf$/)
})

test('a kept name is short, shows all of itself, leads nowhere, and is kept as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
      const name = safeFilename(given)
      expect([...name].length).toBeLessThanOrEqual(200)
      expect(name).toMatch(/^[^/\\\p{Cc}]+$/u)
      expect(name).not.toMatch(/^\.+$/)
      expect(safeFilename(name)).toBe(name)
    }),
  )
})

test('a name is told in any script, and to a client that knows only ASCII', () => {
  expect(disposition('attachment', 'รายงาน "ฉบับ 1".pdf')).toBe(
    'attachment; filename="______ _____ 1_.pdf"; filename*=UTF-8\'\'%E0%B8%A3%E0%B8%B2%E0%B8%A2%E0%B8%87%E0%B8%B2%E0%B8%99%20%22%E0%B8%89%E0%B8%9A%E0%B8%B1%E0%B8%9A%201%22.pdf',
  )
  expect(disposition('inline', "it's (1).txt")).toBe(
    "inline; filename=\"it's (1).txt\"; filename*=UTF-8''it%27s%20%281%29.txt",
  )
})

test('a header of any name is one line of ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      expect(disposition('inline', name)).toMatch(/^[ -~]+$/)
    }),
  )
})
