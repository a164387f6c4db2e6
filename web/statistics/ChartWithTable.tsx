import { type ReactNode, useId, useState } from 'react'
import { useWide } from '../common/useWide.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'

/** A picture with its numbers: beside it, or below a wide one; a phone shows one of the two. */
export function ChartWithTable({
  title,
  text,
  picture,
  table,
  wide,
}: {
  title: string
  text: string
  /** Null: there is nothing to draw yet. */
  picture: ReactNode
  table: ReactNode
  wide?: boolean
}) {
  const t = useAuthoring().statistics
  const heading = useId()
  const hasRoom = useWide('md')
  const [shown, setShown] = useState<'picture' | 'table'>('picture')
  return (
    <Card as="section" aria-labelledby={heading}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 max-w-prose flex-1 basis-64">
          <h3 id={heading} className="font-semibold text-lg tracking-tight">
            {title}
          </h3>
          <p className="text-ink-soft text-sm">{text}</p>
        </div>
        {!hasRoom && picture && (
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t.showAs(title)}</legend>
            {(['picture', 'table'] as const).map((one) => (
              <Button key={one} size="sm" aria-pressed={shown === one} onClick={() => setShown(one)}>
                {t[one]}
              </Button>
            ))}
          </fieldset>
        )}
      </div>
      <div
        className={cx(
          'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-4',
          !wide && 'lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        {(hasRoom || shown === 'picture') && picture}
        {(hasRoom || !picture || shown === 'table') && table}
      </div>
    </Card>
  )
}

/** A table that scrolls in its box when it is long. */
export function Numbers({
  label,
  head,
  rows,
}: {
  label: string
  /** The names of the columns; the first column names the rows, the others have numbers unless they say `words`. */
  head: { label: string; words?: boolean }[]
  rows: { key: string; cells: ReactNode[] }[]
}) {
  const t = useAuthoring().statistics
  const align = (i: number) => (i === 0 || head[i]?.words ? 'text-start' : 'text-end tabular-nums')
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
      tabIndex={0}
      aria-label={`${t.table}: ${label}`}
      className="max-h-88 min-w-0 overflow-auto rounded-md border border-line print:max-h-none print:overflow-visible"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 z-1 bg-sunken text-ink-soft">
          <tr>
            {head.map(({ label }, i) => (
              <th key={label} scope="col" className={cx('px-3 py-1.5 font-medium', align(i))}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row" className="wrap-anywhere min-w-32 px-3 py-1 text-start align-top font-medium">
                {first}
              </th>
              {rest.map((cell, i) => (
                <td key={head[i + 1]?.label} className={cx('px-3 py-1 align-top', align(i + 1))}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A line of numbers, each with its name. */
export function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="font-semibold text-lg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
