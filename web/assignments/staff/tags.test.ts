import { expect, test } from 'vitest'
import { tagAt, tagsFor, withTag } from './tags.ts'

const known = ['waves', 'Optics', 'wave optics', 'ความร้อน', 'heat']

test('the known tags that fit what is typed are offered, those that begin with it first, and none that is there', () => {
  expect(tagsFor(known, 'opt', 3)).toEqual(['Optics', 'wave optics'])
  expect(tagsFor(known, 'optics, wa', 10)).toEqual(['waves', 'wave optics'])
  expect(tagsFor(known, 'WAVES, wav', 10)).toEqual(['wave optics'])
  expect(tagsFor(known, 'ความ', 4)).toEqual(['ความร้อน'])
  expect(tagsFor(known, 'heat', 4)).toEqual([])
  expect(tagsFor(known, '', 0)).toEqual(known)
})

test('a tag takes the place of the one at the caret, and the others stay', () => {
  expect(withTag('op', 2, 'Optics')).toEqual({ text: 'Optics, ', caret: 8 })
  expect(withTag('heat,op', 7, 'Optics')).toEqual({ text: 'heat, Optics, ', caret: 14 })
  expect(withTag('heat, op, waves', 8, 'Optics')).toEqual({ text: 'heat, Optics, waves', caret: 14 })
  expect(tagAt('heat, op, waves', 7)).toBe('op')
  expect(tagAt('heat, ', 6)).toBe('')
})
