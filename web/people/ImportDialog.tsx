import { useMemo, useState } from 'react'
import { Navigate } from 'react-router'
import {
  type ColumnKind,
  columnKinds,
  encodings,
  type ImportPlan,
  roster,
  separators,
} from '../../contract/staff/roster.ts'
import { useWrite } from '../changes/useWrite.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { CallError } from '../loading/call.ts'
import { callForm } from '../loading/callForm.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ImportRows } from './ImportRows.tsx'
import { renewPeople } from './usePeopleWrites.ts'

/** How the file is read, where a person said so. */
interface ReadAs {
  encoding?: (typeof encodings)[number]
  separator?: (typeof separators)[number]
  sheet?: string
  header?: 'true' | 'false'
  columns?: string
}

/** Adds and changes people by a file: shows what becomes of each row before anything changes. */
export default function ImportDialog() {
  const list = `/course/${useCourseId()}/people`
  if (!useCan().people) return <Navigate to={list} replace />
  return <Import list={list} />
}

function Import({ list }: { list: string }) {
  const { people: t } = useAuthoring()
  const { close } = useText()
  const course_id = useCourseId()
  const leave = useLeave()
  const { busy, write } = useWrite('roster')
  const [file, setFile] = useState<File>()
  const [as, setAs] = useState<ReadAs>({})
  const [plan, setPlan] = useState<ImportPlan>()
  const [reading, setReading] = useState(false)
  const [problem, setProblem] = useState<string>()
  const counts = useMemo(() => countsOf(plan), [plan])

  async function look(chosen: File, how: ReadAs) {
    setFile(chosen)
    setAs(how)
    setReading(true)
    setProblem(undefined)
    try {
      const query = { ...how, dry_run: 'true' as const }
      setPlan((await callForm(roster.import, { params: { course_id }, query, file: chosen })).data)
    } catch (error) {
      setPlan(undefined)
      const code = error instanceof CallError ? error.code : undefined
      setProblem(
        code === 'wrong_kind'
          ? t.fileKind
          : code === 'too_large'
            ? t.fileLarge
            : code === 'invalid'
              ? t.fileBroken
              : t.fileFailed,
      )
    }
    setReading(false)
  }

  async function apply() {
    if (!file || !plan) return
    const query = { ...as, digest: plan.digest }
    const done = await write(
      () => callForm(roster.import, { params: { course_id }, query, file }),
      t.imported(counts.new, counts.changed),
    )
    if (!done) return look(file, as)
    await renewPeople(course_id)
    leave(list)
  }

  const doing = counts.new + counts.changed
  return (
    <Dialog
      title={t.import}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        plan && (
          <Button variant="primary" pending={busy} disabled={doing === 0 || reading} onClick={() => void apply()}>
            {doing === 0 ? t.nothingToImport : t.applyImport(doing)}
          </Button>
        )
      }
    >
      <Title over of={t.import} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FileDrop
          chooseLabel={file ? t.otherFile : t.chooseFile}
          hint={file ? file.name : t.fileHint}
          accept=".csv,.tsv,.txt,.xlsx"
          onFiles={([chosen]) => chosen && void look(chosen, {})}
        />
        {problem && <Alert tone="wrong">{problem}</Alert>}
        {reading && !plan && <Skeleton shape="block" className="h-40" />}
        {plan && file && (
          <>
            <HowRead plan={plan} onChange={(how) => void look(file, { ...as, ...how })} />
            <Columns plan={plan} onChange={(columns) => void look(file, { ...as, columns })} />
            <ImportRows plan={plan} counts={counts} />
          </>
        )}
      </div>
    </Dialog>
  )
}

export type Counts = Record<ImportPlan['rows'][number]['fate'], number>

function countsOf(plan: ImportPlan | undefined): Counts {
  const counts: Counts = { new: 0, changed: 0, unchanged: 0, refused: 0 }
  for (const { fate } of plan?.rows ?? []) counts[fate]++
  return counts
}

/** The encoding and the separator of a CSV, the sheet of a workbook: as guessed, to be corrected. */
function HowRead({ plan: { file, header }, onChange }: { plan: ImportPlan; onChange: (how: ReadAs) => void }) {
  const { people: t } = useAuthoring()
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

/** What each column is: as guessed, to be corrected. */
function Columns({ plan: { columns }, onChange }: { plan: ImportPlan; onChange: (columns: string) => void }) {
  const { people: t } = useAuthoring()
  const set = (at: number, kind: ColumnKind) =>
    // A kind is one column's: where it was before is nothing now.
    onChange(columns.map((one, i) => (i === at ? kind : one.kind === kind ? '' : one.kind)).join(','))
  return (
    <ul aria-label={t.columns} className="flex gap-3 overflow-x-auto pb-2">
      {columns.map(({ title, kind, samples }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <li key={i} className="grid w-44 shrink-0 content-start gap-1 rounded-lg border border-line p-3">
          <Select
            label={title || t.column(i + 1)}
            value={kind}
            onChange={(value) => set(i, columnKinds.find((one) => one === value) ?? '')}
            options={columnKinds.map((value) => ({ value, label: t.columnKinds[value || 'ignored'] }))}
          />
          {samples.filter(Boolean).map((sample, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <span key={place} className="truncate text-ink-soft text-sm" title={sample}>
              {sample}
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}
