import { useMemo } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import { useBytes } from './bytes.ts'
import type { WorkFile } from './kind.ts'
import { Lines } from './Lines.tsx'
import { useGrammar } from './languages.ts'
import { coloured, shownOf } from './lines.ts'
import { textOf } from './text.ts'

/** Code and plain text, with line numbers and colours. Nothing of it runs. */
export default function CodeWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const grammar = useGrammar(file.name)
  const { pieces, isCut } = useMemo(() => {
    const shown = shownOf(textOf(bytes))
    return { pieces: coloured(shown.lines, grammar), isCut: shown.isCut }
  }, [bytes, grammar])
  return (
    <>
      {isCut && <p className="border-line border-b bg-card px-4 py-2 text-sm">{t.cut}</p>}
      <Lines lines={pieces} label={file.name} path={file.path ?? ''} isCode />
    </>
  )
}
