import { expect, test } from 'vitest'
import { type Facts, reasonsOf, weightOf } from './behind.ts'

const now = new Date('2026-11-25T03:00:00Z')
const daysAgo = (n: number) => new Date(now.getTime() - n * 86_400_000)
const well: Facts = {
  missing: { n: 0, of: 5 },
  absent: { n: 0, of: 5 },
  ...{ percent: 75, scores: 4, last: daysAgo(1), joined: daysAgo(90) },
}
const reasons = (more: Partial<Facts>, isActive = true) =>
  reasonsOf({ ...well, ...more }, { now, passing: 50, isActive })

test('one who hands in, comes and passes is not named', () => {
  expect(reasons({})).toEqual([])
  expect(reasons({ missing: { n: 1, of: 5 }, absent: { n: 2, of: 5 }, percent: 50 })).toEqual([])
})

test('each reason says by what it is one', () => {
  expect(reasons({ missing: { n: 2, of: 3 } })).toEqual([{ kind: 'missing', n: 2, of: 3 }])
  expect(reasons({ absent: { n: 3, of: 5 } })).toEqual([{ kind: 'absent', n: 3, of: 5 }])
  expect(reasons({ percent: 49.99 })).toEqual([{ kind: 'below', percent: 49.99, than: 50 }])
  expect(reasons({ last: daysAgo(14) })).toEqual([{ kind: 'quiet', since: daysAgo(14).toISOString(), days: 14 }])
  expect(reasons({ last: null })).toEqual([{ kind: 'quiet', since: null, days: 90 }])
})

test('one score is too few for a total, and silence is none of who has just come or where most are silent', () => {
  expect(reasons({ percent: 10, scores: 1 })).toEqual([])
  expect(reasons({ percent: null, scores: 0 })).toEqual([])
  expect(reasons({ last: null, joined: daysAgo(13) })).toEqual([])
  expect(reasons({ last: daysAgo(60) }, false)).toEqual([])
})

test('more reasons come first, and of as many the heavier', () => {
  const [two, four] = [reasons({ missing: { n: 2, of: 5 } }), reasons({ missing: { n: 4, of: 5 } })]
  const both = reasons({ missing: { n: 2, of: 5 }, percent: 49 })
  expect([two, both, four].sort((a, b) => weightOf(b) - weightOf(a))).toEqual([both, four, two])
})
