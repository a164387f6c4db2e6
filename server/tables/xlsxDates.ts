import type { Handlers } from './xlsx.ts'

/*
 * A workbook stores a date as a number of days and 85% as 0.85: only the format of its cell tells what a number means
 * (ECMA-376, 18.8.30).
 */

/** The built-in formats that show a date or a time: also those of Thai, Chinese, Japanese and Korean. */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58) ||
  (id >= 71 && id <= 81)

export type NumberKind = 'date' | 'percent' | 'number'

const builtIn = (id: number): NumberKind => (isBuiltIn(id) ? 'date' : id === 9 || id === 10 ? 'percent' : 'number')

/**
 * The format of a date, without quoted words, escaped letters, colours and languages, has letters of a day, a month, a
 * year or an hour.
 */
function kindOf(code: string): NumberKind {
  const plain = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
  return plain.includes('%') ? 'percent' : /[dmyhs]/i.test(plain) ? 'date' : 'number'
}

/** Reads from `xl/styles.xml` what numbers mean in each cell style. */
export function numberStyles(): Handlers & { kinds: NumberKind[] } {
  const own = new Map<number, NumberKind>()
  const kinds: NumberKind[] = []
  let isInCells = false
  return {
    kinds,
    open(tag, at) {
      if (tag === 'numFmt') own.set(Number(at('numFmtId')), kindOf(at('formatCode')))
      if (tag === 'cellXfs') isInCells = true
      if (tag !== 'xf' || !isInCells) return
      const id = Number(at('numFmtId'))
      kinds.push(own.get(id) ?? builtIn(id))
    },
    close(tag) {
      if (tag === 'cellXfs') isInCells = false
    },
  }
}

const DAY_MS = 86_400_000

/** `2026-11-25`, `2026-11-25 13:30` or, for less than a day, `13:30`; undefined: the number is no date. */
export function dateText(text: string, is1904: boolean): string | undefined {
  const days = Number(text)
  if (text === '' || !Number.isFinite(days) || days < 0 || days > 2_958_465) return undefined
  // Excel takes 1900 for a leap year: its days before number 60 are one day late.
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days >= 1 && days < 60 ? 31 : 30)
  const iso = new Date(epoch + Math.round((days * DAY_MS) / 1_000) * 1_000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (days < 1) return time
  return time === '00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
