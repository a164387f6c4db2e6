import { useContext, useEffect, useMemo, useState } from 'react'
import { UNSAFE_DataRouterContext, useLocation, useNavigation, useResolvedPath, useSearchParams } from 'react-router'
import { useLanguage } from '../i18n/index.ts'
import type { Column, Sort } from '../ui/staff/Table.tsx'
import { search, sorted } from './rows.ts'
import { inAddress, readSelected } from './selection.ts'

/** In ms: browsers refuse an address that changes with every repeat of a held key. */
const REST = 300

/** An address without the slash at its end. */
const plain = (pathname: string) => pathname.replace(/\/$/, '')

/** `-name`: by name, descending. */
function sortIn(text: string | null): Sort | undefined {
  if (!text) return undefined
  const descending = text.startsWith('-')
  return { column: descending ? text.slice(1) : text, descending }
}

/** Filters by their names in the address: the value, or the values, of a row. */
export type Filters<R> = Record<string, (row: R) => string | string[]>

/**
 * The visible rows of a table, and their order. The address has the sort, the search, the filters and the selection, so
 * that they survive a reload and can be shared.
 */
export function useTable<R extends { _id: string }>(rows: R[], columns: Column<R>[], filters: Filters<R>) {
  const language = useLanguage()
  const [address, setAddress] = useSearchParams()
  // The screen changes at once; the address follows.
  const [asked, setAsked] = useState<string>()
  if (asked === address.toString()) setAsked(undefined)
  const params = new URLSearchParams(asked ?? address)
  // A dialog over the table has an address of its own, which stays: the table's address follows when the dialog closes.
  const isLeaving = useNavigation().state !== 'idle'
  const own = plain(useResolvedPath('.').pathname)
  const isOver = plain(useLocation().pathname) !== own
  const router = useContext(UNSAFE_DataRouterContext)?.router
  useEffect(() => {
    // Setting the address now would stop a dialog that is opening.
    if (asked === undefined || isOver || isLeaving) return
    const rest = setTimeout(() => {
      // React renders a navigation later than it begins: the router itself knows of a dialog that has just been opened.
      const { navigation, location } = router?.state ?? {}
      if (navigation && navigation.state !== 'idle') return
      if (location && plain(location.pathname) !== own) return
      setAddress(new URLSearchParams(asked), { replace: true, preventScrollReset: true })
    }, REST)
    return () => clearTimeout(rest)
  }, [asked, setAddress, isOver, isLeaving, own, router])
  function set(changes: Record<string, string>) {
    for (const [name, value] of Object.entries(changes)) {
      if (value) params.set(name, value)
      else params.delete(name)
    }
    setAsked(params.toString())
  }

  const wanted = params.get('search') ?? ''
  const sort = sortIn(params.get('sort'))
  const filtered = Object.keys(filters).map((name) => [name, params.get(name) ?? ''] as const)
  const by = JSON.stringify([wanted, sort, filtered])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `by` has all that is asked for
  const shown = useMemo(() => {
    const has = (row: R, name: string) => [filters[name]?.(row)].flat()
    const fits = rows.filter((row) => filtered.every(([name, value]) => !value || has(row, name).includes(value)))
    return sorted(search(fits, columns, wanted), columns, sort, language)
  }, [rows, columns, by, language])

  const [picked, setPicked] = useState<Set<string>>()
  const given = params.get('selected')
  const selected = useMemo(() => picked ?? readSelected(given, rows), [picked, given, rows])
  return {
    shown,
    /** The selected ones of the visible rows. */
    chosen: useMemo(() => shown.filter(({ _id }) => selected.has(_id)), [shown, selected]),
    selected,
    select(ids: Set<string>) {
      setPicked(ids)
      set({ selected: inAddress(ids, rows) })
    },
    sort,
    sortBy: (column: string) => set({ sort: sort?.column === column && !sort.descending ? `-${column}` : column }),
    search: wanted,
    setSearch: (search: string) => set({ search }),
    filter: (name: string) => params.get(name) ?? '',
    setFilter: (name: string, value: string) => set({ [name]: value }),
    narrowed: wanted !== '' || filtered.some(([, value]) => value !== ''),
    showAll: () => set(Object.fromEntries(['search', ...Object.keys(filters)].map((name) => [name, '']))),
  }
}
