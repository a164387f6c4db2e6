import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answerOfChoices, answerOfOrder, answerOfPairs } from '../../contract/questions.ts'
import { type Scored, scoreOf } from './score.ts'

const base = { options: null, key: {}, credit: 'all', score: 2.5 } as const
const number = (value: string, tolerance: string, unit = ''): Scored => ({
  ...base,
  kind: 'number',
  unit,
  key: { value, tolerance },
})
const letters = [...'abcdefghij']
const several = (correct: string[], credit: Scored['credit'], score: number): Scored => ({
  ...{ ...base, kind: 'several', credit, score },
  options: letters.map((id) => ({ id, text: id, correct: correct.includes(id) })),
})
const some = fc.subarray(letters, { minLength: 1 })
const points = fc.integer({ min: 0, max: 99_999_999 }).map((hundredths) => hundredths / 100)
const hundredthsOf = (score: string | null) => Number(score?.replace('.', ''))

describe('an answer is left to a person', () => {
  test.each<[string, Scored, string]>([
    ['to an open question', { ...base, kind: 'open' }, 'Because.'],
    ['in words where options were asked for', several(['a'], 'all', 1), 'the first'],
    ['that is no number', number('3', '0'), 'three'],
    ['with another unit', number('3', '0', 'm'), '3 km'],
    ['that names an option of another time', { ...base, kind: 'one', options: [] }, 'a'],
  ])('%s', (_, question, answer) => expect(scoreOf(question, answer)).toBeNull())
})

test('what is not answered gets no points', () => {
  for (const answer of [undefined, '', ' \n']) expect(scoreOf(number('0', '1'), answer)).toBe('0.00')
})

describe('a number', () => {
  test.each([
    ['9.8', true],
    ['9.80 m', true],
    ['9,8', false],
    ['๙.๘', true],
    ['9.9', true],
    ['9.9000001', false],
    ['−9.8', false],
    ['98e-1', true],
    ['9.7', true],
    ['+9.8', true],
  ])('that is typed as %s: %s', (typed, isRight) => {
    const score = scoreOf(number('9.8', '0.1', 'm'), typed)
    expect(score === '2.50').toBe(isRight)
  })

  test('with signs of thousands is the number without them', () => {
    expect(scoreOf(number('1234567.5', '0'), '1,234,567.5')).toBe('2.50')
    expect(scoreOf(number('1234', '0'), '12,34')).toBeNull()
  })

  test('is right just when it lies within the tolerance, to the last place', () => {
    const decimal = (n: bigint, places: number) => {
      const digits = String(n < 0n ? -n : n).padStart(places + 1, '0')
      const [whole, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)]
      return `${n < 0n ? '-' : ''}${whole}${places > 0 ? `.${rest}` : ''}`
    }
    const big = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n })
    fc.assert(
      fc.property(
        big,
        fc.bigInt({ min: 0n, max: 10n ** 19n }),
        fc.nat(12),
        fc.constantFrom(-1n, 0n, 1n),
        (v, t, places, by) => {
          const question = number(decimal(v, places), decimal(t, places))
          const right = by === 1n || (t === 0n && by !== 0n) ? '0.00' : '2.50'
          expect(scoreOf(question, decimal(v + t + by, places))).toBe(right)
          expect(scoreOf(question, decimal(v - t - by, places))).toBe(right)
        },
      ),
    )
  })
})

