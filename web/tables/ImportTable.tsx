import { useId, useMemo, useRef, useState } from 'react'
import type { SegmentInCourse } from '../../contract/parts.ts'
import { encodings, separators } from '../../contract/staff/encodings.ts'
import type { EmptiedSection } from '../../contract/staff/roster.ts'
import type { Fate, ImportQuery } from '../../contract/staff/tables.ts'
import { useWrite } from '../changes/useWrite.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { CallError } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ImportRows } from './ImportRows.tsx'

export interface Row {
  line: number
  fate: Fate
  /** For a row about one cell: its column. */
  gradable_id?: string | undefined
  /** Of a work: its new points do not change its score. */
  as_whole?: boolean
}

/** The plan of an import (`importPlan` of the contract). */
export interface Plan<R extends Row> {
  file: { kind: 'csv' | 'xlsx'; encoding?: string; separator?: string; sheets?: string[]; sheet?: number }
  header: boolean
  columns: { title: string; kind: string; samples: string[] }[]
  rows: R[]
  absent: number
  /** Of people: the sections that nobody will be in any more. */
  emptied?: EmptiedSection[] | undefined
  /** The places of columns with points that are not read, because nobody knows what for they are. */
  unplaced_points?: number[] | undefined
  /** Of groups: how many scores become others. */
  scores_changed?: number | undefined
  /** Of groups: the timed assignments that somebody may begin again. */
  begun?: string[] | undefined
  /** How many rows of the plan are not listed. */
  more?: { unchanged: number; refused: number }
  digest: string
}

/** The person's corrections of how the file is read. */
type ReadAs = Pick<ImportQuery, 'encoding' | 'separator' | 'sheet' | 'header' | 'columns'>

interface Props<R extends Row> {
  title: string
  /** The address to which the dialog leads back. */
  list: string
  /** The noun in the address, for `useWrite`. */
  noun: SegmentInCourse
  /** The names of the kinds of columns; '' is an ignored column. */
  kinds: Record<string, string>
  /** The person of a row, with the words for its outcome. */
  wordsOf: (row: R) => { name: string; email: string; says: string }
  done: (added: number, changed: number) => string
  /** The label of the import button. Absent: it says how many people are imported. */
  apply?: (n: number) => string
  /** Notes above the file. */
  help?: string
  /** Why points of these columns are not read. */
  unplaced?: (titles: string) => string
  /** @throws CallError */
  send: (file: File, query: ImportQuery) => Promise<{ data: Plan<R>; headers: Headers }>
  onDone: () => Promise<unknown>
}

/** Imports a file, after a preview of what it does to each row. */
export function ImportTable<R extends Row>(props: Props<R>) {
  const { title, list, noun, kinds, wordsOf, done, apply: applies, help, unplaced, send, onDone } = props
  const { importing: t, groups, offline, writes } = useAuthoring()
  const { close, retry } = useText()
  const leave = useLeave()
  const { busy, write } = useWrite(noun)
  const [file, setFile] = useState<File>()
  const [as, setAs] = useState<ReadAs>({})
  const [plan, setPlan] = useState<Plan<R>>()
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const counts = useMemo(() => countsOf(plan), [plan])
  /** The last reading: the answer to an earlier one, of another file, comes to nothing. */
  const last = useRef(0)

  async function look(chosen: File, how: ReadAs) {
    setFile(chosen)
    setAs(how)
    setReading(true)
    setProblem(undefined)
    last.current += 1
    const mine = last.current
    try {
      const { data } = await send(chosen, { ...how, dry_run: 'true' })
      if (mine === last.current) setPlan(data)
    } catch (error) {
      if (mine !== last.current) return
      setPlan(undefined)
      const said: Partial<Record<string, string>> = {
        offline: writes.offline,
        ...{ wrong_kind: t.fileKind, too_large: t.fileLarge, invalid: t.fileBroken, too_many: t.fileTries },
      }
      setProblem((error instanceof CallError && said[error.code]) || t.fileFailed)
    }
    if (mine === last.current) setReading(false)
  }

  async function apply() {
    if (!file || !plan) return
    const ok = await write(() => send(file, { ...as, digest: plan.digest }), done(counts.new, counts.changed))
    if (!ok) return look(file, as)
    await onDone()
    leave(list)
  }

  const doing = counts.new + counts.changed
  const { scores_changed = 0, begun = [], unplaced_points = [] } = plan ?? {}
  const asWhole = plan?.rows.filter(({ fate, as_whole }) => as_whole && fate !== 'refused').length ?? 0
  const notes = [
    scores_changed > 0 && groups.scoresChange(scores_changed),
    writes.beginAgain(begun),
    unplaced_points.length > 0 && offline.pointsStay(unplaced_points.length),
    asWhole > 0 && offline.scoresStay(asWhole),
  ]
  const note = notes.filter(Boolean).join(' ')
  const noteId = useId()
  return (
    <Dialog
      title={title}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        plan && (
          <>
            {/* Beside the button, because whoever presses it must have read it: the rows may be out of sight. */}
            {note && (
              <p id={noteId} className="wrap-anywhere min-w-0 flex-1 self-center text-sm max-sm:min-w-full sm:me-auto">
                {note}
              </p>
            )}
            <Button
              variant="primary"
              pending={busy}
              disabled={doing === 0 || reading}
              aria-describedby={note ? noteId : undefined}
              onClick={() => void apply()}
            >
              {doing === 0 ? t.nothingToImport : (applies ?? t.applyImport)(doing)}
            </Button>
          </>
        )
      }
    >
      <Title over of={title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {help && <p className="text-ink-soft text-sm">{help}</p>}
        <FileDrop
          chooseLabel={file ? t.otherFile : t.chooseFile}
          hint={file ? file.name : t.fileHint}
          accept=".csv,.tsv,.txt,.xlsx"
          onFiles={([chosen]) => chosen && void look(chosen, {})}
        />
        {problem && (
          <Alert
            tone="wrong"
            action={
              file && (
                <Button size="sm" onClick={() => void look(file, as)}>
                  {retry}
                </Button>
              )
            }
          >
            {problem}
          </Alert>
        )}
        {reading && !plan && <Skeleton shape="block" className="h-40" />}
        {plan && file && (
          <>
            <HowRead plan={plan} onChange={(how) => void look(file, { ...as, ...how })} />
            <Columns columns={plan.columns} kinds={kinds} onChange={(columns) => void look(file, { ...as, columns })} />
            <Unread {...plan} why={unplaced} />
            <ImportRows {...plan} counts={counts} wordsOf={wordsOf} />
          </>
        )}
      </div>
    </Dialog>
  )
}

