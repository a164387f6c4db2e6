import type { CurvePlan } from '../../../contract/staff/curve.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { Alert } from '../../ui/Alert.tsx'
import { ChangedPeople } from './ChangedPeople.tsx'
import type { GradeRow } from './cells.ts'

/** The distribution and each person's score, before and after. */
export function CurvePreview({ plan, rows }: { plan: CurvePlan; rows: GradeRow[] }) {
  const { gradeTables: t } = useAuthoring()
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
      <ChangedPeople
        label={t.who}
        rows={rows}
        items={plan.items.map(({ person_id, before, after }) => ({
          person_id,
          before: String(before),
          after: String(after),
        }))}
      />
    </>
  )
}
