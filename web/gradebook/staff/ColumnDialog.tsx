import { useState } from 'react'
import { type GradeColumn, type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { gradesOf } from '../staffQueries.ts'

interface Props {
  /** Absent: a new one. */
  column?: GradeColumn
  categories: Grades['categories']
  /** Absent for a new one. */
  onCurve?: () => void
  onClose: () => void
}

/** A column: its name, its points, and how it counts. */
export function ColumnDialog({ column, categories, onCurve, onClose }: Props) {
  const { close } = useText()
  const { grades: t, gradeTables: words } = useAuthoring()
  const course_id = useCourseId()
  const { busy, write } = useWrite('grades')
  const [name, setName] = useState(column?.gradable_name ?? '')
  const [most, setMost] = useState<number | null>(column?.gradable_score ?? 10)
  const [category, setCategory] = useState(column?.category_id ?? '')
  const [extra, setExtra] = useState(column?.extra ?? false)
  const [released, setReleased] = useState(column?.released ?? false)
  const [late, setLate] = useState<number | null>(column?.attendance_late ?? 50)
  const [isAttendance, setIsAttendance] = useState(column?.attendance_late != null)
  const [zeroFrom, setZeroFrom] = useState(column?.zero_from?.slice(0, 10) ?? '')

  async function thenClose(done: Promise<unknown>) {
    if (!(await done)) return
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
    onClose()
  }

  function save() {
    if (name.trim() === '' || most === null || most < 0 || (isAttendance && late === null)) return
    const body = {
      ...{ gradable_name: name, gradable_score: most, category_id: category || null, extra, released },
      attendance_late: isAttendance ? late : null,
      zero_from: zeroFrom ? new Date(`${zeroFrom}T00:00:00`).toISOString() : null,
    }
    const params = { course_id }
    const send = () =>
      column
        ? callWithHeaders(grading.editColumn, {
            params: { ...params, gradable_id: column._id },
            body,
            revision: column.revision,
          })
        : callWithHeaders(grading.addColumn, { params, body, idempotencyKey: newIdempotencyKey() })
    void thenClose(write(send, column ? t.saved : t.added))
  }

  function remove() {
    if (!column) return
    const params = { course_id, gradable_id: column._id }
    void thenClose(write(() => callWithHeaders(grading.removeColumn, { params, revision: column.revision }), t.removed))
  }

  return (
    <Dialog
      title={column ? t.column(column.gradable_name) : t.addColumn}
      closeLabel={close}
      onClose={onClose}
      footer={
        <>
          {column && (
            <Button variant="danger" pending={busy} onClick={remove}>
              {t.remove}
            </Button>
          )}
          {onCurve && <Button onClick={onCurve}>{words.curve}</Button>}
          <Button variant="primary" type="submit" form="grade-column" pending={busy}>
            {t.save}
          </Button>
        </>
      }
    >
      <form
        id="grade-column"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField label={t.columnName} value={name} onChange={setName} required maxLength={200} />
        <NumberField label={t.most} value={most} onChange={setMost} min={0} step="any" required />
        <Select
          label={t.category}
          value={category}
          onChange={setCategory}
          options={[
            { value: '', label: t.noCategory },
            ...categories.map(({ _id, name }) => ({ value: _id, label: name })),
          ]}
        />
        {!column?.assignment_id && !column?.final && (
          <Switch
            label={words.attendance}
            help={words.attendanceHelp}
            checked={isAttendance}
            onChange={setIsAttendance}
          />
        )}
        {isAttendance && <NumberField label={words.late} value={late} onChange={setLate} min={0} max={100} required />}
        <TextField label={t.zeroFrom} type="date" value={zeroFrom} onChange={setZeroFrom} />
        <Switch label={t.extra} help={t.extraHelp} checked={extra} onChange={setExtra} />
        {!column?.final && <Switch label={t.released} checked={released} onChange={setReleased} />}
      </form>
    </Dialog>
  )
}
