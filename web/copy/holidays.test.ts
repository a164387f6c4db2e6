import { expect, test } from 'vitest'
import { holidaysIn } from './holidays.ts'

test('days are read with commas, spaces and lines between', () => {
  expect(holidaysIn('')).toEqual({ days: [], wrong: undefined })
  expect(holidaysIn('2027-04-13, 2027-04-14;2027-04-15\n2028-02-29 ')).toEqual({
    days: ['2027-04-13', '2027-04-14', '2027-04-15', '2028-02-29'],
    wrong: undefined,
  })
})

test('what is no day is named, and not left out', () => {
  expect(holidaysIn('2027-04-13, 15 April')).toEqual({ days: ['2027-04-13'], wrong: '15' })
  expect(holidaysIn('2027-02-29').wrong).toBe('2027-02-29')
  expect(holidaysIn('2027-13-01').wrong).toBe('2027-13-01')
  expect(holidaysIn('12/8/2027').wrong).toBe('12/8/2027')
})
