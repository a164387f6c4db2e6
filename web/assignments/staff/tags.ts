/* Tags as they are typed, with commas between them; the one at the caret is the one that is completed. */

/** The most that are offered at a time. */
const MOST = 8

/** Where the tag at the caret begins and ends. */
function placeOf(text: string, caret: number): [from: number, to: number] {
  const end = text.indexOf(',', caret)
  return [text.lastIndexOf(',', caret - 1) + 1, end === -1 ? text.length : end]
}

const folded = (text: string) => text.trim().toLocaleLowerCase()

export const tagAt = (text: string, caret: number): string => text.slice(...placeOf(text, caret)).trim()

/** The known tags that fit the one at the caret and are not there yet: those that begin with it first. */
export function tagsFor(known: readonly string[], text: string, caret: number): string[] {
  const [from, to] = placeOf(text, caret)
  const wanted = folded(text.slice(from, to))
  const there = new Set([wanted, ...`${text.slice(0, from)},${text.slice(to)}`.split(',').map(folded)])
  const fitting = known.filter((tag) => folded(tag).includes(wanted) && !there.has(folded(tag)))
  const first = fitting.filter((tag) => folded(tag).startsWith(wanted))
  return [...new Set([...first, ...fitting])].slice(0, MOST)
}

/** The text with a known tag in place of the one at the caret, ready for the next, and where the caret is then. */
export function withTag(text: string, caret: number, tag: string): { text: string; caret: number } {
  const [from, to] = placeOf(text, caret)
  const before = `${text.slice(0, from)}${from > 0 ? ' ' : ''}${tag}, `
  return { text: before + text.slice(to + 1).trimStart(), caret: before.length }
}
