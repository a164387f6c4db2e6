import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { type Column, Table } from '../ui/staff/Table.tsx'
import { tsvOf } from './files.ts'
import type { useTable } from './useTable.ts'

interface Props<R extends { _id: string }> {
  label: string
  view: ReturnType<typeof useTable<R>>
  columns: Column<R>[]
  /** Says that nothing matches the search, with a button that shows all rows again. */
  nobody: string
  showAll: string
  onKey?: (key: string, row: R) => 'next' | 'stay' | undefined
}

/** The table with the rows of `useTable`. */
export function FoundTable<R extends { _id: string }>({ view, columns, nobody, showAll, ...more }: Props<R>) {
  const { table } = useAuthoring()
  return (
    <Table
      {...more}
      rows={view.shown}
      columns={columns}
      sort={view.sort}
      onSort={view.sortBy}
      selected={view.selected}
      onSelect={view.select}
      copied={() => tsvOf(view.chosen, columns)}
      words={table}
      empty={
        <Empty
          compact
          drawing={<SearchDrawing />}
          title={nobody}
          action={view.narrowed && <Button onClick={view.showAll}>{showAll}</Button>}
        />
      }
    />
  )
}
