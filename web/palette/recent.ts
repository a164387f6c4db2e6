import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import type { Place } from './places.ts'

const MAX_RECENT = 8

/** Places that a person opened from the palette, latest first. Stored and sealed like the text that they type. */
export function recentOf(person: string): { all: Place[]; add: (place: Place) => void } {
  const typed = typedOf(thisBrowser, person, 'palette')
  const all = parse(typed.read('recent'))
  return {
    all,
    add: (place) =>
      void typed.keep(
        'recent',
        JSON.stringify([place, ...all.filter(({ to }) => to !== place.to)].slice(0, MAX_RECENT)),
      ),
  }
}

function parse(text: string | null): Place[] {
  try {
    return JSON.parse(text ?? '[]') as Place[]
  } catch {
    return []
  }
}
