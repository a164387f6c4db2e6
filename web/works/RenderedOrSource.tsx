import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { WorkFile } from './kind.ts'
import { useMarking } from './marking.ts'

interface Props {
  file: WorkFile
  /** The label of the button that shows the source. */
  label: string
  lines: ReactNode
  /** The rendered file. */
  children: ReactNode
}

/** A file, rendered or as source lines, on which marks stand. */
export function RenderedOrSource({ file, label, lines, children }: Props) {
  const marking = useMarking()
  const [chosen, setChosen] = useState<boolean>()
  const isMarked = marking?.marks.some(({ path }) => path === (file.path ?? '')) ?? false
  const isLines = marking?.tool !== undefined || (chosen ?? isMarked)
  return (
    <>
      <div className="flex justify-end border-line border-b bg-card px-3 py-2">
        <Button
          size="sm"
          aria-pressed={isLines}
          disabled={marking?.tool !== undefined}
          onClick={() => setChosen(!isLines)}
        >
          {label}
        </Button>
      </div>
      {isLines ? lines : children}
    </>
  )
}
