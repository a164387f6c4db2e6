/** On a layout without Latin letters, such as a Thai one, the place of the key decides. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string =>
  (key > '~' ? code.replace(/^(Key|Digit)/, '') : key).toLowerCase()

/** A cell of a grid; row -1 is the header. */
export interface Place {
  row: number
  column: number
}

interface Size {
  rows: number
  columns: number
  /** How many rows are in sight. */
  page: number
}

/** The cell to which a key leads, as in a spreadsheet; undefined if it is no key of a grid. */
export function placeAfter({ row, column }: Place, key: string, control: boolean, size: Size): Place | undefined {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const first = Math.min(0, last.row)
  const to = (r: number, c: number): Place => ({
    row: Math.max(-1, Math.min(last.row, r)),
    column: Math.max(0, Math.min(last.column, c)),
  })
  switch (key) {
    case 'ArrowUp':
      return control ? to(Math.min(row, first), column) : to(row - 1, column)
    case 'ArrowDown':
      return control ? to(last.row, column) : to(row + 1, column)
    case 'ArrowLeft':
      return control ? to(row, 0) : to(row, column - 1)
    case 'ArrowRight':
      return control ? to(row, last.column) : to(row, column + 1)
    case 'Home':
      return control ? to(first, 0) : to(row, 0)
    case 'End':
      return control ? to(last.row, last.column) : to(row, last.column)
    case 'PageUp':
      return to(Math.max(Math.min(row, first), row - size.page), column)
    case 'PageDown':
      return to(row + size.page, column)
  }
}

/** The keys of all rows from one to another, in either direction. */
export function between<R extends { _id: string }>(rows: R[], one: number, other: number): Set<string> {
  const [from, to] = one < other ? [one, other] : [other, one]
  return new Set(rows.slice(Math.max(0, from), to + 1).map(({ _id }) => _id))
}

/** The cell with an element. A row may have moved since it got the focus, and assistive technology focuses any cell. */
export function placeOf(element: Element | null): Place | undefined {
  const cell = element?.closest<HTMLElement>('[data-column]')
  const row = cell?.closest<HTMLElement>('[data-row]')
  return cell && row ? { row: Number(row.dataset.row), column: Number(cell.dataset.column) } : undefined
}
