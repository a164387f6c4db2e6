import { useEffect, useEffectEvent, useState } from 'react'
import {
  columnNameMost,
  type Grades,
  grading,
  lettersDiffer,
  type TotalChange,
} from '../../../contract/staff/gradebook.ts'
import { FieldConflicts } from '../../changes/FieldConflicts.tsx'
import { changeOfHeaders, toastWithUndo } from '../../changes/undo.ts'
import { useCourseId } from '../../courses/queries.ts'
import { FormNotes } from '../../forms/FormNotes.tsx'
import { LeaveGuard } from '../../forms/LeaveGuard.tsx'
import { useForm } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { call, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { gradesOf } from '../staffQueries.ts'
import { CategoryOfColumns } from './CategoryOfColumns.tsx'
import { ChangedCount, ChangedTotals } from './ChangedTotals.tsx'
import {
  bodyOf,
  type Fields,
  type LetterLine,
  type Line,
  lettersIn,
  newLetter,
  newLine,
  startOf,
} from './setupFields.ts'

/** Edits categories with their weights and dropped items, and letters, after a preview of whose grades change. */
export function SetupDialog({ table, onClose }: { table: Grades; onClose: () => void }) {
  const { close } = useText()
  const { grades: t, form: said, writes } = useAuthoring()
  const course_id = useCourseId()
  const [changed, setChanged] = useState<TotalChange[]>([])
  const params = { course_id }
  const form = useForm<Fields, { headers: Headers }>({
    ...{ start: startOf(table), texts: [], what: 'grade-setup', place: course_id },
    check: ({ letters }) => (lettersDiffer(lettersIn(letters)) ? {} : { letters: t.letterTwice }),
    async look(values, { values: from, revision }, merged) {
      const query = { dry_run: 'true' } as const
      const answer = await call(grading.setUp, { params, body: bodyOf(values, from), revision, query })
      setChanged(answer.changed)
      return !merged && answer.changed.length === 0
    },
    send: (values, { values: from, revision }) =>
      callWithHeaders(grading.setUp, { params, body: bodyOf(values, from), revision }),
    readCurrent: (current) => startOf(current as Parameters<typeof startOf>[0]),
  })
  const { values, errors, dirty, kept, sending, conflicts, set, renew } = form
  const { categories: lines, letters, moved } = values
  /** Whose grades the present values change, once that was looked at. */
  const changes = form.seen ? changed : undefined

  // An open dialog follows other people's saves.
  const onNewer = useEffectEvent((newer: Grades) => renew(startOf(newer)))
  useEffect(() => onNewer(table), [table])

  async function save() {
    const answer = await form.submit()
    if (!answer) return
    toastWithUndo(t.saved, course_id, changeOfHeaders(answer.headers), writes)
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
    onClose()
  }
  const setLine = (key: string, change: Partial<Line>) =>
    set({ categories: lines.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  const setLetter = (key: string, change: Partial<LetterLine>) =>
    set({ letters: letters.map((one) => (one.key === key ? { ...one, ...change } : one)) })
  const sum = lines.reduce((all, { weight }) => all + Math.round((weight ?? 0) * 100), 0) / 100
  const listed = (all: string[]) => all.join(', ') || said.empty

  return (
    <Dialog
      title={t.setUp}
      closeLabel={close}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <ChangedCount changed={changes} notYet={t.notSavedYet} />
          <Button
            form="grade-setup"
            pending={sending}
            onClick={(event) => event.currentTarget.form?.reportValidity() && void form.preview()}
          >
            {t.preview}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form="grade-setup"
            pending={sending}
            // Who clicks twice has not read whose grades change.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {t.save}
          </Button>
        </>
      }
    >
      <form
        id="grade-setup"
        className="grid gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FormNotes form={form} theirs={undefined} bothStand={false} />
        <FieldConflicts
          conflicts={conflicts}
          set={set}
          fields={{
            categories: {
              label: t.categories,
              say: (all) => listed(all.map(({ name, weight }) => `${name} ${number(weight ?? 0)}%`)),
            },
            letters: {
              label: t.letters,
              say: (all) => listed(all.map(({ letter, from }) => `${letter} ${number(from ?? 0)}%`)),
            },
            // Never in conflict: no other version of the settings has moves.
            moved: { label: t.columns, say: () => '' },
          }}
        />
        <LeaveGuard when={dirty && !kept} />
        <fieldset className="grid gap-3">
          <legend className="font-semibold">{t.categories}</legend>
          <p className="text-ink-soft text-sm">{sum === 0 ? t.categoriesHelp : t.together(number(sum))}</p>
          {lines.map(({ key, name, weight, drop_lowest, drop_highest }, i) => (
            <div key={key} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_6rem_7rem_7rem_auto]">
              <TextField
                label={t.categoryName(i + 1)}
                value={name}
                required
                maxLength={columnNameMost}
                onChange={(name) => setLine(key, { name })}
              />
              <NumberField
                label={t.weight}
                required
                min={0}
                max={100}
                step="any"
                value={weight}
                onChange={(weight) => setLine(key, { weight })}
              />
              <NumberField
                label={t.dropLowest}
                min={0}
                max={100}
                value={drop_lowest}
                onChange={(drop_lowest) => setLine(key, { drop_lowest })}
              />
              <NumberField
                label={t.dropHighest}
                min={0}
                max={100}
                value={drop_highest}
                onChange={(drop_highest) => setLine(key, { drop_highest })}
              />
              <IconButton
                ref={returnFocus}
                label={t.removeCategory(name)}
                onClick={() => set({ categories: lines.filter((one) => one.key !== key) })}
                icon={<TrashIcon size={20} />}
              />
            </div>
          ))}
          <Button size="sm" className="justify-self-start" onClick={() => set({ categories: [...lines, newLine()] })}>
            {t.addCategory}
          </Button>
        </fieldset>
        {lines.length > 0 && (
          <CategoryOfColumns
            columns={table.columns}
            categories={lines}
            moved={moved}
            onMove={(id, to) => set({ moved: { ...moved, [id]: to } })}
          />
        )}
        <fieldset className="grid gap-3">
          <legend className="mb-2 font-semibold">{t.letters}</legend>
          {letters.map(({ key, letter, from }) => (
            <div key={key} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
              <TextField
                label={t.letter}
                value={letter}
                required
                maxLength={10}
                onChange={(letter) => setLetter(key, { letter })}
              />
              <NumberField
                label={t.from}
                required
                min={0}
                max={100}
                step="any"
                value={from}
                onChange={(from) => setLetter(key, { from })}
              />
              <IconButton
                ref={returnFocus}
                label={t.removeLetter(letter)}
                onClick={() => set({ letters: letters.filter((one) => one.key !== key) })}
                icon={<TrashIcon size={20} />}
              />
            </div>
          ))}
          {errors.letters && (
            // It is of several fields, so it takes the focus of the first wrong one.
            <div data-wrong="" tabIndex={-1} className="scroll-mb-28 max-sm:scroll-mb-44">
              <Alert live tone="wrong">
                {errors.letters}
              </Alert>
            </div>
          )}
          <Button size="sm" className="justify-self-start" onClick={() => set({ letters: [...letters, newLetter()] })}>
            {t.addLetter}
          </Button>
        </fieldset>
        {changes && <ChangedTotals changed={changes} rows={table.rows} />}
      </form>
    </Dialog>
  )
}
