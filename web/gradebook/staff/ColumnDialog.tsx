import { useEffect, useEffectEvent, useState } from 'react'
import {
  columnNameMost,
  type GradeColumn,
  type Grades,
  grading,
  type TotalChange,
} from '../../../contract/staff/gradebook.ts'
import { FieldConflicts } from '../../changes/FieldConflicts.tsx'
import { revisionOf } from '../../changes/revisions.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { changedFields } from '../../forms/mergeFields.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { date, number } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/index.ts'
import { call, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DayField } from '../../ui/staff/DateTimeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { gradesOf } from '../staffQueries.ts'
import { ChangedCount, ChangedTotals } from './ChangedTotals.tsx'
import { bodyOf, dayOf, emptyIn, type Fields, othersThan, startOf, startOfDay } from './columnFields.ts'

interface Shown {
  changed: TotalChange[]
  /** The revision of the column that would be removed; undefined: the values would be saved. */
  removes?: number
}

interface Props {
  /** Absent: a new one. */
  column?: GradeColumn
  table: Pick<Grades, 'categories' | 'columns' | 'rows'>
  /** Absent for a new one. */
  onCurve?: () => void
  onClose: () => void
}

/** Makes or edits a column: its name, its points, and how it counts. Whose totals that changes is shown before. */
export function ColumnDialog({ column, table: { categories, columns, rows }, onCurve, onClose }: Props) {
  const { grades: t, gradeTables: words, form: said, dateTime } = useAuthoring()
  const language = useLanguage()
  const course_id = useCourseId()
  const can = useCan()
  const params = { course_id }
  const { busy, write } = useWrite('grades')
  const readAgain = () => queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
  const [shown, setShown] = useState<Shown>()
  const [start] = useState(() => (column ? startOf(column, columns) : emptyIn(columns)))
  // Not by this person's own press, whose answer may come after the table.
  const isGone = column !== undefined && !busy && !columns.some(({ _id }) => _id === column._id)
  const form = useThingForm<Fields, GradeColumn>({
    ...{ what: 'column', id: column?._id, start: { ...start, gone: isGone } },
    ...{ texts: [], onSaved: readAgain, onLeave: onClose },
    startOf: (newer) => startOf(newer, columns),
    check: ({ gradable_name, gradable_score, zero_from, attendance: { on, late } }) => ({
      ...(gradable_name.trim() === '' && { gradable_name: t.needName }),
      ...((gradable_score === null || gradable_score < 0) && { gradable_score: t.needPoints }),
      ...(zero_from !== null && (zero_from < '1970' || zero_from > '3') && { zero_from: t.needDay }),
      ...(on && late === null && { attendance: t.needPoints }),
    }),
    look:
      column &&
      (async (values, from, merged) => {
        const edit = { params: { ...params, gradable_id: column._id }, revision: from.revision }
        const body = bodyOf(changedFields(from.values, values))
        setShown(undefined)
        const { changed = [] } = await call(grading.editColumn, { ...edit, body, query: { dry_run: 'true' } })
        setShown({ changed })
        return !merged && changed.length === 0
      }),
    create: (values, idempotencyKey) => {
      const { gradable_name, gradable_score, after, ...rest } = values
      // Without a chosen place it becomes the last, also when somebody else adds one at the same moment.
      const place = after === start.values.after ? {} : { after }
      const body = { ...bodyOf(rest), ...place, gradable_name, gradable_score: gradable_score ?? 0 }
      return callWithHeaders(grading.addColumn, { params, body, idempotencyKey })
    },
    edit: (gradable_id, changed, revision) =>
      callWithHeaders(grading.editColumn, {
        ...{ params: { ...params, gradable_id }, revision },
        body: bodyOf(changed),
      }),
  })
  const { values, errors, conflicts, set, renew } = form
  const { attendance } = values

  // An open dialog follows other people's changes.
  const onNewer = useEffectEvent((newer: GradeColumn) => renew(startOf(newer, columns)))
  useEffect(() => {
    if (column) onNewer(column)
  }, [column])

  async function remove(of: GradeColumn) {
    const input = () => ({ params: { ...params, gradable_id: of._id }, revision: revisionOf(of) })
    const send = () => callWithHeaders(grading.removeColumn, input())
    async function look() {
      const { revision } = input()
      if (shown?.removes === revision) return true
      setShown(undefined)
      const { changed = [] } = await call(grading.removeColumn, { ...input(), query: { dry_run: 'true' } })
      setShown({ changed, removes: revision })
      return changed.length === 0
    }
    if (!(await write(send, t.removed, look))) return
    form.discard()
    onClose()
    await readAgain()
  }
  const isOfRemoval = column !== undefined && shown?.removes === revisionOf(column)
  const changed = isOfRemoval || (form.seen && shown?.removes === undefined) ? shown?.changed : undefined
  const nameOf = (id: string | null) => categories.find(({ _id }) => _id === id)?.name ?? t.noCategory
  const onOff = (is: boolean) => (is ? said.on : said.off)
  const others = othersThan(column, columns)
  const placeOf = (id: string | null) => {
    const before = others.find(({ _id }) => _id === id)
    return before ? t.afterColumn(before.gradable_name) : t.firstColumn
  }

  return (
    <ThingDialog
      title={column ? t.column(column.gradable_name) : t.addColumn}
      form={form}
      theirs={conflicts.gradable_name}
      onLeave={onClose}
      tools={
        <>
          <ChangedCount changed={changed} notYet={isOfRemoval ? t.notRemovedYet : t.notSavedYet} />
          {column && (can.release || !column.released) && (
            <Button variant="danger" pending={busy} onClick={({ detail }) => detail < 2 && void remove(column)}>
              {t.remove}
            </Button>
          )}
          {onCurve && <Button onClick={onCurve}>{words.curve}</Button>}
        </>
      }
    >
      <FieldConflicts
        conflicts={conflicts}
        set={set}
        fields={{
          gradable_score: { label: t.most, say: (most) => (most === null ? said.empty : number(most)) },
          category_id: { label: t.category, say: nameOf },
          zero_from: { label: t.zeroFrom, say: (at) => (at === null ? said.empty : date(at)) },
          extra: { label: t.extra, say: onOff },
          released: { label: t.released, say: onOff },
          after: { label: t.place, say: placeOf },
          attendance: { label: words.attendance, say: ({ on, late }) => (on ? `${words.late}: ${late}` : said.off) },
        }}
      />
      <TextField
        label={t.columnName}
        value={values.gradable_name}
        onChange={(gradable_name) => set({ gradable_name })}
        error={errors.gradable_name}
        maxLength={columnNameMost}
        data-autofocus=""
      />
      {/* A final grade is in percent, counts nowhere, and has a release of its own. */}
      {!column?.final && (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <NumberField
              label={t.most}
              value={values.gradable_score}
              onChange={(gradable_score) => set({ gradable_score })}
              error={errors.gradable_score}
              min={0}
              step="any"
            />
            <Select
              label={t.category}
              value={values.category_id ?? ''}
              onChange={(id) => set({ category_id: id || null })}
              options={[
                { value: '', label: categories.some(({ weight }) => weight > 0) ? t.noCategoryCounts : t.noCategory },
                ...categories.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
            />
            <DayField
              label={t.zeroFrom}
              help={column?.assignment_id ? t.zeroFromHelp : undefined}
              language={language}
              words={dateTime}
              value={dayOf(values.zero_from)}
              onChange={(day) => set({ zero_from: startOfDay(day) })}
              error={errors.zero_from}
            />
            <Select
              label={t.place}
              value={values.after ?? ''}
              onChange={(id) => set({ after: id || null })}
              options={[
                { value: '', label: t.firstColumn },
                ...others.map(({ _id }) => ({ value: _id, label: placeOf(_id) })),
              ]}
            />
          </div>
          {!column?.assignment_id && (
            <Switch
              label={words.attendance}
              help={words.attendanceHelp}
              checked={attendance.on}
              onChange={(on) => set({ attendance: { ...attendance, on } })}
            />
          )}
          {attendance.on && (
            <NumberField
              label={words.late}
              value={attendance.late}
              onChange={(late) => set({ attendance: { ...attendance, late } })}
              error={errors.attendance}
              min={0}
              max={100}
            />
          )}
          <Switch label={t.extra} help={t.extraHelp} checked={values.extra} onChange={(extra) => set({ extra })} />
          <Switch
            label={t.released}
            help={can.release ? undefined : t.releasedHelp}
            checked={values.released}
            disabled={!can.release}
            onChange={(released) => set({ released })}
          />
        </>
      )}
      {changed && <ChangedTotals changed={changed} rows={rows} />}
    </ThingDialog>
  )
}
