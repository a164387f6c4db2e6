import { searched } from '../../../contract/comparedText.ts'

/* Tags as a person types them, separated by commas; the one at the caret gets completed. */

/** How many suggestions show at a time. */
const MOST = 8

/** The start and the end of the tag at the caret. */
function placeOf(text: string, caret: number): [from: number, to: number] {
  const end = text.indexOf(',', caret)
  return [text.lastIndexOf(',', caret - 1) + 1, end === -1 ? text.length : end]
}

const folded = (text: string) => searched(text.trim())

export const tagAt = (text: string, caret: number): string => text.slice(...placeOf(text, caret)).trim()

/** Known tags that match the one at the caret and are not in the text yet: first those that begin with it. */
export function tagsFor(known: readonly string[], text: string, caret: number): string[] {
  const [from, to] = placeOf(text, caret)
  const wanted = folded(text.slice(from, to))
  const there = new Set([wanted, ...`${text.slice(0, from)},${text.slice(to)}`.split(',').map(folded)])
  const fitting = known.filter((tag) => folded(tag).includes(wanted) && !there.has(folded(tag)))
  const first = fitting.filter((tag) => folded(tag).startsWith(wanted))
  return [...new Set([...first, ...fitting])].slice(0, MOST)
}

/** The text with a known tag at the caret, ready for the next tag, and the caret's new place. */
export function withTag(text: string, caret: number, tag: string): { text: string; caret: number } {
  const [from, to] = placeOf(text, caret)
  const before = `${text.slice(0, from)}${from > 0 ? ' ' : ''}${tag}, `
  return { text: before + text.slice(to + 1).trimStart(), caret: before.length }
}
