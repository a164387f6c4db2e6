import type { Piece } from './lines.ts'

interface Props {
  lines: Piece[][]
  label: string
  /** With line numbers, in letters of one width. */
  isCode?: boolean
}

/** A text line by line. Its numbers are no part of it: they are not copied. */
export function Lines({ lines, label, isCode = false }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <section tabIndex={0} aria-label={label} className={isCode ? 'work-lines work-code' : 'work-lines'}>
      {lines.map((pieces, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
        <div key={n} data-line={n + 1}>
          {pieces.map(({ text, look }, i) =>
            look ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
              <span key={i} className={look}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </div>
      ))}
    </section>
  )
}
