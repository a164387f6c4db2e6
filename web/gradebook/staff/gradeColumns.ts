import { useMemo } from 'react'
import { textOf } from '../../../contract/staff/cellText.ts'
import type { GradeColumn, Grades as Table } from '../../../contract/staff/gradebook.ts'
import { countsBy, isMissing, itemsOf } from '../../../contract/staff/gradeItems.ts'
import { type Total, totalOf } from '../../../contract/totals.ts'
import { number } from '../../i18n/dates.ts'
import type { Column } from '../../ui/staff/Table.tsx'
import { type GradeRow, nameOf, scoreIn } from './cells.ts'

/** Whether a row's empty cell counts as 0 by now. */
export function useMissing({ categories }: Table): (column: GradeColumn, row: GradeRow) => boolean {
  return useMemo(() => {
    const counts = countsBy(categories)
    return (column, row) => counts(column) && isMissing(column, row, new Date())
  }, [categories])
}

/** A total as a cell shows it. */
export const totalText = ({ percent, letter }: Pick<Total, 'percent' | 'letter'>) =>
  percent === null ? '–' : `${number(percent)}% ${letter ?? ''}`.trim()

/** The total of a row, calculated when it is first shown; a row that is read again is a new object. */
export function useTotals(table: Table): (row: GradeRow) => Total {
  return useMemo(() => {
    const known = new WeakMap<GradeRow, Total>()
    const now = new Date()
    return (row) => {
      const total = known.get(row) ?? totalOf(itemsOf(table.columns, row), table.categories, table.letters, now)
      known.set(row, total)
      return total
    }
  }, [table.columns, table.categories, table.letters])
}

/** The value of a cell for sorting, searching and export. */
export const asColumns = (
  table: Table,
  totals: (row: GradeRow) => Total,
  t: { name: string; section: string; total: string },
): Column<GradeRow>[] => [
  { id: 'name', label: t.name, width: 13, value: nameOf },
  { id: 'section', label: t.section, width: 6, value: ({ section }) => section },
  { id: 'total', label: t.total, width: 6, value: (row) => totals(row).percent ?? '' },
  ...table.columns.map(
    ({ _id, gradable_name }, i): Column<GradeRow> => ({
      ...{ id: _id, label: gradable_name, width: 7 },
      value: ({ cells }) => {
        const value = scoreIn(cells[i])
        return typeof value === 'number' ? value : textOf(value)
      },
    }),
  ),
]
