import type { SubmissionRow } from '../../contract/staff/grading.ts'
import { dateTime } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import type { Filters } from '../tables/useTable.ts'
import { Badge } from '../ui/Badge.tsx'
import { Link } from '../ui/Link.tsx'
import type { Column } from '../ui/staff/Table.tsx'
import type { Tone } from '../ui/tone.ts'

/**
 * The row's id is that of the person or group, by which it is selected; `submission` is the work to grade, if there is
 * one.
 */
export type Row = Omit<SubmissionRow, '_id'> & { _id: string; submission: string | null }

export const rowsOf = (items: SubmissionRow[]): Row[] =>
  items.map(({ _id, ...row }) => ({ ...row, _id: row.owner_id, submission: _id }))

export const nameOf = ({ first, last }: { first: string; last: string }) => `${first} ${last}`.trim()
export const whoIn = (
  { group, people, hidden }: Pick<SubmissionRow, 'group' | 'people' | 'hidden'>,
  t: Authoring['grading'],
) => (hidden ? t.hiddenName(hidden.number, hidden.is_group) : group || people.map(nameOf).join(', '))

const tones: Record<SubmissionRow['state'], Tone> = {
  not_begun: 'neutral',
  in_progress: 'neutral',
  submitted: 'soon',
  graded: 'note',
  released: 'done',
  asked: 'late',
}

/** In the address: works without a grader. */
export const NOBODY = '-'

/** Filters by their names in the address. */
export const filters: Filters<Row> = {
  state: ({ state, asked }) => (asked ? [state, 'asked'] : state),
  late: ({ late }) => (late ? 'yes' : 'no'),
  section: ({ section }) => section,
  grader: ({ assigned_to }) => assigned_to?._id ?? NOBODY,
}

export const isHandedIn = (row: Row) => row.submission !== null
/** Whether a grader still has to look at the work. */
export const waits = ({ state, asked }: Row) => state === 'submitted' || state === 'asked' || asked !== undefined
/** Whether its people see the grade. */
export const isReleased = ({ state }: Row) => state === 'released' || state === 'asked'
export const gradable = (rows: Row[]) => rows.filter(isHandedIn)

interface Options {
  t: Authoring['grading']
  /** The address of a work. */
  to: (submission: string) => string
  /** The maximum of the works. */
  most: number
  named: (row: Row) => string
  /**
   * The columns of the list, without those that are empty in every row, whose room the others get. At 1280 px all but
   * the last fit.
   */
  rows: Row[]
}

export const columnsOf = ({ t, to, most, named, rows }: Options): Column<Row>[] => [
  {
    id: 'name',
    label: t.name,
    width: 13.75,
    value: named,
    cell: (row) => (
      <span className="staff-table-text" title={row.group ? row.people.map(nameOf).join(', ') : named(row)}>
        {row.submission ? (
          <Link
            to={to(row.submission)}
            tabIndex={-1}
            className="hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
          >
            {named(row)}
          </Link>
        ) : (
          named(row)
        )}
      </span>
    ),
  },
  {
    id: 'state',
    label: t.state,
    width: rows.some(({ asked }) => asked) ? 21.5 : 13.75,
    value: ({ state, asked }) =>
      asked && state !== 'asked' ? `${t.states[state]}, ${t.states.asked}` : t.states[state],
    cell: ({ state, late, asked }) => (
      <span className="flex gap-1.5">
        {!(asked && state === 'asked') && <Badge tone={tones[state]}>{t.states[state]}</Badge>}
        {asked && (
          <Link to={to(asked)} tabIndex={-1} className="touch-target">
            <Badge tone={tones.asked}>{t.states.asked}</Badge>
          </Link>
        )}
        {late && <Badge tone="late">{t.late}</Badge>}
      </span>
    ),
  },
  {
    id: 'score',
    label: t.score,
    width: rows.some(({ own_scores }) => own_scores > 0) ? 10.5 : 6.75,
    searched: false,
    value: ({ score }) => (score === null ? '' : Number(score)),
    cell: ({ score, own_scores }) => (
      <span className="staff-table-text tabular-nums">
        {score !== null && `${Number(score)}${most > 0 ? ` / ${most}` : ''}`}
        {own_scores > 0 && <span className="text-ink-soft"> {t.someDiffer(own_scores)}</span>}
      </span>
    ),
  },
  {
    id: 'submitted',
    label: t.submittedAt,
    width: 14.5,
    searched: false,
    value: ({ submitted }) => submitted ?? '',
    cell: ({ submitted, attempts }) => (
      <span className="staff-table-text tabular-nums">
        {submitted && dateTime(submitted)}
        {attempts > 1 && <> · {t.attempt(attempts)}</>}
      </span>
    ),
  },
  ...[
    {
      id: 'assigned',
      label: t.assigned,
      width: 9.5,
      value: ({ assigned_to }: Row) => (assigned_to ? nameOf(assigned_to) : ''),
    },
    { id: 'grader', label: t.grader, width: 9.5, value: ({ grader }: Row) => (grader ? nameOf(grader) : '') },
    { id: 'section', label: t.section, width: 6, value: ({ section }: Row) => section },
  ].filter(({ value }) => rows.some((row) => value(row) !== '')),
]
