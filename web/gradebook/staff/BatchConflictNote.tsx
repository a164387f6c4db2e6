import { textOf } from '../../../contract/staff/cellText.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import type { BatchConflict } from './batchConflict.ts'

interface Props {
  cells: BatchConflict
  onTake: (which: 'rest' | 'all' | 'none') => void
}

/** Cells that somebody else wrote first, or that cannot be written, with both values: the later writer chooses. */
export function BatchConflictNote({ cells: { named, newer, lost, rest }, onTake }: Props) {
  const t = useAuthoring().grades
  const titles = { gone: t.gone, closed: t.closedCells, group: t.groupCells, final: t.finalCells }
  const lines = { gone: t.isGone, closed: t.isClosed, group: t.notWritten, final: t.notWritten }
  const more = newer.size + lost.size - named.length
  return (
    <Alert
      live
      tone="late"
      title={newer.size > 0 ? t.overtaken(newer.size) : titles[named[0]?.lost ?? 'gone'](lost.size)}
      action={
        <span className="flex flex-wrap gap-2">
          {rest > 0 && (
            <Button size="sm" variant="primary" onClick={() => onTake('rest')}>
              {t.writeRest(rest)}
            </Button>
          )}
          {newer.size > 0 && (
            <Button size="sm" onClick={() => onTake('all')}>
              {newer.size === 1 ? t.writeMine : t.writeAllMine}
            </Button>
          )}
          <Button size="sm" onClick={() => onTake('none')}>
            {rest > 0 ? t.writeNothing : newer.size > 0 ? t.keepTheirs : t.letGo}
          </Button>
        </span>
      }
    >
      {rest > 0 ? t.nothingYet : null}
      <ul className="tabular-nums">
        {named.map(({ key, who, column, theirs, mine, lost }) => (
          <li key={key} className="wrap-anywhere">
            {t.historyOf(who || t.whoLeft, column || t.columnGone)}:{' '}
            {lost ? lines[lost](textOf(mine) || '–') : t.theirsAndMine(textOf(theirs) || '–', textOf(mine) || '–')}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{t.moreCells(more)}</p>}
    </Alert>
  )
}