describe('a short text', () => {
  const short = (accepted: string[], match_case = false): Scored => ({
    ...base,
    kind: 'short',
    key: { accepted, match_case },
  })

  test.each([
    ['  alan   TURING ', false, '2.50'],
    ['Alan Turing', true, '2.50'],
    ['alan turing', true, '0.00'],
    ['Alan', false, '0.00'],
  ])('"%s", where letters must match: %s', (typed, match_case, score) => {
    expect(scoreOf(short(['Turing', 'Alan Turing'], match_case), typed)).toBe(score)
  })

  test('in Thai is the same however it is composed', () => {
    expect(scoreOf(short(['น้ำ']), 'น้ํา')).toBe('2.50')
    // The tone between the two signs of sara am, after it, and before the vowel under it.
    expect(scoreOf(short(['\u0E19\u0E49\u0E33']), '\u0E19\u0E4D\u0E49\u0E32')).toBe('2.50')
    expect(scoreOf(short(['\u0E19\u0E49\u0E33']), '\u0E19\u0E33\u0E49')).toBe('2.50')
    expect(scoreOf(short(['\u0E17\u0E35\u0E48']), '\u0E17\u0E48\u0E35')).toBe('2.50')
    expect(scoreOf(short(['นำ']), 'น้ำ')).toBe('0.00')
  })

  test('that is made to take minutes is wrong at once', () => {
    // To put the marks of a letter in order takes the square of their number.
    const unordered = `a${'\u0300\u0316'.repeat(50_000)}`
    const accepted = Array.from({ length: 50 }, (_, n) => `answer ${n}`)
    expect(scoreOf(short(accepted), unordered)).toBe('0.00')
    expect(scoreOf(short(accepted), `${' '.repeat(50_000)}answer 7`)).toBe('2.50')
  })
})

describe('several', () => {
  test('get all points for just the right ones, in whatever order, and by themselves none for anything else', () => {
    fc.assert(
      fc.property(some, some, points, (correct, chosen, score) => {
        const isRight = String(correct) === String(chosen)
        const answer = `[${chosen.toReversed().join()}]`
        expect(hundredthsOf(scoreOf(several(correct, 'all', score), answer))).toBe(
          isRight ? Math.round(score * 100) : 0,
        )
      }),
    )
  })

  test('get a part for a part, never more than all nor less than nothing, and never more for one more wrong', () => {
    fc.assert(
      fc.property(some, some, points, (correct, chosen, score) => {
        const of = (ids: string[]) => hundredthsOf(scoreOf(several(correct, 'parts', score), answerOfChoices(ids)))
        const got = of(chosen)
        expect(got).toBeGreaterThanOrEqual(0)
        expect(got).toBeLessThanOrEqual(Math.round(score * 100))
        const wrong = letters.find((id) => !correct.includes(id) && !chosen.includes(id))
        if (wrong) expect(of([...chosen, wrong])).toBeLessThanOrEqual(got)
        const missed = correct.find((id) => !chosen.includes(id))
        if (missed) expect(of([...chosen, missed])).toBeGreaterThanOrEqual(got)
        expect(of(correct)).toBe(Math.round(score * 100))
      }),
    )
  })
})

describe.each(['matching', 'ordering'] as const)('%s', (kind) => {
  const question = (credit: Scored['credit'], score: number): Scored => ({
    ...{ ...base, kind, credit, score },
    key: kind === 'ordering' ? { order: letters } : { pairs: Object.fromEntries(letters.map((id) => [id, id])) },
  })
  const answerOf = (order: string[]) =>
    kind === 'ordering' ? answerOfOrder(order) : answerOfPairs(letters.map((id, i) => [id, order[i] ?? id]))
  const orders = fc.shuffledSubarray(letters, { minLength: letters.length })

  test('gets the share of the points that is in its place, rounded to a hundredth', () => {
    fc.assert(
      fc.property(orders, points, (order, score) => {
        const right = order.filter((id, i) => letters[i] === id).length
        const exact = (Math.round(score * 100) * right) / letters.length
        const got = hundredthsOf(scoreOf(question('parts', score), answerOf(order)))
        expect(Math.abs(got - exact)).toBeLessThanOrEqual(0.5)
        expect(hundredthsOf(scoreOf(question('all', score), answerOf(order)))).toBe(
          right === letters.length ? Math.round(score * 100) : 0,
        )
      }),
    )
  })
})

test('an order is right also where two lines that say the same stand in each other’s place', () => {
  const lines = { a: 'if (x) {', b: '}', c: 'if (y) {', d: '}' }
  const question: Scored = {
    ...{ ...base, kind: 'ordering', credit: 'parts', score: 4 },
    options: Object.entries(lines).map(([id, text]) => ({ id, text })),
    key: { order: ['a', 'b', 'c', 'd'] },
  }
  expect(scoreOf(question, '[a,d,c,b]')).toBe('4.00')
  expect(scoreOf(question, '[c,d,a,b]')).toBe('2.00')
  expect(scoreOf(question, '[a,d]')).toBe('2.00')
})
