import type { Reply } from '../../contract/endpoint.ts'
import type { receipts } from '../../contract/receipts.ts'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Time } from '../ui/Time.tsx'

/** Whether a receipt is valid, and what it says. */
export function Verdict({ valid, says }: Reply<typeof receipts.verify>) {
  const { assignments } = useText()
  const t = assignments.receipt
  if (!valid || !says) {
    return (
      <Alert live tone="wrong" title={t.invalid}>
        {t.invalidText}
      </Alert>
    )
  }
  const rows = [
    [t.course, says.course],
    [t.assignment, says.assignment],
    [t.person, says.person],
    [t.group, says.group || assignments.individual],
    [t.attempt, number(says.attempt)],
    [
      t.datetime,
      <Time key="" iso={says.datetime} exact={exact(says.datetime)}>
        {dateTime(says.datetime)}
      </Time>,
    ],
    [
      t.digest,
      <code key="" className="break-all font-mono text-sm">
        {says.digest}
      </code>,
    ],
  ] as const
  return (
    <div className="grid gap-4">
      <Alert live tone="done" title={t.valid}>
        {t.validText}
      </Alert>
      <dl className="grid divide-y divide-line">
        {rows.map(([term, value]) => (
          <div key={term} className="grid gap-x-6 py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="min-w-0 break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
