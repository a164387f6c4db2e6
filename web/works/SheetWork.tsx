import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWorkWords } from '../i18n/works.ts'
import { Button } from '../ui/Button.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { Select } from '../ui/Select.tsx'
import { useBytes } from './bytes.ts'
import { inWorker } from './inWorker.ts'
import type { WorkFile } from './kind.ts'

export interface Sheet {
  name: string
  rows: string[][]
  /** Whether the file has more rows or columns. */
  isCut: boolean
}

/** How many rows show at first; a button shows more, because this many cells render without a wait. */
const MOST_CELLS = 10_000

/** A spreadsheet as a table of its program's last values; nothing is computed. */
export default function SheetWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const [chosen, setChosen] = useState(0)
  const [pages, setPages] = useState(1)
  const { data: sheets } = useSuspenseQuery({
    queryKey: ['work', file.address, 'sheets'],
    queryFn: ({ signal }) => {
      const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' })
      return inWorker<Sheet[]>(worker, { bytes, isText: !(bytes[0] === 0x50 && bytes[1] === 0x4b) }, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const sheet = sheets[chosen] ?? sheets[0]
  if (!sheet) return null
  const width = Math.max(0, ...sheet.rows.map((cells) => cells.length))
  const shown = sheet.rows.slice(0, pages * Math.ceil(MOST_CELLS / Math.max(1, width)))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      {sheets.length > 1 && (
        <div className="max-w-80 p-3">
          <Select
            label={t.sheet}
            value={String(chosen)}
            onChange={(value) => {
              setChosen(Number(value))
              setPages(1)
            }}
            options={sheets.map(({ name }, i) => ({ value: String(i), label: name }))}
          />
        </div>
      )}
      {sheet.isCut && <p className="border-line border-b bg-card px-4 py-2 text-sm">{t.cut}</p>}
      <ScrollBox aria-label={file.name} className="max-h-[75dvh] overflow-auto bg-card outline-offset-[-2px]">
        <table className="border-collapse text-sm tabular-nums">
          <thead>
            <tr>
              <td className="sticky top-0 border border-line bg-sunken" />
              {Array.from({ length: width }, (_, i) => (
                <th
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
                  key={i}
                  scope="col"
                  className="sticky top-0 border border-line bg-sunken px-2 py-1 font-medium text-ink-soft"
                >
                  {letters(i)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows never move
              <tr key={row}>
                <th scope="row" className="border border-line bg-sunken px-2 py-1 font-medium text-ink-soft">
                  {row + 1}
                </th>
                {Array.from({ length: width }, (_, i) => (
                  <td
                    // biome-ignore lint/suspicious/noArrayIndexKey: the same
                    key={i}
                    className="max-w-80 whitespace-pre-wrap break-words border border-line px-2 py-1 align-top"
                  >
                    {cells[i]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length < sheet.rows.length && (
          <Button size="sm" className="m-3" onClick={() => setPages(pages + 1)}>
            {t.moreRows}
          </Button>
        )}
      </ScrollBox>
    </div>
  )
}

/** A, B … Z, AA … */
const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
