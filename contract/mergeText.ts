import { diff3Merge, diffIndices, type MergeRegion } from 'node-diff3'

/*
 * Merges two texts that derive from one, word by word. No typed word is lost: where both changed the same place, both
 * stand, one after the other.
 */

export interface MergedText {
  text: string
  /** Both sides changed the same place. */
  conflict: boolean
}

/**
 * The cost of a comparison grows with the pairs of equal parts and with the number of parts; larger texts are not
 * compared in detail. It takes a third of a second at most.
 */
const MOST_ALIKE = 100_000
const MOST_PARTS = 3_000

/** Splitting a text takes as long as comparing one pair for every so many characters. */
const CHARS_LIKE_A_PAIR = 10

/** The remaining pairs for texts that are merged in one call. When none remain, texts stand one after the other. */
export interface MergeWork {
  left: number
}
export const mergeWork = (): MergeWork => ({ left: 4 * MOST_ALIKE })

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

const inLines = (text: string): string[] => text.split(/(?<=\n)/)
/** Words, and the text between them. Thai has no spaces there. */
const inWords = (text: string): string[] => Array.from(WORDS.segment(text), ({ segment }) => segment)
/** Spaces are all equal, too many to compare in a long text: here they belong to the word before. */
function inSpacedWords(text: string): string[] {
  const words: string[] = []
  for (const word of inWords(text)) {
    if (words.length > 0 && word.trim() === '') words.push(words.pop() + word)
    else words.push(word)
  }
  return words
}

/** `ours` and `theirs` were both made from `base`. Where both stand, `ours` comes first. */
export function mergeText(base: string, ours: string, theirs: string, work = mergeWork()): MergedText {
  const [mine, other] = [changedPart(base, ours), changedPart(base, theirs)]
  // Usually each side has changed one place. Whatever the length of the text, this finds the two places at once.
  if (mine.end < other.start)
    return {
      text: ours.slice(0, mine.newEnd) + base.slice(mine.end, other.start) + theirs.slice(other.start),
      conflict: false,
    }
  if (other.end < mine.start)
    return {
      text: theirs.slice(0, other.newEnd) + base.slice(other.end, mine.start) + ours.slice(mine.start),
      conflict: false,
    }
  return mergeBy([inLines, inWords, inSpacedWords], work, base, ours, theirs)
}

type Split = (text: string) => string[]

/** `a` and `b` derive from `o`. */
function mergeBy(splits: Split[], work: MergeWork, o: string, a: string, b: string): MergedText {
  if (a === b || b === o) return { text: a, conflict: false }
  if (a === o) return { text: b, conflict: false }
  const [split, ...finer] = splits
  if (!split || work.left <= 0) return both(a, b)
  work.left -= (o.length + a.length + b.length) / CHARS_LIKE_A_PAIR
  const [os, as, bs] = [split(o), split(a), split(b)]
  const start = sharedStart(os, as, bs)
  const end = sharedEnd(start, os, as, bs)
  const middle = (parts: string[]) => parts.slice(start, parts.length - end)
  const [om, am, bm] = [middle(os), middle(as), middle(bs)]
  const hunks: MergeRegion<string>[] =
    isComparable(om, am, work) && isComparable(om, bm, work)
      ? diff3Merge(am, om, bm)
      : [{ conflict: { o: om, oIndex: 0, a: am, aIndex: 0, b: bm, bIndex: 0 } }]
  let text = os.slice(0, start).join('')
  let conflict = false
  for (const hunk of hunks) {
    if (hunk.ok) text += hunk.ok.join('')
    if (!hunk.conflict) continue
    const [ho, ha, hb] = [hunk.conflict.o, hunk.conflict.a, hunk.conflict.b].map((parts) => parts.join(''))
    const merged = mergeBy(finer, work, ho ?? '', ha ?? '', hb ?? '')
    text += merged.text
    conflict ||= merged.conflict
  }
  return { text: text + os.slice(os.length - end).join(''), conflict }
}

