import { useState } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Button } from '../ui/Button.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { useBytes } from './bytes.ts'
import CodeWork from './CodeWork.tsx'
import type { WorkFile } from './kind.ts'
import { useMarking } from './marking.ts'
import { textOf } from './text.ts'

/** Markdown as its reader sees it, or as it was typed. HTML in it stays text. */
export default function MarkdownWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const marking = useMarking()
  const [chosen, setChosen] = useState<boolean>()
  // Marks stand on its lines.
  const isMarked = marking?.marks.some(({ path }) => path === (file.path ?? '')) ?? false
  const isSource = marking?.tool !== undefined || (chosen ?? isMarked)
  return (
    <>
      <div className="flex justify-end border-line border-b bg-card px-3 py-2">
        <Button
          size="sm"
          aria-pressed={isSource}
          disabled={marking?.tool !== undefined}
          onClick={() => setChosen(!isSource)}
        >
          {t.source}
        </Button>
      </div>
      {isSource ? (
        <CodeWork file={file} />
      ) : (
        <ScrollBox aria-label={file.name} className="max-h-[75dvh] overflow-auto bg-card p-5">
          <Markdown text={textOf(bytes)} />
        </ScrollBox>
      )}
    </>
  )
}
