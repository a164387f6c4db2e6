import { diffComm } from 'node-diff3'

export interface Piece {
  text: string
  /** Which of the two texts contains it. */
  side: 'before' | 'after' | 'both'
}

/** Longer texts take too long to compare: then the whole old text comes before the whole new one. */
const MOST_PARTS = 4_000
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Compares two texts word by word. A segmenter finds the words, because Thai has no spaces between them. */
export function diffWords(before: string, after: string): Piece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  if (a.length > MOST_PARTS || b.length > MOST_PARTS)
    return pieces([
      [before, 'before'],
      [after, 'after'],
    ])
  return pieces(
    diffComm(a, b).flatMap(({ common, buffer1, buffer2 }): [string, Piece['side']][] =>
      common
        ? [[common.join(''), 'both']]
        : [
            [buffer1?.join('') ?? '', 'before'],
            [buffer2?.join('') ?? '', 'after'],
          ],
    ),
  )
}

const pieces = (all: [text: string, side: Piece['side']][]): Piece[] =>
  all.flatMap(([text, side]) => (text ? [{ text, side }] : []))

const wordsOf = (text: string): string[] => Array.from(WORDS.segment(text), ({ segment }) => segment)
