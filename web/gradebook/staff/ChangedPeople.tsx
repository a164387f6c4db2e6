import { useRef } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { useRowWindow } from '../../ui/useRowWindow.ts'
import { type GradeRow, nameOf } from './cells.ts'

/** In px; the row's class has it too. */
const ROW = 40

interface Props {
  label: string
  rows: GradeRow[]
  items: { person_id: string; before: string; after: string }[]
}

/** Students with their old and new values; of thousands only the visible ones are in the document. */
export function ChangedPeople({ label, rows, items }: Props) {
  const { was } = useAuthoring().grades
  const names = new Map(rows.map((row) => [row._id, nameOf(row)]))
  const box = useRef<HTMLDivElement>(null)
  const { from, to } = useRowWindow(box, items.length, ROW)
  if (items.length === 0) return null
  return (
    <ScrollBox ref={box} aria-label={label} className="max-h-72 overflow-y-auto rounded-lg border border-line">
      <ul className="relative" style={{ height: items.length * ROW }}>
        {items.slice(from, to).map(({ person_id, before, after }, i) => (
          <li
            key={person_id}
            className="absolute inset-x-0 flex h-10 items-center gap-3 border-line border-b px-3 text-sm"
            style={{ top: (from + i) * ROW }}
          >
            <span className="wrap-anywhere line-clamp-2 min-w-0 flex-1 leading-snug">{names.get(person_id)}</span>
            <span className="tabular-nums">{was(before, after)}</span>
          </li>
        ))}
      </ul>
    </ScrollBox>
  )
}
