import { type FormEvent, useRef, useState } from 'react'
import { pointsOf } from '../../contract/points.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { useOpen } from '../common/useOpen.ts'
import { isSame } from '../forms/mergeFields.ts'
import { useDiscard } from '../forms/useDiscard.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { signed } from '../i18n/dates.ts'
import { useKept } from '../typed/useKept.ts'
import { useTyped } from '../typed/useTyped.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { EditIcon, PlusIcon } from '../ui/icons.tsx'
import { TextField } from '../ui/TextField.tsx'
import { centsIn } from './cents.ts'
import { itemField } from './grade.ts'
import { RubricItemDialog } from './RubricItemDialog.tsx'
import type { GradeForm } from './useGrade.ts'
import { useRubric } from './useRubric.ts'

interface Props {
  asgnId: string
  /** The items of the current part, and those of the whole work. */
  items: RubricItem[]
  part: string
  partName: string
  form: Pick<GradeForm, 'values' | 'set'>
  adding: boolean
  onAdding: (is: boolean) => void
  /** The person removed an item of the rubric. */
  onRemoved?: (item: RubricItem) => void
}

/** The rubric of a part: a press or its digit applies an item, and two presses add one. */
export function Rubric({ asgnId, items, part, partName, form, adding, onAdding, onRemoved }: Props) {
  const t = useAuthoring().grading
  const typed = useTyped('rubric-item')
  // Opens the item in which somebody was typing when they left the page.
  const [editing, setEditing, close] = useOpen(() => items.find(({ _id }) => typed.read(_id) !== null)?._id)
  const addButton = useRef<HTMLButtonElement>(null)
  function doneAdding(isElsewhere: boolean) {
    if (!isElsewhere) addButton.current?.focus()
    onAdding(false)
  }
  // The present item: somebody else may have changed or removed it.
  const edited = items.find(({ _id }) => _id === editing)
  return (
    <section aria-label={t.rubric} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="flex items-center justify-between gap-3 font-semibold text-sm">
        <span className="min-w-0 break-words">{part ? t.rubricOf(partName) : t.rubric}</span>
        <Button
          ref={addButton}
          size="sm"
          variant="bare"
          icon={<PlusIcon size={16} />}
          aria-keyshortcuts="I"
          className="shrink-0 self-start whitespace-nowrap"
          onClick={() => onAdding(true)}
        >
          {t.addItem}
        </Button>
      </h3>
      <ul className="grid gap-1">
        {items.map((item, index) => {
          const is = Boolean(form.values[itemField(item._id)])
          return (
            <li key={item._id} className="flex items-center gap-1">
              <button
                type="button"
                aria-pressed={is}
                aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
                onClick={() => form.set({ [itemField(item._id)]: is ? '' : '1' })}
                className={cx(
                  'flex min-h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md border px-2 py-1 text-start text-sm pointer-coarse:min-h-11',
                  is ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
                )}
              >
                <kbd className="min-w-5 rounded-sm border border-line bg-hover text-center font-sans text-ink-soft text-xs">
                  {index < 9 ? index + 1 : ''}
                </kbd>
                <span className="min-w-0 flex-1 break-words">{item.title}</span>
                <span className="font-medium tabular-nums">{signed(pointsOf(centsIn(item.points) ?? 0))}</span>
              </button>
              <button
                type="button"
                aria-label={t.editItem(item.title)}
                title={t.editItem(item.title)}
                onClick={() => setEditing(item._id)}
                className="grid size-9 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:size-11"
              >
                <EditIcon size={16} />
              </button>
            </li>
          )
        })}
      </ul>
      {items.length === 0 && !adding && <p className="text-ink-soft text-sm">{t.noItems}</p>}
      <NewItem key={part} {...{ asgnId, part, form, adding }} onDone={doneAdding} />
      {edited && (
        <RubricItemDialog asgnId={asgnId} item={edited} onRemoved={() => onRemoved?.(edited)} onClose={close} />
      )}
    </section>
  )
}

const empty = { title: '', points: '' }

/** A new item, which applies to this work at once; also one that was typed before the page was left. */
function NewItem({
  asgnId,
  part,
  form,
  adding,
  onDone,
}: Omit<Props, 'items' | 'partName' | 'onAdding' | 'onRemoved'> & {
  /** `isElsewhere`: the person has gone on to another field. */
  onDone: (isElsewhere: boolean) => void
}) {
  const t = useAuthoring().grading
  const { add, renew, busy } = useRubric(asgnId)
  const { values, cameBack, set, discard, forgetSent } = useKept('rubric', `${asgnId}:${part}`, empty)
  const { title, points } = values
  const [wrong, setWrong] = useState(false)
  /** The person took back that it was discarded, and goes on in it. */
  const [returned, setReturned] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  function close(isElsewhere = false) {
    set(empty)
    setWrong(false)
    setReturned(false)
    onDone(isElsewhere)
  }
  const discardAll = useDiscard(() => {
    const putBack = discard()
    return () => {
      putBack()
      setReturned(true)
    }
  })
  function cancel() {
    if (!isSame(values, empty)) discardAll()
    close()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    const cents = centsIn(points)
    if (title.trim() === '' || cents === undefined) return setWrong(true)
    const item = await add({ part, title: title.trim(), points: pointsOf(cents) })
    if (!item) return
    // The next digits of somebody who has gone on to a score are points: at the button they would apply items.
    const at = document.activeElement
    if (forgetSent(values)) close(at !== document.body && !box.current?.contains(at))
    // An item that applies and is not in the rubric counts as removed.
    await renew()
    form.set({ [itemField(item._id)]: '1' })
  }
  if (!adding && !cameBack && !returned) return null
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        cancel()
      }}
      className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2 rounded-md border border-line p-2"
    >
      <TextField
        label={t.itemTitle}
        value={title}
        onChange={(text) => set({ title: text })}
        maxLength={500}
        autoFocus={adding || returned}
      />
      <TextField
        label={t.itemPoints}
        value={points}
        onChange={(text) => set({ points: text })}
        inputMode="text"
        placeholder="−1"
      />
      <p className="col-span-2 text-ink-soft text-sm" aria-live="polite">
        {wrong ? <span className="font-medium text-wrong">{t.needItem}</span> : t.itemHelp}
      </p>
      <div className="col-span-2 flex justify-end gap-2">
        <Button size="sm" onClick={cancel}>
          {t.cancel}
        </Button>
        <Button size="sm" type="submit" variant="primary" pending={busy}>
          {t.add}
        </Button>
      </div>
    </form>
  )
}
