import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GradeColumn } from '../../contract/staff/gradebook.ts'
import { countsBy, isMissing, itemsOf } from '../../contract/staff/gradeItems.ts'
import { type Category, type Item, scoreNeeded, type Total, totalOf, usualLetters } from '../../contract/totals.ts'
import { secondly } from './testing.ts'

const now = new Date('2026-11-25T00:00:00Z')
const item = (score: number | null, more: Partial<Item> = {}): Item => ({
  ...{ _id: crypto.randomUUID(), name: 'Quiz', category_id: null, max: 10, extra: false, zero_from: null },
  ...{ score, excused: false, ...more },
})
const category = (_id: string, more: Partial<Category> = {}): Category => ({
  ...{ _id, name: _id, weight: 0, drop_lowest: 0, drop_highest: 0, ...more },
})
const total = (items: Item[], categories: Category[] = []) => totalOf(items, categories, usualLetters, now)
const fates = ({ parts }: Total) => parts.flatMap(({ lines }) => lines.map(({ fate }) => fate))

test('without weights points count as they are, and what has no score yet does not count', () => {
  expect(total([item(7), item(18, { max: 20 }), item(null)])).toMatchObject({ percent: 83.33, letter: 'A' })
  expect(total([item(null)])).toMatchObject({ percent: null, letter: null })
  expect(total([])).toMatchObject({ percent: null, parts: [] })
})

test('categories count by their weights, shared out among those in which something counts', () => {
  const categories = [category('labs', { weight: 40 }), category('exams', { weight: 60 })]
  const labs = item(5, { category_id: 'labs' })
  const exam = item(30, { category_id: 'exams', max: 40 })
  const outside = item(0)
  expect(total([labs, exam, outside], categories)).toMatchObject({ percent: 65, letter: 'C' })
  expect(fates(total([labs, exam, outside], categories))).toEqual(['counted', 'counted', 'outside'])
  expect(total([labs], categories).percent).toBe(50)
})

test('the lowest share of the maximum is dropped, not the lowest score, and one is always left', () => {
  const of = (score: number, max: number) => item(score, { category_id: 'quizzes', max })
  const quizzes = (drop_lowest: number, drop_highest = 0) => [category('quizzes', { drop_lowest, drop_highest })]
  const items = [of(4, 5), of(6, 10), of(9, 10)]
  expect(fates(total(items, quizzes(1)))).toEqual(['counted', 'lowest', 'counted'])
  expect(total(items, quizzes(1)).percent).toBe(86.67)
  expect(fates(total(items, quizzes(1, 1)))).toEqual(['counted', 'lowest', 'highest'])
  expect(fates(total(items, quizzes(9, 9)))).toEqual(['lowest', 'lowest', 'counted'])
  // Of two equal items, the later one is dropped.
  expect(fates(total([of(5, 10), of(5, 10)], quizzes(1)))).toEqual(['counted', 'lowest'])
})

test('extra credit adds to the points alone, excused counts nowhere, and missing is nought from its time on', () => {
  const items = [
    item(5),
    item(2, { extra: true }),
    item(9, { excused: true }),
    item(null, { zero_from: '2026-11-24T00:00:00.000Z' }),
    item(null, { zero_from: '2026-11-26T00:00:00.000Z' }),
  ]
  expect(total(items)).toMatchObject({ percent: 35, letter: 'F' })
  expect(fates(total(items))).toEqual(['counted', 'extra', 'excused', 'missing', 'empty'])
  const soon = total(items).parts[0]?.lines.map(({ zero_from }) => zero_from)
  expect(soon).toEqual([undefined, undefined, undefined, undefined, '2026-11-26T00:00:00.000Z'])
  // In a category without other items it is no share of the total.
  const categories = [category('exams', { weight: 95 }), category('bonus', { weight: 5 })]
  const alone = [item(8, { category_id: 'exams' }), item(2, { extra: true, category_id: 'bonus' })]
  expect(total(alone, categories).percent).toBe(80)
  expect(fates(total(alone, categories))).toEqual(['counted', 'outside'])
})

test('the staff’s table calls an empty cell missing exactly where the total counts it so', () => {
  const past = '2026-11-24T00:00:00.000Z'
  const future = '2026-11-26T00:00:00.000Z'
  const _id = crypto.randomUUID()
  const column = (more: Partial<GradeColumn>): GradeColumn => ({
    ...{ _id, gradable_name: 'Quiz', gradable_score: 10, assignment_id: null, attendance_late: null },
    ...{ category_id: null, extra: false, zero_from: past, released: true, final: false, revision: 1, ...more },
  })
  const look = (more: Partial<GradeColumn>, own?: Record<string, string | null>, categories: Category[] = []) => {
    const row = { cells: [null], ...(own && { zero_from: own }) }
    const isSo = countsBy(categories)(column(more)) && isMissing(column(more), row, now)
    expect(fates(total(itemsOf([column(more)], row), categories)).includes('missing')).toBe(isSo)
    return isSo
  }
  expect([look({}), look({ zero_from: future }), look({ zero_from: null })]).toEqual([true, false, false])
  expect([look({ extra: true }), look({ final: true })]).toEqual([false, false])
  expect([look({}, { [_id]: future }), look({}, { [_id]: null })]).toEqual([false, false])
  // Where categories have weights, a column in none of these counts nowhere.
  const categories = [category('exams', { weight: 100 }), category('practice')]
  const inCategory = ['exams', 'practice', null].map((category_id) => look({ category_id }, undefined, categories))
  expect(inCategory).toEqual([true, false, false])
})