function sharedStart(...[first, ...others]: string[][]): number {
  let same = 0
  while (first && same < first.length && others.every((one) => same < one.length && one[same] === first[same])) same++
  return same
}

function sharedEnd(start: number, ...[first, ...others]: string[][]): number {
  let same = 0
  const has = (one: string[]) => same < one.length - start
  while (first && has(first) && others.every((one) => has(one) && one.at(-1 - same) === first.at(-1 - same))) same++
  return same
}

function isComparable(a: string[], b: string[], work: MergeWork): boolean {
  if (a.length > MOST_PARTS || b.length > MOST_PARTS) return false
  const counts = new Map<string, number>()
  for (const part of a) counts.set(part, (counts.get(part) ?? 0) + 1)
  const alike = b.reduce((sum, part) => sum + (counts.get(part) ?? 0), 0)
  if (alike > MOST_ALIKE) return false
  work.left -= alike
  return work.left >= 0
}

/** A side that contains the other, as when a device repeats a save with more text, replaces it. */
function both(a: string, b: string): MergedText {
  if (a.includes(b)) return { text: a, conflict: false }
  if (b.includes(a)) return { text: b, conflict: false }
  const space = /\s$/.test(a) || /^\s/.test(b) ? '' : ' '
  return { text: a + space + b, conflict: true }
}

interface ChangedPart {
  /** From here to `end` the text differs; the other side's part ends at `newEnd`. */
  start: number
  end: number
  newEnd: number
}

/** The shortest part of a text that contains every difference from `next`. */
function changedPart(text: string, next: string): ChangedPart {
  const most = Math.min(text.length, next.length)
  let start = 0
  while (start < most && text[start] === next[start]) start++
  let same = 0
  while (same < most - start && text.at(-1 - same) === next.at(-1 - same)) same++
  return { start, end: text.length - same, newEnd: next.length - same }
}

/** Whether `next` is `text` with an insertion at one place. */
export const isInsertion = (text: string, next: string): boolean => {
  const { start, end } = changedPart(text, next)
  return start === end
}

interface Change {
  from: number
  to: number
  insert: string
}

/**
 * What makes a text `next`, place by place: line by line, and word by word in each line that changed. It is one place
 * where they are too many to compare.
 */
export function changesTo(text: string, next: string): Change[] {
  const work = mergeWork()
  const lines = differences([inLines], work, { from: 0, before: text, after: next })
  return lines
    .flatMap((one) => differences([inWords, inSpacedWords], work, one))
    .map(({ from, before, after }) => {
      const { start, end, newEnd } = changedPart(before, after)
      return { from: from + start, to: from + end, insert: after.slice(start, newEnd) }
    })
}

interface Difference {
  from: number
  before: string
  after: string
}

/** The parts of a difference that differ, by the first of `splits` that leaves few enough to compare. */
function differences([split, ...others]: Split[], work: MergeWork, whole: Difference): Difference[] {
  const { from, before, after } = whole
  if (before === after) return []
  if (!split) return [whole]
  const [parts, next] = [split(before), split(after)]
  if (!isComparable(parts, next, work)) return differences(others, work, whole)
  const starts = [from]
  for (const part of parts) starts.push((starts.at(-1) ?? from) + part.length)
  return diffIndices(parts, next).map(({ buffer1: [first], buffer1Content, buffer2Content }) => ({
    from: starts[first] ?? from,
    before: buffer1Content.join(''),
    after: buffer2Content.join(''),
  }))
}

/** A place in the text after it has become `next`; a place in a replaced part moves to its end. */
export function placeIn(text: string, next: string, at: number): number {
  let moved = 0
  for (const { from, to, insert } of changesTo(text, next)) {
    if (at <= from) break
    if (at < to) return from + moved + insert.length
    moved += insert.length - (to - from)
  }
  return at + moved
}
