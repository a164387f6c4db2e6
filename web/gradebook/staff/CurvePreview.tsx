import { useRef } from 'react'
import type { CurvePlan } from '../../../contract/staff/curve.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { useRowWindow } from '../../ui/useRowWindow.ts'
import { type GradeRow, nameOf } from './cells.ts'

/** In px; the row's class has it too. */
const ROW = 40

/** The distribution and each person's score, before and after. */
export function CurvePreview({ plan, rows }: { plan: CurvePlan; rows: GradeRow[] }) {
  const { gradeTables: t, grades } = useAuthoring()
  const names = new Map(rows.map((row) => [row._id, nameOf(row)]))
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useRowWindow(box, plan.items.length, ROW)
  const said = (score: number | null) => (score === null ? '–' : number(score))
  return (
    <>
      <p role="status">{t.changes(plan.items.length, plan.same)}</p>
      {plan.closed > 0 && <Alert tone="soon">{t.curveClosed(plan.closed)}</Alert>}
      <table className="w-full text-sm tabular-nums">
        <caption className="pb-2 text-start font-medium">{t.spread}</caption>
        <thead>
          <tr className="border-line border-b text-ink-soft">
            <th scope="col" className="py-1.5 text-start font-medium">
              {t.share}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t.before}
            </th>
            <th scope="col" className="py-1.5 text-end font-medium">
              {t.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {plan.bands.map(({ from, before, after }) => (
            <tr key={from} className="border-line border-b">
              <th scope="row" className="py-1 text-start font-normal">
                {from === 100 ? '≥ 100%' : `${from}–${from + 10}%`}
              </th>
              <td className="py-1 text-end">{before}</td>
              <td className="py-1 text-end">{after}</td>
            </tr>
          ))}
          {(['mean', 'median', 'least', 'most'] as const).map((one) => (
            <tr key={one}>
              <th scope="row" className="py-1 text-start font-medium">
                {t.summary[one]}
              </th>
              <td className="py-1 text-end">{said(plan.before[one])}</td>
              <td className="py-1 text-end">{said(plan.after[one])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {plan.items.length > 0 && (
        <ScrollBox ref={box} aria-label={t.who} className="max-h-72 overflow-y-auto rounded-lg border border-line">
          <ul className="relative" style={{ height: plan.items.length * ROW }}>
            {plan.items.slice(from, to).map(({ person_id, before, after }, i) => (
              <li
                key={person_id}
                className="absolute inset-x-0 flex h-10 items-center gap-3 border-line border-b px-3 text-sm"
                style={{ top: (from + i) * ROW }}
              >
                <span className="min-w-0 flex-1 truncate">{names.get(person_id)}</span>
                <span className="tabular-nums">{grades.was(String(before), String(after))}</span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
    </>
  )
}
