import { useMemo } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { CellValue, GradeColumn, Grades as Table } from '../../../contract/staff/gradebook.ts'
import { countsBy, isMissing, itemsOf } from '../../../contract/staff/gradeItems.ts'
import { type Total, totalOf } from '../../../contract/totals.ts'
import { useNow } from '../../common/useNow.ts'
import { number } from '../../i18n/dates.ts'
import type { Column } from '../../ui/staff/Table.tsx'
import { type GradeRow, nameOf, scoreIn } from './cells.ts'

/** The latest time from which an empty cell counts as 0: until the next one, nothing in the table depends on the time. */
function useLastZeroFrom({ columns, rows }: Table): Date {
  const times = useMemo(() => {
    const all = [
      ...columns.map(({ zero_from }) => zero_from),
      ...rows.flatMap(({ zero_from }) => Object.values(zero_from ?? {})),
    ]
    return [...new Set(all)].flatMap((from) => (from ? [Date.parse(from)] : [])).sort((a, b) => a - b)
  }, [columns, rows])
  const now = useNow()
  const last = times.findLast((time) => time <= now) ?? 0
  return useMemo(() => new Date(last), [last])
}

/** The total of a row, calculated when it is first shown, and whether its empty cell in a column counts as 0 by now. */
export function useTotals(table: Table): {
  totals: (row: GradeRow) => Total
  isMissing: (column: GradeColumn, row: GradeRow) => boolean
} {
  const { columns, categories, letters } = table
  const asOf = useLastZeroFrom(table)
  return useMemo(() => {
    // A row that is read again is a new object.
    const known = new WeakMap<GradeRow, Total>()
    const counts = countsBy(categories)
    return {
      totals(row) {
        const total = known.get(row) ?? totalOf(itemsOf(columns, row), categories, letters, asOf)
        known.set(row, total)
        return total
      },
      isMissing: (column, row) => counts(column) && isMissing(column, row, asOf),
    }
  }, [columns, categories, letters, asOf])
}

/** A total as a cell shows it. */
export const totalText = ({ percent, letter }: Pick<Total, 'percent' | 'letter'>) =>
  percent === null ? '–' : `${number(percent)}% ${letter ?? ''}`.trim()

/** The value of a cell as the table shows it: a final grade is in percent, with its letter. */
export const shownText = (value: CellValue, { final }: GradeColumn, { final_letter }: GradeRow): string =>
  final && typeof value === 'number' ? totalText({ percent: value, letter: final_letter ?? null }) : textOf(value)

/** The value of a cell for sorting, searching and export. */
export const asColumns = (
  table: Table,
  totals: (row: GradeRow) => Total,
  t: { name: string; section: string; total: string },
): Column<GradeRow>[] => [
  { id: 'name', label: t.name, width: 13, value: nameOf },
  { id: 'section', label: t.section, width: 6, value: ({ section }) => section },
  { id: 'total', label: t.total, width: 6, searched: false, value: (row) => totals(row).percent ?? '' },
  ...table.columns.map(
    ({ _id, gradable_name }, i): Column<GradeRow> => ({
      ...{ id: _id, label: gradable_name, width: 7, searched: false },
      value: ({ cells }) => {
        const value = scoreIn(cells[i])
        return typeof value === 'number' ? value : textOf(value)
      },
    }),
  ),
]
