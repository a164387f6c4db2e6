import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { Select } from '../../ui/Select.tsx'
import type { Line } from './setupFields.ts'

interface Props {
  columns: GradeColumn[]
  categories: Line[]
  moved: Record<string, string>
  onMove: (column: string, category: string) => void
}

/** The category of each column, in the same form as the categories, so that the preview covers both. */
export function CategoryOfColumns({ columns, categories, moved, onMove }: Props) {
  const t = useAuthoring().grades
  const options = [
    { value: '', label: categories.some(({ weight }) => weight) ? t.noCategoryCounts : t.noCategory },
    ...categories.map(({ key, name }, i) => ({ value: key, label: name || t.categoryName(i + 1) })),
  ]
  const there = new Set(categories.map(({ key }) => key))
  const own = columns.filter(({ final }) => !final)
  if (own.length === 0) return null
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold">{t.columns}</legend>
      <ScrollBox aria-label={t.columns} className="max-h-80 overflow-y-auto rounded-lg border border-line">
        <ul className="divide-y divide-line">
          {own.map(({ _id, gradable_name, category_id }) => {
            const chosen = moved[_id] ?? category_id ?? ''
            return (
              <li key={_id} className="grid grid-cols-2 items-center gap-3 px-3 py-1.5">
                <span className="wrap-anywhere line-clamp-2 text-sm">{gradable_name}</span>
                <Select
                  label={t.categoryOf(gradable_name)}
                  hideLabel
                  value={there.has(chosen) ? chosen : ''}
                  onChange={(to) => onMove(_id, to)}
                  options={options}
                />
              </li>
            )
          })}
        </ul>
      </ScrollBox>
    </fieldset>
  )
}