export type Counts = Record<Fate, number>

function countsOf(plan: Pick<Plan<Row>, 'rows' | 'more'> | undefined): Counts {
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, refused: 0, ...plan?.more }
  for (const { fate } of plan?.rows ?? []) counts[fate]++
  return counts
}

type HowItIsRead = Pick<Plan<Row>, 'file' | 'header'>

/** The encoding and the separator of a CSV, or the sheet of a workbook: guessed, and open to correction. */
function HowRead({ plan: { file, header }, onChange }: { plan: HowItIsRead; onChange: (how: ReadAs) => void }) {
  const { importing: t } = useAuthoring()
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {file.kind === 'csv' ? (
        <>
          <Select
            label={t.encoding}
            value={file.encoding ?? ''}
            onChange={(value) => onChange({ encoding: encodings.find((one) => one === value) })}
            options={encodings.map((value) => ({ value, label: t.encodings[value] }))}
          />
          <Select
            label={t.separator}
            value={file.separator ?? ''}
            onChange={(value) => onChange({ separator: separators.find((one) => one === value), columns: undefined })}
            options={separators.map((value) => ({ value, label: t.separators[value] }))}
          />
        </>
      ) : (
        <Select
          label={t.sheet}
          value={String(file.sheet ?? 0)}
          onChange={(sheet) => onChange({ sheet, columns: undefined, header: undefined })}
          options={(file.sheets ?? []).map((label, i) => ({ value: String(i), label }))}
        />
      )}
      <Select
        label={t.firstRow}
        value={String(header)}
        onChange={(value) => onChange({ header: value === 'true' ? 'true' : 'false' })}
        options={[
          { value: 'true', label: t.firstRowNames },
          { value: 'false', label: t.firstRowPerson },
        ]}
      />
    </div>
  )
}

/** Names the columns that the import leaves out: they may be out of sight. Of points it says why. */
function Unread({
  columns,
  unplaced_points: unplaced = [],
  why,
}: Pick<Plan<Row>, 'columns' | 'unplaced_points'> & { why: ((titles: string) => string) | undefined }) {
  const { importing: t, offline } = useAuthoring()
  const titled = columns.map(({ title, kind }, i) => ({
    kind,
    name: title || t.column(i + 1),
    points: unplaced.includes(i),
  }))
  const names = (isPoints: boolean) =>
    titled.flatMap(({ kind, name, points }) => (kind === '' && points === isPoints ? [name] : [])).join(', ')
  const [points, others] = [names(true), names(false)]
  return (
    <>
      {points !== '' && (
        <Alert tone="late" title={offline.unplaced} className="wrap-anywhere">
          {why?.(points)}
        </Alert>
      )}
      {others !== '' && <p className="wrap-anywhere text-ink-soft text-sm">{t.unread(others)}</p>}
    </>
  )
}

interface ColumnsProps {
  columns: Plan<Row>['columns']
  kinds: Record<string, string>
  onChange: (columns: string) => void
}

/** The kind of each column: guessed, and open to correction. */
function Columns({ columns, kinds, onChange }: ColumnsProps) {
  const { importing: t } = useAuthoring()
  const set = (at: number, kind: string) =>
    // Each kind belongs to one column: its earlier column loses it.
    onChange(columns.map((one, i) => (i === at ? kind : one.kind === kind ? '' : one.kind)).join(','))
  return (
    <ul aria-label={t.columns} className="flex gap-3 overflow-x-auto pb-2 [&_label]:line-clamp-2">
      {columns.map(({ title, kind, samples }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <li key={i} className="grid w-44 shrink-0 content-start gap-1 rounded-lg border border-line p-3">
          <Select
            label={title || t.column(i + 1)}
            value={kind}
            onChange={(value) => set(i, value)}
            options={Object.entries(kinds).map(([value, label]) => ({ value, label }))}
          />
          {samples.map((sample, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <span key={place} className="truncate text-ink-soft text-sm" title={sample}>
              {sample || '–'}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
