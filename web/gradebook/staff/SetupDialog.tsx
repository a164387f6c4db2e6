import { useState } from 'react'
import { v4 as newUuid } from 'uuid'
import { type Grades, grading } from '../../../contract/staff/gradebook.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { call, callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { gradesOf } from '../staffQueries.ts'

interface Line {
  key: string
  _id?: string
  name: string
  weight: number | null
  drop_lowest: number | null
  drop_highest: number | null
}
interface LetterLine {
  key: string
  letter: string
  from: number | null
}

/** Categories with their weights and what is dropped, and the letters; who changes is shown before. */
export function SetupDialog({ table, onClose }: { table: Grades; onClose: () => void }) {
  const { close } = useText()
  const { grades: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const { busy, write } = useWrite('grades')
  const [lines, setLines] = useState<Line[]>(table.categories.map((one) => ({ ...one, key: one._id })))
  const [letters, setLetters] = useState<LetterLine[]>(table.letters.map((one) => ({ ...one, key: one.letter })))
  const [changes, setChanges] = useState<number>()

  const body = () => ({
    categories: lines.map(({ _id, name, weight, drop_lowest, drop_highest }) => ({
      ...(_id && { _id }),
      ...{ name, weight: weight ?? 0, drop_lowest: drop_lowest ?? 0, drop_highest: drop_highest ?? 0 },
    })),
    letters: letters.map(({ letter, from }) => ({ letter, from: from ?? 0 })),
  })
  const input = () => ({ params: { course_id }, body: body(), revision: table.revision })

  async function preview() {
    try {
      const { changed } = await call(grading.setUp, { ...input(), query: { dry_run: 'true' } })
      setChanges(changed.length)
    } catch {
      toast(writes.failed, 'wrong')
    }
  }
  async function save() {
    if (!(await write(() => callWithHeaders(grading.setUp, input()), t.saved))) return
    await queries.invalidateQueries({ queryKey: gradesOf(course_id).queryKey })
    onClose()
  }
  const setLine = (key: string, change: Partial<Line>) => {
    setChanges(undefined)
    setLines((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }
  const setLetter = (key: string, change: Partial<LetterLine>) => {
    setChanges(undefined)
    setLetters((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }

  return (
    <Dialog
      title={t.setUp}
      closeLabel={close}
      onClose={onClose}
      size="lg"
      footer={
        <>
          <p role="status" className="mr-auto text-ink-soft text-sm">
            {changes !== undefined && t.changes(changes)}
          </p>
          <Button onClick={() => void preview()}>{t.preview}</Button>
          <Button variant="primary" type="submit" form="grade-setup" pending={busy}>
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
        <fieldset className="grid gap-3">
          <legend className="font-semibold">{t.categories}</legend>
          <p className="text-ink-soft text-sm">{t.categoriesHelp}</p>
          {lines.map(({ key, name, weight, drop_lowest, drop_highest }, i) => (
            <div key={key} className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[1fr_6rem_7rem_7rem_auto]">
              <TextField
                label={t.categoryName(i + 1)}
                value={name}
                required
                maxLength={200}
                onChange={(name) => setLine(key, { name })}
              />
              <NumberField
                label={t.weight}
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
                label={t.removeCategory(name)}
                onClick={() => setLines((all) => all.filter((one) => one.key !== key))}
                icon={<TrashIcon size={20} />}
              />
            </div>
          ))}
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() =>
              setLines((all) => [...all, { key: newUuid(), name: '', weight: 0, drop_lowest: 0, drop_highest: 0 }])
            }
          >
            {t.addCategory}
          </Button>
        </fieldset>
        <fieldset className="grid gap-3">
          <legend className="font-semibold">{t.letters}</legend>
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
                min={0}
                max={100}
                step="any"
                value={from}
                onChange={(from) => setLetter(key, { from })}
              />
              <IconButton
                label={t.removeLetter(letter)}
                onClick={() => setLetters((all) => all.filter((one) => one.key !== key))}
                icon={<TrashIcon size={20} />}
              />
            </div>
          ))}
          <Button
            size="sm"
            className="justify-self-start"
            onClick={() => setLetters((all) => [...all, { key: newUuid(), letter: '', from: 0 }])}
          >
            {t.addLetter}
          </Button>
        </fieldset>
      </form>
    </Dialog>
  )
}
