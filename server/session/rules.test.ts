import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeReturnTo, withParam } from './rules.ts'

describe('where to return to after signing in', () => {
  test.each([
    ['/', '/'],
    ['/course/1/home', '/course/1/home'],
    ['/course/1/assignments?tab=completed#top', '/course/1/assignments?tab=completed#top'],
    ['/course/1?search=ก้ำ', `/course/1?search=${encodeURIComponent('ก้ำ')}`],
    ['/course/1?code=stale&tab=a', '/course/1?tab=a'],
    ['/apiary', '/apiary'],
    [undefined, '/'],
    ['', '/'],
    ['course/1', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['///evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/..//evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/%2e%2e//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/login', '/'],
    ['/login?error=failed', '/'],
    ['/api/callback?code=1', '/'],
    ['/course/../api/callback', '/'],
    ['/demo-provider/auth', '/'],
    ['/%61pi/files/1/a.pdf?e=1&s=1', '/'],
    ['/l%6Fgin', '/'],
    ['/%zz', '/'],
  ])('%s → %s', (asked, path) => {
    expect(safeReturnTo(asked)).toBe(path)
  })

  test('an address that is too long to travel is not kept', () => {
    expect(safeReturnTo(`/${'a'.repeat(1999)}`)).toHaveLength(2000)
    expect(safeReturnTo(`/${'a'.repeat(2000)}`)).toBe('/')
    expect(safeReturnTo(`/${'ก'.repeat(300)}`)).toBe('/')
  })

  /** Text that confuses parsers of addresses. */
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '/',
          '//',
          '\\',
          '..',
          '.',
          '@',
          ':',
          '?',
          '#',
          '%2f',
          '%5c',
          '\t',
          '\n',
          '\u0000',
          'evil.example',
          'https:',
          'javascript:',
          'code=1',
          '&',
          '/api',
          '/login',
          '//evil.example',
          '/..//',
        ),
        fc.string({ unit: 'grapheme' }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))

  test('whatever was asked, the browser stays on this product', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((t) => `/${t}`),
          fc.webUrl(),
          fc.string(),
        ),
        (asked) => {
          const path = safeReturnTo(asked)
          const here = 'https://learn.example.org'
          expect(path).toMatch(/^\/(?![/\\])/)
          expect(new URL(path, here).origin).toBe(here)
          // The callback's answer, which carries the one new token.
          const sent = new URL(withParam(path, 'code', 'new'), here)
          expect(sent.origin).toBe(here)
          expect(sent.searchParams.getAll('code')).toEqual(['new'])
          expect(sent.pathname).not.toMatch(/^\/(api|login|demo-provider)(\/|$)/)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test('what it gave once it gives again', () => {
    fc.assert(
      fc.property(
        text.map((t) => `/${t}`),
        (asked) => {
          expect(safeReturnTo(safeReturnTo(asked))).toBe(safeReturnTo(asked))
        },
      ),
    )
  })
})

describe('one more query parameter', () => {
  test('keeps the others and the place on the page', () => {
    expect(withParam('/course/1?tab=a#top', 'code', 'x y')).toBe('/course/1?tab=a&code=x+y#top')
  })
  test('takes the place of one of the same name', () => {
    expect(withParam('/?code=old&code=older', 'code', 'new')).toBe('/?code=new')
  })
})
