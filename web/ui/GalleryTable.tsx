import { useState } from 'react'
import { Specimen } from './GallerySpecimen.tsx'
import { Combobox } from './staff/Combobox.tsx'
import { type Column, type Sort, Table } from './staff/Table.tsx'

interface Score {
  _id: string
  scores: number[]
}

const rows: Score[] = Array.from({ length: 2_000 }, (_, i) => ({
  _id: `Student ${i + 1}`,
  scores: Array.from({ length: 39 }, (_, n) => (i * 7 + n * 13) % 101),
}))
const columns: Column<Score>[] = [
  { id: 'name', label: 'Name', width: 12, value: ({ _id }) => _id },
  ...Array.from({ length: 39 }, (_, n) => ({
    id: String(n),
    label: `Lab ${n + 1}`,
    width: 6,
    value: ({ scores }: Score) => scores[n] ?? '',
  })),
]
const sections = ['Every section', ...Array.from({ length: 60 }, (_, i) => `Section ${i + 1}`)]

/** The largest usual table: 2,000 rows of 40 columns. */
export function GalleryTable() {
  const [selected, setSelected] = useState(new Set<string>())
  const [sort, setSort] = useState<Sort>()
  const [section, setSection] = useState('Section 2')
  const by = columns.find(({ id }) => id === sort?.column)
  const sign = sort?.descending ? -1 : 1
  return (
    <Specimen name="Table, Combobox">
      <Combobox
        label="Section"
        language="en"
        words={{ open: 'Show all', none: 'Nothing matches' }}
        options={sections.map((label) => ({ value: label, label }))}
        value={section}
        onChange={setSection}
      />
      <Table
        label="Scores"
        rows={by ? rows.toSorted((a, b) => sign * (Number(by.value(a)) - Number(by.value(b)))) : rows}
        columns={columns}
        sort={sort}
        onSort={(column) => setSort({ column, descending: sort?.column === column && !sort.descending })}
        selected={selected}
        onSelect={setSelected}
        copied={() => [...selected].join('\n')}
        words={{ selectAll: 'Select all', select: (name) => `Select ${name}` }}
        empty="Nobody"
      />
    </Specimen>
  )
}
