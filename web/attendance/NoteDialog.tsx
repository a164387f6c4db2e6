import { type FormEvent, useId } from 'react'
import { type AttendanceRow, noteMost } from '../../contract/attendance.ts'
import { mergeFields } from '../forms/mergeFields.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { useKept } from '../typed/useKept.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { nameOf } from './columns.tsx'
import type { Marking } from './marks.ts'

interface Props {
  row: AttendanceRow
  /** The place on the device where the text is kept. */
  place: string
  onSave: (marking: Marking) => void
  onClose: () => void
}

/** A note on a student at this class, such as the reason of an absence. */
export function NoteDialog({ row, place, onSave, onClose }: Props) {
  const { attendance: t, form: words } = useAuthoring()
  const { close } = useText()
  const form = useId()
  const there = { note: row.note, excused: row.excused }
  const { values, cameBack, set, forget } = useKept('note', place, { ...there, from: there })
  const { from, ...typed } = values
  // Somebody else may write here too, while the dialog is open or what was typed waits on the device.
  const { values: merged, conflicts } = mergeFields(from, typed, there, ['note'])
  const { note, excused } = merged
  const change = (next: Partial<typeof there>) => set({ ...merged, ...next, from: there })
  return (
    <Dialog
      title={t.noteTitle(nameOf(row))}
      closeLabel={close}
      onClose={onClose}
      size="md"
      footer={(leave) => (
        <>
          <Button
            onClick={() => {
              forget()
              leave('button')
            }}
          >
            {t.cancel}
          </Button>
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
          onSave({ ...(excused && { code: 1 }), excused, note: note.trim() })
          forget()
          onClose()
        }}
      >
        {cameBack && <Alert>{words.cameBack}</Alert>}
        {conflicts.note !== undefined && (
          <Alert live tone="soon" title={words.conflict('')}>
            {words.bothStand}
          </Alert>
        )}
        <Checkbox checked={excused} onChange={(excused) => change({ excused })}>
          {t.isExcused}
        </Checkbox>
        <TextArea
          label={t.note}
          help={t.noteHelp}
          value={note}
          onChange={(note) => change({ note })}
          maxLength={noteMost}
          rows={3}
          data-autofocus=""
        />
      </form>
    </Dialog>
  )
}
