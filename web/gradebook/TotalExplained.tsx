import type { ReactNode } from 'react'
import type { Line, Part, Total } from '../../contract/totals.ts'
import { dateTime, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'

interface Props {
  total: Total
  /** Some of its scores are only tried out. */
  isTried?: boolean
  /** The steps that led to the score of a line. */
  below?: (line: Line) => ReactNode
  beside?: (line: Line) => ReactNode
}

/** A total as a sum to follow item by item, with dropped items and the reason. */
export function TotalExplained({ total, isTried = false, below, beside }: Props) {
  const t = useText().gradebook.explain
  return (
    <div className="grid gap-6">
      <p className="text-lg">
        {total.percent === null ? (
          t.noTotal
        ) : (
          <>
            {isTried ? t.tried : t.total}: <strong className="tabular-nums">{number(total.percent)}%</strong>
            {total.letter !== null && <strong> {total.letter}</strong>}
            <Sum {...total} />
          </>
        )}
      </p>
      {total.parts.map((part) => (
        <section key={part._id ?? ''} className="grid gap-2">
          <h3 className="flex flex-wrap justify-between gap-x-4 font-semibold">
            <span className="wrap-anywhere">{part._id === null ? total.parts.length > 1 && t.others : part.name}</span>
            <span className="font-normal text-ink-soft text-sm tabular-nums">
              {part.weight !== undefined && <>{t.weight(number(part.weight))} · </>}
              {part.max > 0 || (!total.weighted && part.points > 0)
                ? t.sum(number(part.points), number(part.max))
                : (part._id !== null || !total.weighted) && t.noTotal}
              {part.percent !== null && <> = {number(part.percent)}%</>}
            </span>
          </h3>
          <ul className="divide-y divide-line">
            {part.lines.map((line) => (
              <li key={line._id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <span className="wrap-anywhere min-w-0 flex-1">
                  {line.name}
                  <span className="block text-ink-soft text-xs">
                    {line.score === null && (line.fate === 'lowest' || line.fate === 'highest') && (
                      <>{t.fates.missing} · </>
                    )}
                    {t.fates[line.fate]}
                    {line.zero_from && <> · {t.zeroFrom(dateTime(line.zero_from))}</>}
                  </span>
                  {below?.(line)}
                </span>
                <span className="tabular-nums">
                  {line.score === null ? '–' : number(line.score)} / {number(line.max)}
                </span>
                {beside?.(line)}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** How the categories make the total; a single category is the total. */
function Sum({ parts, weighted, percent }: Total) {
  const t = useText().gradebook.explain
  if (percent === null || parts.length < 2) return null
  const counted = parts.filter(({ weight = 0, max, points }) => (weighted ? weight > 0 && max > 0 : max + points > 0))
  const each = (of: (part: Part) => string) => counted.map(of).join(' + ')
  const weights = each(({ weight = 0 }) => `${number(weight)}%`)
  const sum = weighted
    ? `(${each(({ weight = 0, points, max }) => `${number(weight)}% × ${number(points)}/${number(max)}`)}) ÷ (${weights})`
    : `(${each(({ points }) => number(points))}) ÷ (${each(({ max }) => number(max))})`
  const isLeftOut = weighted && parts.some(({ weight = 0, max }) => weight > 0 && max === 0)
  return (
    <span className="block text-ink-soft text-sm tabular-nums">
      {sum} = {number(percent)}%{isLeftOut && <span className="block">{t.leftOut}</span>}
    </span>
  )
}
