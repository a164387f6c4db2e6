import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { pointsOf } from '../../contract/points.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { FieldConflicts } from '../changes/FieldConflicts.tsx'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { changedFields } from '../forms/mergeFields.ts'
import { type Start, useForm } from '../forms/useForm.ts'
import { whyFailed } from '../forms/whyFailed.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { signed } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { centsIn } from './cents.ts'
import { useRubric } from './useRubric.ts'

interface Props {
  asgnId: string
  item: RubricItem
  onRemoved: () => void
  onClose: () => void
}

interface Fields {
  title: string
  points: string
}

const startOf = ({ title, points, revision }: RubricItem): Start<Fields> => ({
  values: { title, points: decimalOf(points).replace('-', '−') },
  revision,
})

/** Typed points as the server has them. */
const decimalOf = (points: string) => pointsOf(centsIn(points) ?? 0)

const bodyOf = ({ title, points }: Partial<Fields>) => ({
  ...(title !== undefined && { title: title.trim() }),
  ...(points !== undefined && { points: decimalOf(points) }),
})

/** Edits a rubric item for all works that have it, after a preview of how many grades change, and by how much. */
export function RubricItemDialog({ asgnId, item, onRemoved, onClose }: Props) {
  const { grading: t, writes } = useAuthoring()
  const { close } = useText()
  const course_id = useCourseId()
  const id = useId()
  const { busy, edit, effect, remove, renew } = useRubric(asgnId)
  const check = ({ title, points }: Fields) => ({
    ...(title.trim() === '' && { title: t.needItem }),
    ...(centsIn(points) === undefined && { points: t.needItem }),
  })
  const form = useForm<Fields, Awaited<ReturnType<typeof edit>>>({
    ...{ start: startOf(item), texts: [], what: 'rubric-item', place: item._id, check },
    send: (values, from) => edit(item, bodyOf(changedFields(from.values, values)), from.revision ?? 0),
    readCurrent: (current) => startOf(current as RubricItem),
    readSaved: ({ data }) => startOf(data.item),
  })
  const { values, from, errors, conflicts, sending, set } = form
  const { title, points } = values
  /** How many works change, of which points, and from which. */
  const [counted, setCounted] = useState<{ n: number; points: string; from: Start<Fields> }>()
  /** Undefined until the preview of these points. */
  const changes = counted?.points === points && counted.from === from ? counted.n : undefined
  /** How many works lose it; undefined until the preview. */
  const [losing, setLosing] = useState<number>()

  // An open dialog follows other people's changes.
  const onNewer = useEffectEvent((newer: RubricItem) => form.renew(startOf(newer)))
  useEffect(() => onNewer(item), [item])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const isOther = decimalOf(points) !== decimalOf(from.values.points)
    if (changes === undefined && isOther && Object.keys(check(values)).length === 0) {
      try {
        const { changed } = await effect(item, bodyOf(changedFields(from.values, values)))
        if (changed > 0) return setCounted({ n: changed, points, from })
      } catch (error) {
        return toast(whyFailed(error, writes), 'wrong')
      }
    }
    const answer = await form.submit()
    if (!answer) return
    toastWithUndo(t.itemEdited, course_id, changeOfHeaders(answer.headers), writes)
    await renew()
    // What was typed meanwhile is not saved.
    if (!form.now().dirty) onClose()
  }
  async function take() {
    if (losing === undefined) {
      try {
        const { works } = await effect(item, {})
        if (works > 0) return setLosing(works)
      } catch {
        return toast(writes.failed, 'wrong')
      }
    }
    if (!(await remove(item, onRemoved))) return
    form.discard()
    onClose()
  }
  return (
    <Dialog
      title={t.editItemTitle}
      closeLabel={close}
      onClose={onClose}
      size="sm"
      footer={
        <>
          <Button variant="bare" className="mr-auto" pending={busy} onClick={() => void take()}>
            {losing === undefined ? t.removeItem : t.removeFrom(losing)}
          </Button>
          <Button type="submit" form={id} variant="primary" pending={sending}>
            {changes === undefined ? t.save : t.changeAll(changes)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <FormNotes form={form} theirs={undefined} bothStand={false} />
        <FieldConflicts
          conflicts={conflicts}
          set={set}
          fields={{
            title: { label: t.itemTitle, say: (theirs) => theirs },
            points: { label: t.itemPoints, say: (theirs) => theirs },
          }}
        />
        <TextField
          label={t.itemTitle}
          value={title}
          onChange={(text) => set({ title: text })}
          error={errors.title}
          maxLength={500}
          data-autofocus=""
        />
        <TextField
          label={t.itemPoints}
          help={t.itemHelp}
          value={points}
          onChange={(text) => set({ points: text })}
          error={errors.points}
        />
        <p aria-live="polite" className="font-medium empty:hidden">
          {losing !== undefined
            ? t.removes(losing)
            : changes !== undefined &&
              t.changes(changes, signed(decimalOf(from.values.points)), signed(decimalOf(points)))}
        </p>
        <LeaveGuard when={form.dirty && !form.kept} />
      </form>
    </Dialog>
  )
}
