import { type FormEvent, useId, useState } from 'react'
import { pointsOf } from '../../contract/points.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { CameBack } from '../forms/CameBack.tsx'
import { whyFailed } from '../forms/whyFailed.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { signed } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { useKept } from '../typed/useKept.ts'
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

/** Edits a rubric item for all works that have it, after a preview of how many grades change, and by how much. */
export function RubricItemDialog({ asgnId, item, onRemoved, onClose }: Props) {
  const { grading: t, writes } = useAuthoring()
  const { close } = useText()
  const form = useId()
  const { busy, edit, effect, remove } = useRubric(asgnId)
  const was = { title: item.title, points: pointsOf(centsIn(item.points) ?? 0).replace('-', '−') }
  const { values, cameBack, set, discard, forget, forgetSent } = useKept('rubric-item', item._id, was)
  const { title, points } = values
  const [wrong, setWrong] = useState(false)
  /** How many works change; undefined until the preview. */
  const [changes, setChanges] = useState<number>()
  /** How many works lose it; undefined until the preview. */
  const [losing, setLosing] = useState<number>()
  const cents = centsIn(points)
  const change = { title: title.trim(), ...(cents !== undefined && { points: pointsOf(cents) }) }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (title.trim() === '' || cents === undefined) return setWrong(true)
    if (changes === undefined && cents !== centsIn(item.points)) {
      try {
        const { changed } = await effect(item, change)
        if (changed > 0) return setChanges(changed)
      } catch (error) {
        return toast(whyFailed(error, writes), 'wrong')
      }
    }
    if (!(await edit(item, change))) return
    setChanges(undefined)
    if (forgetSent(values)) onClose()
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
    forget()
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
          <Button type="submit" form={form} variant="primary" pending={busy}>
            {changes === undefined ? t.save : t.changeAll(changes)}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="grid gap-3" onSubmit={(event) => void submit(event)}>
        {cameBack && (
          <CameBack
            discard={() => {
              const putBack = discard()
              setChanges(undefined)
              return () => {
                putBack()
                setChanges(undefined)
              }
            }}
          />
        )}
        <TextField
          label={t.itemTitle}
          value={title}
          onChange={(text) => {
            set({ title: text })
            setWrong(false)
          }}
          maxLength={500}
          data-autofocus=""
        />
        <TextField
          label={t.itemPoints}
          help={t.itemHelp}
          value={points}
          onChange={(text) => {
            set({ points: text })
            setWrong(false)
            setChanges(undefined)
          }}
          error={wrong ? t.needItem : undefined}
        />
        <p aria-live="polite" className="font-medium empty:hidden">
          {losing !== undefined
            ? t.removes(losing)
            : changes !== undefined && t.changes(changes, signed(item.points), signed(pointsOf(cents ?? 0)))}
        </p>
      </form>
    </Dialog>
  )
}
