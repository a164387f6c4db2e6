interface Row {
  _id: string
}

/** How many ids fit in an address; beyond that, only "all". */
const MOST = 100

/** The text of a selection in the address; empty for none, and for one that is too long. */
export function inAddress(selected: ReadonlySet<string>, rows: Row[]): string {
  const ids = rows.map(({ _id }) => _id).filter((id) => selected.has(id))
  if (ids.length > 0 && ids.length === rows.length) return 'all'
  return ids.length <= MOST ? ids.join(',') : ''
}

export const readSelected = (text: string | null, rows: Row[]): Set<string> =>
  new Set(text === 'all' ? rows.map(({ _id }) => _id) : text ? text.split(',') : [])
