import { type FormEvent, useRef, useState } from 'react'
import type { ContentItem } from '../../../contract/contents.ts'
import { contentNameMost, contentWrites } from '../../../contract/staff/contents.ts'
import { Present } from '../../changes/Present.tsx'
import { keepRevisions, type WriteResponse } from '../../changes/revisions.ts'
import { changeOfHeaders, toastWithUndo } from '../../changes/undo.ts'
import { useCourseId } from '../../courses/queries.ts'
import { FormNotes } from '../../forms/FormNotes.tsx'
import { changedFields } from '../../forms/mergeFields.ts'
import { useDiscard } from '../../forms/useDiscard.ts'
import { type Start, useForm } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'

type Fields = Pick<ContentItem, 'file_name' | 'file_description'>

const startOf = ({ file_name, file_description, revision }: ContentItem): Start<Fields> => ({
  values: { file_name, file_description },
  revision,
})

interface Props {
  item: ContentItem
  onSaved: () => Promise<void>
  onLeave: () => void
  /** Opens it again, after it was left. */
  onReturn: () => void
}

/** A row of the tree as a form, with the name and the description. */
export function EditRow({ item, onSaved, onLeave, onReturn }: Props) {
  const authoring = useAuthoring()
  const t = authoring.contents
  const course_id = useCourseId()
  const [start] = useState(() => startOf(item))
  const box = useRef<HTMLFormElement>(null)
  const form = useForm<Fields, WriteResponse & { headers: Headers }>({
    start,
    texts: ['file_description'],
    what: 'content',
    place: `${course_id}:${item._id}`,
    check: ({ file_name }) => (file_name.trim() === '' ? { file_name: t.needName } : {}),
    send: (values, from) =>
      callWithHeaders(contentWrites.edit, {
        params: { course_id, content_id: item._id },
        body: changedFields(from.values, values),
        revision: from.revision,
      }),
    readCurrent: (current) => startOf(current as ContentItem),
  })
  const { values, errors, conflicts, set } = form

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!form.dirty) return onLeave()
    const answer = await form.submit()
    if (!answer) return
    keepRevisions(answer)
    toastWithUndo(t.saved, course_id, changeOfHeaders(answer.headers), authoring.writes)
    await onSaved()
    // Who has left it for another row meanwhile stays there.
    if (box.current) onLeave()
  }
  const discard = useDiscard(() => {
    const putBack = form.discard()
    return () => {
      putBack()
      onReturn()
    }
  })
  const cancel = () => {
    if (form.dirty) discard()
    onLeave()
  }

  return (
    <form
      ref={box}
      aria-label={t.edit}
      className="grid min-w-0 flex-1 gap-3 py-1"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') cancel()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
      }}
    >
      <FormNotes form={form} theirs={conflicts.file_name} bothStand={conflicts.file_description !== undefined} />
      <TextField
        label={t.name}
        value={values.file_name}
        onChange={(file_name) => set({ file_name })}
        error={errors.file_name}
        maxLength={contentNameMost}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(0, lengthOfBase(currentTarget.value))}
      />
      <TextArea
        label={t.description}
        value={values.file_description}
        onChange={(file_description) => set({ file_description })}
        error={errors.file_description}
        rows={2}
        maxLength={10_000}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="sm" pending={form.sending}>
          {t.save}
        </Button>
        <Button size="sm" onClick={cancel}>
          {t.cancel}
        </Button>
        <Present thing={item._id} doing="editing" />
      </div>
    </form>
  )
}

/** Most new names keep the ending. */
const lengthOfBase = (name: string) => (/^.+\.[^.]{1,8}$/.test(name) ? name.lastIndexOf('.') : name.length)
