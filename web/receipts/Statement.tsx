import type { ReactNode } from 'react'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Time } from '../ui/Time.tsx'
import type { ReceiptStatement } from './receiptText.ts'

interface Props {
  said: ReceiptStatement
  /** The group members that the submission counts for. */
  people?: string[]
  /** Shown beside the time of submission. */
  note?: ReactNode
}

/** The statement of a receipt, line by line. */
export function Statement({ said, people = [], note }: Props) {
  const { assignments } = useText()
  const t = assignments.receipt
  const rows: [string, ReactNode][] = [
    [t.course, said.course],
    [t.assignment, said.assignment],
    [t.person, said.person || t.removed],
    [t.group, said.group || assignments.individual],
    ...(said.group && people.length > 0 ? [[t.members, people.join(', ')] as [string, ReactNode]] : []),
    [t.attempt, number(said.attempt)],
    [
      t.datetime,
      <span key="" className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
        <Time iso={said.datetime} exact={exact(said.datetime)}>
          {dateTime(said.datetime)}
        </Time>
        {note}
      </span>,
    ],
    [
      t.digest,
      <code key="" className="break-all font-mono text-sm">
        {said.digest}
      </code>,
    ],
  ]
  return (
    <dl className="grid divide-y divide-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid break-inside-avoid gap-x-6 py-2.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="min-w-0 break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
