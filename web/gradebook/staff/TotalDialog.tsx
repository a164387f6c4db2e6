import type { GradeColumn } from '../../../contract/staff/gradebook.ts'
import type { Total } from '../../../contract/totals.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TotalExplained } from '../TotalExplained.tsx'
import { type GradeRow, isHidden, nameOf } from './cells.ts'

interface Props {
  row: GradeRow
  columns: GradeColumn[]
  total: Total
  onHistory: (column: string) => void
  onClose: () => void
}

/** How a total adds up, with unreleased scores; each score leads to its history. */
export function TotalDialog({ row, columns, total, onHistory, onClose }: Props) {
  const { close } = useText()
  const { grades: t, history } = useAuthoring()
  const hidden = new Set(columns.flatMap(({ _id }, i) => (isHidden(row.cells[i]) ? [_id] : [])))
  const closed = columns.filter((_, i) => row.cells[i] === 'closed')
  return (
    <Dialog title={nameOf(row)} closeLabel={close} onClose={onClose}>
      <TotalExplained
        total={total}
        // Not beside it: a phone would have no room for the name.
        below={({ _id }) => hidden.has(_id) && <span className="block text-ink-soft text-xs">{t.hidden}</span>}
        beside={({ _id, name }) => (
          <Button size="sm" aria-label={`${history.title}: ${name}`} onClick={() => onHistory(_id)}>
            {history.title}
          </Button>
        )}
      />
      {closed.length > 0 && (
        <p className="pt-6 text-ink-soft text-sm">
          {t.closedInTotal(closed.map(({ gradable_name }) => gradable_name).join(', '))}
        </p>
      )}
    </Dialog>
  )
}
