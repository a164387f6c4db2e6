import fc from 'fast-check'
import { expect, test } from 'vitest'
import { palettes, scene } from './canopy.ts'

test('the same id always gives the same cover', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      expect(scene(id)).toEqual(scene(id))
    }),
  )
})

test('covers of many ids use every palette', () => {
  const seen = new Set(Array.from({ length: 200 }, (_, i) => scene(`course-${i}`).palette))
  expect(seen.size).toBe(palettes)
})
