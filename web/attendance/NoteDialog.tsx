import { type FormEvent, useId, useState } from 'react'
import { type AttendanceRow, noteMost } from '../../contract/attendance.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { nameOf } from './columns.tsx'
import type { Marking } from './marks.ts'

interface Props {
  row: AttendanceRow
  onSave: (marking: Marking) => void
  onClose: () => void
}

/** A note on a student at this class, such as the reason of an absence. */
export function NoteDialog({ row, onSave, onClose }: Props) {
  const t = useAuthoring().attendance
  const { close } = useText()
  const form = useId()
  const [note, setNote] = useState(row.note)
  const [excused, setExcused] = useState(row.excused)
  return (
    <Dialog
      title={t.noteTitle(nameOf(row))}
      closeLabel={close}
      onClose={onClose}
      size="md"
      footer={(leave) => (
        <>
          <Button onClick={() => leave('button')}>{t.cancel}</Button>
          <Button type="submit" form={form} variant="primary">
            {t.save}
          </Button>
        </>
      )}
    >
      <form
        id={form}
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSave({ code: excused ? 1 : row.attendance, excused, note: note.trim() })
          onClose()
        }}
      >
        <Checkbox checked={excused} onChange={setExcused}>
          {t.isExcused}
        </Checkbox>
        <TextArea
          label={t.note}
          help={t.noteHelp}
          value={note}
          onChange={setNote}
          maxLength={noteMost}
          rows={3}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}
