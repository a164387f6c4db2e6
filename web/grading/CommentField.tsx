import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef, useState } from 'react'
import { searched, wordsOf } from '../../contract/comparedText.ts'
import { type SavedComment, savedCommentMost, savedComments } from '../../contract/staff/savedComments.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { BookIcon, PlusIcon, TrashIcon } from '../ui/icons.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/Toast.tsx'
import { savedCommentsOf } from './queries.ts'

interface Props {
  ref: Ref<HTMLTextAreaElement>
  value: string
  onChange: (text: string) => void
  /** Whether the saved comments are open. */
  open: boolean
  onOpen: (is: boolean) => void
}

/** The comment on the whole work, with the grader's saved comments. */
export function CommentField({ ref, value, onChange, open, onOpen }: Props) {
  const { grading: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const { data: saved } = useQuery({ ...savedCommentsOf(course_id), enabled: open })
  const button = useRef<HTMLButtonElement>(null)
  const text = value.trim()
  function close() {
    button.current?.focus()
    onOpen(false)
  }
  const renew = () => queries.invalidateQueries({ queryKey: savedCommentsOf(course_id).queryKey })
  /** A comment that was used is kept again: who removes it meanwhile must not find it back. */
  const keeping = useRef<Promise<unknown>>(undefined)
  function keep(words: string) {
    const kept = keepNow(words)
    keeping.current = kept
    return kept
  }
  async function keepNow(words: string) {
    try {
      await call(savedComments.save, { params: { course_id }, body: { text: words } })
      await renew()
      return true
    } catch {
      toast(t.notKept, 'wrong')
      return false
    }
  }
  async function remove({ _id, text }: SavedComment) {
    await keeping.current
    try {
      await call(savedComments.remove, { params: { course_id, comment_id: _id } })
      toast(t.commentRemoved, 'done', { label: writes.undo, run: () => void keep(text) })
    } catch {
      toast(t.notKept, 'wrong')
    }
    await renew()
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <TextArea
        ref={ref}
        label={t.comment}
        value={value}
        onChange={onChange}
        rows={3}
        maxLength={20_000}
        aria-keyshortcuts="C"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          size="sm"
          icon={<BookIcon size={16} />}
          aria-expanded={open}
          aria-keyshortcuts="B"
          onClick={() => onOpen(!open)}
        >
          {t.savedComments}
        </Button>
        {text !== '' && text.length <= savedCommentMost && (
          <Button
            size="sm"
            variant="bare"
            icon={<PlusIcon size={16} />}
            onClick={() => void keep(text).then((is) => is && toast(t.kept, 'done'))}
          >
            {t.keepComment}
          </Button>
        )}
      </div>
      {open && (
        <Saved
          saved={saved ?? []}
          loaded={saved !== undefined}
          onUse={(words) => {
            onChange(text === '' ? words : `${value.trimEnd()}\n\n${words}`)
            close()
            // A used comment comes first the next time.
            void keep(words)
          }}
          onRemove={(one) => void remove(one)}
          onLeave={close}
        />
      )}
    </section>
  )
}

interface SavedProps {
  saved: SavedComment[]
  loaded: boolean
  onUse: (text: string) => void
  onRemove: (one: SavedComment) => void
  onLeave: () => void
}

function Saved({ saved, loaded, onUse, onRemove, onLeave }: SavedProps) {
  const t = useAuthoring().grading
  const { table } = useAuthoring()
  const box = useRef<HTMLElement>(null)
  const [search, setSearch] = useState('')
  // The field takes the focus, which brings it alone into sight.
  useEffect(() => {
    if (loaded) box.current?.scrollIntoView({ block: 'nearest' })
  }, [loaded])
  const words = wordsOf(search)
  const found = saved.filter(({ text }) => words.every((word) => searched(text).includes(word)))
  return (
    <search
      ref={box}
      className="grid gap-2 rounded-md border border-line p-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onLeave()
      }}
      aria-label={t.savedComments}
    >
      <SearchField
        label={t.searchComments}
        placeholder={t.searchComments}
        clearLabel={table.clear}
        value={search}
        onChange={setSearch}
        autoFocus
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !found[0]) return
          event.preventDefault()
          onUse(found[0].text)
        }}
      />
      {loaded && found.length === 0 && (
        <p className="px-2 text-ink-soft text-sm">{saved.length > 0 ? t.noneFound : t.noComments}</p>
      )}
      <ul className="max-h-60 overflow-auto">
        {found.map((one) => (
          <li key={one._id} className="flex items-start gap-1">
            <button
              type="button"
              onClick={() => onUse(one.text)}
              className="line-clamp-3 min-h-9 min-w-0 flex-1 whitespace-pre-line break-words rounded-md px-2 py-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-11"
            >
              {one.text}
            </button>
            <IconButton
              label={t.removeComment(one.text.slice(0, 60))}
              icon={<TrashIcon size={16} />}
              onClick={() => {
                // The button goes, and the focus must not go with it.
                box.current?.querySelector('input')?.focus()
                onRemove(one)
              }}
            />
          </li>
        ))}
      </ul>
    </search>
  )
}
