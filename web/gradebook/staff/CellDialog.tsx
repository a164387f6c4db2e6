import { useSuspenseQuery } from '@tanstack/react-query'
import { readCell, textOf } from '../../../contract/staff/cellText.ts'
import { type CellValue, type GradeColumn, grading } from '../../../contract/staff/gradebook.ts'
import { useCourseId } from '../../courses/queries.ts'
import { CameBack } from '../../forms/CameBack.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime, exact } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { query } from '../../loading/call.ts'
import { Load } from '../../loading/Load.tsx'
import { useKept } from '../../typed/useKept.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Time } from '../../ui/Time.tsx'
import { type GradeRow, nameOf } from './cells.ts'

interface Props {
  row: GradeRow
  column: GradeColumn
  value: CellValue
  /** Absent: the person may only look. */
  onWrite: ((score: CellValue, reason: string) => void) | undefined
  onClose: () => void
}

/** `typed`: null for an untouched field; `over`: the cell when the person began to type. */
const nothing = { typed: null as string | null, over: '', reason: '' }

/** The history of a cell with authors and reasons, and a field for a score with a reason. */
export function CellDialog({ row, column, value, onWrite, onClose }: Props) {
  const { close, loading } = useText()
  const { grades: t, form: words } = useAuthoring()
  const now = textOf(value)
  const { values, cameBack, set, discard, forget } = useKept('cell', `${column._id}:${row._id}`, nothing)
  const { typed, over, reason } = values
  // The field follows other people's changes, unless the person has typed in it.
  const text = typed ?? now
  const score = readCell(text, column.gradable_score)
  const type = (next: string) =>
    set(next === now ? { typed: null, over: '' } : { typed: next, over: typed === null ? now : over })
  return (
    <Dialog
      title={t.historyOf(nameOf(row), column.gradable_name)}
      closeLabel={close}
      onClose={onClose}
      footer={
        onWrite && (
          <Button variant="primary" type="submit" form="grade-cell" idle={score === undefined || score === value}>
            {t.writeReason}
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        {onWrite && (
          <form
            id="grade-cell"
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              if (score === undefined || score === value) return
              onWrite(score, reason)
              forget()
              onClose()
            }}
          >
            {text !== now && over !== now ? (
              <Alert live tone="soon" title={words.conflict('')}>
                {words.theirs(now || words.empty)}
              </Alert>
            ) : (
              cameBack && <CameBack discard={discard} />
            )}
            <TextField
              label={t.score}
              value={text}
              onChange={type}
              inputMode="decimal"
              error={score === undefined ? t.wrong(text) : undefined}
            />
            <TextField label={t.reason} value={reason} onChange={(reason) => set({ reason })} maxLength={1_000} />
          </form>
        )}
        <Load
          compact
          fallback={
            <SkeletonGroup label={loading}>
              <Skeleton />
            </SkeletonGroup>
          }
        >
          <Steps person={row._id} column={column._id} />
        </Load>
      </div>
    </Dialog>
  )
}

function Steps({ person, column }: { person: string; column: string }) {
  const { grades: t, grading: words } = useAuthoring()
  const params = { course_id: useCourseId(), gradable_id: column, person_id: person }
  const { data } = useSuspenseQuery({ ...query(grading.history, params), staleTime: 0 })
  if (data.length === 0) return <p className="text-ink-soft text-sm">{t.noHistory}</p>
  return (
    <ol className="divide-y divide-line">
      {data.map(({ change_id, at, actor, before, after, attempt, reason }) => (
        <li key={`${change_id} ${attempt}`} className="grid gap-1 py-2 text-sm">
          <span className="font-medium tabular-nums">{t.was(textOf(before) || '–', textOf(after) || '–')}</span>
          <span className="text-ink-soft">
            {attempt !== null && `${words.attempt(attempt)} · `}
            {actor && `${actor.first} ${actor.last} · `}
            <Time iso={at} exact={exact(at)}>
              {dateTime(at)}
            </Time>
          </span>
          {reason && <span className="wrap-anywhere">{reason}</span>}
        </li>
      ))}
    </ol>
  )
}
