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
  /** `byKey`: chosen without a pointer. */
  setKind: (kind: MarkKind | undefined, byKey?: boolean) => void
  setColour: (colour: MarkColour) => void
}

/** Where they are not all in one row, the colours take the place of the other tools: the work below does not move. */
export function MarkTools({ kind, colour, hasPen, setKind, setColour }: Props) {
  const t = useWorkWords()
  return (
    <div
      role="toolbar"
      aria-label={t.tools}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !kind) return
        event.stopPropagation()
        setKind(undefined)
      }}
      className="work-tools @container sticky top-16 z-10 flex flex-wrap items-center gap-2 border-line border-b bg-card px-3 py-2"
    >
      {markKinds
        .filter((one) => hasPen || one !== 'pen')
        .map((one) => (
          <Button
            key={one}
            size="sm"
            className={kind && kind !== one ? '@max-xl:hidden' : undefined}
            aria-pressed={kind === one}
            onClick={({ detail }) => setKind(kind === one ? undefined : one, detail === 0)}
          >
            {t.kinds[one]}
          </Button>
        ))}
      {kind && (
        <fieldset className="flex min-w-0 flex-1 basis-40 items-center">
          <legend className="sr-only">{t.colour}</legend>
          {markColours.map((one) => (
            <button
              key={one}
              type="button"
              aria-label={t.colours[one]}
              title={t.colours[one]}
              aria-pressed={colour === one}
              onClick={() => setColour(one)}
              className="grid h-9 max-w-9 flex-1 place-items-center rounded-full aria-pressed:bg-hover pointer-coarse:h-11 pointer-coarse:max-w-11"
            >
              <span className="work-colour" style={{ '--mark': `var(--color-${one})` } as CSSProperties} />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
