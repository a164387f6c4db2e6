import type { Parser } from '@lezer/common'
import { classHighlighter, highlightCode } from '@lezer/highlight'

export interface Piece {
  text: string
  /** Classes of a colour; '' for plain text. */
  look: string
}

/** The most lines, and characters in a line, that show: more would make a page slow. */
const MOST_LINES = 5_000
const LONGEST_LINE = 2_000
const MOST_TEXT = 400_000
/** In ms, how long parsing a text for its colours may take. */
const MOST_MS = 400

/** The visible part of a text. */
export function shownOf(text: string): { lines: string[]; isCut: boolean } {
  const all = text.slice(0, MOST_TEXT).split(/\r\n|\n|\r/)
  const lines = all.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST_LINE))
  return {
    lines,
    isCut: text.length > MOST_TEXT || all.length > MOST_LINES || all.some((l) => l.length > LONGEST_LINE),
  }
}

/** Lines with their colours; plain ones without a grammar, or if parsing takes too long. */
export function coloured(lines: string[], parser: Parser | null): Piece[][] {
  const plain = () => lines.map((text) => [{ text, look: '' }])
  if (!parser) return plain()
  const text = lines.join('\n')
  const parse = parser.startParse(text)
  const end = performance.now() + MOST_MS
  for (;;) {
    const tree = parse.advance()
    if (tree) {
      const found: Piece[][] = [[]]
      highlightCode(
        text,
        tree,
        classHighlighter,
        (piece, look) => found.at(-1)?.push({ text: piece, look }),
        () => found.push([]),
      )
      return found
    }
    if (performance.now() > end) return plain()
  }
}
