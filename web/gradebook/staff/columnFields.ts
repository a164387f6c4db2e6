import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import type { Start } from '../../forms/useForm.ts'

/** The fields of a column's form. */
export interface Fields {
  gradable_name: string
  gradable_score: number | null
  category_id: string | null
  extra: boolean
  released: boolean
  /** Whether the column shows attendance, and how many percent a late class counts. */
  attendance: { on: boolean; late: number | null }
  zero_from: string | null
  /** The column before it; null: it is the first. */
  after: string | null
}

/** In percent. */
const usualLate = 50

/** The columns that may stand before it: the final grade is always the last. */
export const othersThan = (column: GradeColumn | undefined, columns: GradeColumn[]): GradeColumn[] =>
  columns.filter(({ _id, final }) => !final && _id !== column?._id)

/** A new column is the last. */
export const emptyIn = (columns: GradeColumn[]): Start<Fields> => ({
  values: {
    ...{ gradable_name: '', gradable_score: 10, category_id: null, extra: false, released: false },
    ...{ attendance: { on: false, late: usualLate }, zero_from: null },
    after: othersThan(undefined, columns).at(-1)?._id ?? null,
  },
})

export const startOf = (column: GradeColumn, columns: GradeColumn[]): Start<Fields> => {
  const { gradable_name, gradable_score, category_id, extra, released, attendance_late, zero_from, revision } = column
  return {
    values: {
      ...{ gradable_name, gradable_score, category_id, extra, released, zero_from },
      attendance: { on: attendance_late !== null, late: attendance_late ?? usualLate },
      after: columns[columns.findIndex(({ _id }) => _id === column._id) - 1]?._id ?? null,
    },
    revision,
  }
}

/** The body of a call, from a column or from its changed fields. */
export const bodyOf = ({ attendance, gradable_score, ...rest }: Partial<Fields>) => ({
  ...rest,
  ...(gradable_score != null && { gradable_score }),
  ...(attendance && { attendance_late: attendance.on ? attendance.late : null }),
})

const two = (n: number) => String(n).padStart(2, '0')

/** The day of an instant in the reader's zone, as a date field has it. */
export function dayOf(iso: string | null): string {
  if (iso === null) return ''
  const at = new Date(iso)
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The first instant of a day in the reader's zone; null for an invalid day. */
export function startOfDay(day: string): string | null {
  const at = new Date(`${day}T00:00:00`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