test('of a category without a weight nothing counts, and its points are still told', () => {
  const categories = [category('exams', { weight: 100 }), category('practice')]
  const later = '2026-11-26T00:00:00.000Z'
  const practice = [item(8, { category_id: 'practice' }), item(null, { category_id: 'practice', zero_from: later })]
  const { percent, parts } = total([item(6, { category_id: 'exams' }), ...practice], categories)
  expect([percent, ...parts.map(({ points, max }) => [points, max])]).toEqual([60, [6, 10], [8, 10]])
  expect(parts[1]?.lines).toMatchObject([{ fate: 'outside' }, { fate: 'outside' }])
  expect(parts[1]?.lines.some(({ zero_from }) => zero_from)).toBe(false)
  // Where no category has one, all points count.
  expect(fates(total(practice, [category('practice')]))).toEqual(['counted', 'empty'])
})

test('a total is rounded once, at the end, half upwards, and its letter is that of what is shown', () => {
  expect(total([item(79.995, { max: 100 })]).percent).toBe(80)
  // 2/3 · 30 % + 1/3 · 70 % is 43.333…; of rounded parts it would be 43.33 as well, but not 3 × 1/3.
  const thirds = ['a', 'b', 'c'].map((id) => category(id, { weight: 33.33 }))
  const items = thirds.map(({ _id }) => item(1, { category_id: _id, max: 3 }))
  expect(total(items, thirds).percent).toBe(33.33)
  expect(total([item(0.1), item(0.2)]).percent).toBe(1.5)
})

const points = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100)
const anyCategory = fc.record({
  weight: points.map((n) => n % 100),
  drop_lowest: fc.nat({ max: 3 }),
  drop_highest: fc.nat({ max: 2 }),
})
const anyItem = (categories: number) =>
  fc.record({
    category_id: fc.option(fc.nat({ max: Math.max(0, categories - 1) }).map((n) => `c${n}`)),
    ...{ max: points, score: fc.option(points), excused: fc.boolean(), extra: fc.boolean() },
    zero_from: fc.option(fc.constantFrom('2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z')),
  })
const anyBook = fc.array(anyCategory, { maxLength: 4 }).chain((given) =>
  fc.record({
    categories: fc.constant(given.map((one, i) => category(`c${i}`, one))),
    items: fc.array(
      anyItem(given.length).map((one) => item(one.score, one)),
      { maxLength: 12 },
    ),
  }),
)

test('any gradebook adds up as a second calculation says', () => {
  fc.assert(
    fc.property(anyBook, ({ items, categories }) => {
      expect(total(items, categories).percent).toBe(secondly(items, categories, now))
    }),
    { numRuns: 500 },
  )
})

test('the parts of an explanation name each item once, and explain the total', () => {
  fc.assert(
    fc.property(anyBook, ({ items, categories }) => {
      const { parts } = total(items, categories)
      const named = parts.flatMap(({ lines }) => lines.map(({ _id }) => _id))
      expect(named.toSorted()).toEqual(items.map(({ _id }) => _id).toSorted())
    }),
  )
})

test('what is needed for a letter is the least score that reaches it', () => {
  const exam = item(null, { max: 40 })
  const items = [item(6), exam]
  expect(scoreNeeded(80, exam, { items, categories: [], now })).toBe(34)
  expect(scoreNeeded(99, exam, { items, categories: [], now })).toBe(null)
})

test('what is needed is found by trying every score, also where a higher one drops another item', () => {
  fc.assert(
    fc.property(anyBook, fc.integer({ min: 0, max: 110 }), ({ items, categories }, reach) => {
      const small = items.map((one, i) => (i === 0 ? { ...one, max: 1.5 } : one))
      const [first] = small
      if (!first) return
      const least = Array.from({ length: 151 }, (_, n) => n / 100).find((score) => {
        const tried = small.with(0, { ...first, score, excused: false })
        return (total(tried, categories).percent ?? -1) >= reach
      })
      expect(scoreNeeded(reach, first, { items: small, categories, now })).toBe(least ?? null)
    }),
  )
})
