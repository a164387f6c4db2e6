import { expect, test } from 'vitest'
import { folded, rankOf } from './match.ts'

const of = (wanted: string, name: string, detail = '') => rankOf(folded(wanted), folded(name), folded(detail))

test('the beginning of a name fits best, then that of a word, then any part, then what stands beside it', () => {
  const fits = [
    of('alg', 'Algorithms'),
    of('alg', 'Linear algebra'),
    of('gor', 'Algorithms'),
    of('2110', 'X', '2110101'),
  ]
  expect(fits).toEqual([...fits].sort((a, b) => b - a))
  expect(new Set(fits).size).toBe(4)
  expect(fits.at(-1)).toBeGreaterThan(0)
})

test('letters that are left out still fit, when the first one begins a word', () => {
  expect(of('prbset', 'Problem set 6')).toBeGreaterThan(0)
  expect(of('ps6', 'Problem set 6')).toBeGreaterThan(0)
  expect(of('roblset', 'Problem set 6')).toBe(0)
  expect(of('zebra', 'Problem set 6')).toBe(0)
})

test('each word has to fit, in whatever order', () => {
  expect(of('6 problem', 'Problem set 6')).toBeGreaterThan(0)
  expect(of('problem 7', 'Problem set 6')).toBe(0)
})

test('Thai is found from the middle of a line, and without its tone marks', () => {
  expect(of('บ้าน', 'การบ้านครั้งที่ 2')).toBeGreaterThan(0)
  expect(of('การบาน', 'การบ้านครั้งที่ 2')).toBeGreaterThan(0)
  expect(of('นำ', 'บทนํา')).toBeGreaterThan(0)
  expect(of('แมว', 'การบ้านครั้งที่ 2')).toBe(0)
})

test('accents and case make no difference', () => {
  expect(of('cafe', 'Café')).toBe(of('CAFÉ', 'cafe'))
})
