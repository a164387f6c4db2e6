import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { countdown, percent } from '../i18n/dates.ts'
import { attachment, fieldNames, filenameIn, isSameFile, locationIn, ratioOf } from './form.ts'
import { assigned, completed } from './queries.ts'

describe('the items of a worksheet', () => {
  test('are one for the text, one a question and one a file slot, in the order of the page', () => {
    const options = { question: '', type: 'text' as const, score: 1 }
    const sheet = {
      assignment_text: true,
      assignment_questionset: [
        { _id: 'q1', ...options },
        { _id: 'q2', ...options },
      ],
      assignment_file: [{ _id: 's1', slotname: 'x' }],
    }
    expect(fieldNames(sheet)).toEqual(['textbox', 'item-q1', 'item-q2', 'file-s1'])
    expect(fieldNames({ ...sheet, assignment_text: false })).not.toContain('textbox')
  })

  test('make a ratio that is 1 when all are done, and only then', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 500 }), (done) => {
        const ratio = ratioOf(done)
        expect(ratio).toBeGreaterThanOrEqual(0)
        expect(ratio === 1).toBe(!done.includes(false))
        expect(percent(ratio) === '100.00%').toBe(!done.includes(false))
      }),
    )
  })

  test.each([
    [0, '0.00%'],
    [1 / 3, '33.33%'],
    [2 / 3, '66.67%'],
    [1, '100.00%'],
  ])('a part of %d is %s', (part, shown) => {
    expect(percent(part)).toBe(shown)
  })
})

describe('an attached file', () => {
  test('keeps its location and its name, whatever it is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const kept = attachment('/api/files/0192', name)
        expect(locationIn(kept)).toBe('/api/files/0192')
        expect(filenameIn(kept)).toBe(name.toWellFormed())
      }),
    )
  })

  test.each([
    ['/api/files/0192/a%20b.pdf?e=1', 'a b.pdf'],
    ['/api/files/0192', '0192'],
    ['/api/files/0192/%E0%A4%A', '%E0%A4%A'],
  ])('of another client, %s, is called %s', (location, name) => {
    expect(filenameIn(location)).toBe(name)
  })

  test('is the same at its bare and at its signed address, and nothing is the same as nothing', () => {
    expect(isSameFile('/api/files/AB#x', '/api/files/ab/x?e=1')).toBe(true)
    expect(isSameFile('/api/files/ab', '/api/files/abc')).toBe(false)
    expect(isSameFile('', '')).toBe(false)
  })
})

describe('the list', () => {
  const item = (id: string, due: string | null, submitted: string | null = null): AssignmentSummary => ({
    _id: id,
    assignment_name: id,
    assignment_due: due,
    due,
    assignment_closes: null,
    assignment_group: '',
    assignment_score: 1,
    completed: submitted !== null,
    submitted,
    late: false,
    draft: false,
  })

  test('has what is assigned by due date, what has none last, and what is completed by its submission', () => {
    const all = [
      item('never', null),
      item('later', '2026-12-02T00:00:00.000Z'),
      item('old', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
      item('soon', '2026-12-01T00:00:00.000Z'),
      item('new', null, '2026-02-02T00:00:00.000Z'),
    ]
    expect(assigned(all).map((a) => a._id)).toEqual(['soon', 'later', 'never'])
    expect(completed(all).map((a) => a._id)).toEqual(['new', 'old'])
  })
})

describe('the time that is left', () => {
  const now = Date.UTC(2026, 10, 21)
  test.each([
    [42_000, 'in 42 seconds'],
    [1, 'in 1 second'],
    [60_000, 'in 1 minute'],
    [3 * 3_600_000, 'in 3 hours'],
    [9 * 86_400_000, 'in 9 days'],
    [-2 * 3_600_000, '2 hours ago'],
  ])('%d ms is %s', (left, words) => {
    expect(countdown(new Date(now + left).toISOString(), now)).toBe(words)
  })
})
