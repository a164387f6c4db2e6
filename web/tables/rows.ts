import { searched, wordsOf } from '../../contract/comparedText.ts'
import type { Column, Sort } from '../ui/staff/Table.tsx'

/** Sorts rows by a column, numbers as numbers and empty cells last; equal rows keep their order. */
export function sorted<R>(rows: R[], columns: Column<R>[], sort: Sort | undefined, language: string): R[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (!sort || !column) return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = sort.descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => {
      if (a.value === b.value) return 0
      if (a.value === '') return 1
      if (b.value === '') return -1
      const both = typeof a.value === 'number' && typeof b.value === 'number'
      return sign * (both ? Number(a.value) - Number(b.value) : compare(String(a.value), String(b.value)))
    })
    .map(({ row }) => row)
}

/** The rows that have every word of `wanted` in one of their searched cells, ignoring case. */
export function search<R>(rows: R[], columns: Column<R>[], wanted: string): R[] {
  const words = wordsOf(wanted)
  if (words.length === 0) return rows
  const looked = columns.filter(({ searched = true }) => searched)
  return rows.filter((row) => {
    const text = searched(looked.map(({ value }) => value(row)).join('\n'))
    return words.every((word) => text.includes(word))
  })
}

/** Sorts names, with 2 before 10. */
export const byNumber = new Intl.Collator(undefined, { numeric: true }).compare
