import type { Marking } from './marks.ts'

/** The keys that mark a student; the digits are those of the codes. */
const codes: Record<string, Marking> = {
  3: { code: 3, excused: false },
  p: { code: 3, excused: false },
  2: { code: 2, excused: false },
  l: { code: 2, excused: false },
  1: { code: 1, excused: false },
  a: { code: 1, excused: false },
  e: { code: 1, excused: true },
  x: { code: null, excused: false },
  backspace: { code: null, excused: false },
}

export const markingOf = (key: string): Marking | undefined => codes[key]
