import type { CSSProperties } from 'react'
import { type MarkColour, type MarkKind, markColours, markKinds } from '../../../contract/staff/marks.ts'
import { useWorkWords } from '../../i18n/works.ts'
import { Button } from '../../ui/Button.tsx'

interface Props {
  /** Undefined: no tool is chosen, and the work can be read and scrolled. */
  kind: MarkKind | undefined
  colour: MarkColour
  /** Whether the work is a text, on whose lines no pen draws. */
  hasPen: boolean
  setKind: (kind: MarkKind | undefined) => void
  setColour: (colour: MarkColour) => void
}

export function MarkTools({ kind, colour, hasPen, setKind, setColour }: Props) {
  const t = useWorkWords()
  return (
    <div
      role="toolbar"
      aria-label={t.tools}
      className="work-tools sticky top-16 z-10 flex flex-wrap items-center gap-2 border-line border-b bg-card px-3 py-2"
    >
      {markKinds
        .filter((one) => hasPen || one !== 'pen')
        .map((one) => (
          <Button
            key={one}
            size="sm"
            aria-pressed={kind === one}
            onClick={() => setKind(kind === one ? undefined : one)}
          >
            {t.kinds[one]}
          </Button>
        ))}
      {kind && (
        <fieldset className="flex items-center">
          <legend className="sr-only">{t.colour}</legend>
          {markColours.map((one) => (
            <button
              key={one}
              type="button"
              aria-label={t.colours[one]}
              title={t.colours[one]}
              aria-pressed={colour === one}
              onClick={() => setColour(one)}
              className="grid size-9 place-items-center rounded-full aria-pressed:bg-hover pointer-coarse:size-11"
            >
              <span className="work-colour" style={{ '--mark': `var(--color-${one})` } as CSSProperties} />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
