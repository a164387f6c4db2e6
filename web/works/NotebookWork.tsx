import type { Parser } from '@lezer/common'
import { useMemo } from 'react'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { useBytes } from './bytes.ts'
import CodeWork from './CodeWork.tsx'
import type { WorkFile } from './kind.ts'
import { Lines } from './Lines.tsx'
import { useGrammar } from './languages.ts'
import { coloured, shownOf } from './lines.ts'
import { type Cell, linesOf, type Notebook, notebookIn } from './notebook.ts'
import { RenderedOrSource } from './RenderedOrSource.tsx'
import { textOf } from './text.ts'

/** A notebook with the outputs of its cells, or line by line. Nothing in it runs, and HTML outputs are left out. */
export default function NotebookWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const notebook = useMemo(() => notebookIn(textOf(bytes)), [bytes])
  const grammar = useGrammar(`notebook${notebook?.extension}`)
  if (!notebook) return <CodeWork file={file} />
  return (
    <RenderedOrSource file={file} label={t.lines} lines={<NotebookLines {...{ file, notebook, grammar }} />}>
      <ScrollBox aria-label={file.name} className="work-lines">
        {notebook.cells.map((cell, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
          <OneCell key={i} cell={cell} grammar={grammar} n={i + 1} />
        ))}
      </ScrollBox>
    </RenderedOrSource>
  )
}

interface LinesProps {
  file: WorkFile
  notebook: Notebook
  grammar: Parser | null
}

function NotebookLines({ file, notebook, grammar }: LinesProps) {
  const lines = useMemo(
    () =>
      linesOf(notebook).flatMap((cell) => {
        const { lines } = shownOf(cell.map(({ text }) => text).join('\n'))
        const code = coloured(
          lines.filter((_, i) => cell[i]?.isCode),
          grammar,
        )
        return lines.map((text, i) => (cell[i]?.isCode && code.shift()) || [{ text, look: '' }])
      }),
    [notebook, grammar],
  )
  return <Lines lines={lines} label={file.name} path={file.path ?? ''} isCode />
}

function OneCell({ cell, grammar, n }: { cell: Cell; grammar: Parser | null; n: number }) {
  const t = useWorkWords()
  const { kind, count, source, outputs } = cell
  const lines = useMemo(
    () => (kind === 'code' ? coloured(shownOf(source).lines, grammar) : []),
    [kind, source, grammar],
  )
  const box = 'overflow-x-auto whitespace-pre-wrap break-words rounded-md px-3 py-2 font-mono text-sm'
  return (
    <section className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 gap-y-1.5 px-4 py-2 max-sm:grid-cols-[minmax(0,1fr)]">
      <span className="pt-2 text-end text-ink-soft text-xs tabular-nums max-sm:hidden">{count && `[${count}]`}</span>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {kind === 'markdown' && <Markdown text={source} />}
        {kind === 'raw' && <pre className={box}>{source}</pre>}
        {kind === 'code' && (
          <pre className={`${box} bg-sunken`}>
            {lines.map((pieces, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
              <span key={i}>
                {pieces.map(({ text, look }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: nor do their pieces
                  <span key={at} className={look || undefined}>
                    {text}
                  </span>
                ))}
                {'\n'}
              </span>
            ))}
          </pre>
        )}
        {outputs.map(({ text, isError, picture }, i) =>
          picture ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs never move
            <img key={i} src={picture} alt={t.output(number(n))} className="max-w-full justify-self-start" />
          ) : (
            text && (
              // biome-ignore lint/suspicious/noArrayIndexKey: outputs never move
              <pre key={i} className={`${box} border-line border-s-2 ${isError ? 'text-wrong' : ''}`}>
                {text}
              </pre>
            )
          ),
        )}
      </div>
    </section>
  )
}
