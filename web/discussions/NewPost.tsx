import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isBlank, postMost } from '../../contract/discussions.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { CollapseIcon, ExpandIcon, SendIcon } from '../ui/icons.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { boxOf, useDraft } from './drafts.ts'
import { type Destination, write } from './outbox.ts'

/** The form for a new post. A button, or a double click while it is empty, switches full screen. */
export function NewPost({ to }: { to: Destination }) {
  const t = useText().discussions
  const [text, setText] = useDraft(to)
  const [full, setFull] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const tooLong = text.trim().length > postMost

  useEffect(() => {
    if (!full) return
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = overflow
    }
  }, [full])

  function submit() {
    if (isBlank(text) || tooLong || !write(to, text)) return
    setText('')
    setFull(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for the keyboard
    <div
      ref={box}
      {...(full && { role: 'dialog', 'aria-modal': true, 'aria-label': t.write })}
      onDoubleClick={({ target }) => {
        // A double click on words selects a word, as anywhere else.
        const isBare = target instanceof HTMLTextAreaElement ? text === '' : target === box.current
        if (isBare) setFull(!full)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        else if (full) keepInside(event, box.current, () => setFull(false))
      }}
      className={cx(
        'border-line bg-card',
        full ? 'fixed inset-0 z-50 p-4 sm:p-8' : 'relative rounded-lg border p-4 shadow-card sm:p-5',
      )}
    >
      <form
        id={boxOf(to)}
        aria-label={t.write}
        className="flex h-full flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label={t.write}
          hideLabel={!full}
          placeholder={t.hint}
          help={
            <>
              {t.markdown} <span className="pointer-coarse:hidden">{t.keys}</span>
            </>
          }
          error={tooLong ? t.tooLong(number(postMost)) : undefined}
          rows={3}
          value={text}
          onChange={setText}
          fill={full}
          action={
            <div className="flex shrink-0 items-center gap-3">
              <IconButton
                label={full ? t.leaveFullScreen : t.fullScreen}
                icon={full ? <CollapseIcon /> : <ExpandIcon />}
                onClick={() => setFull(!full)}
              />
              <Button type="submit" variant="primary" icon={<SendIcon size={18} />} idle={isBlank(text) || tooLong}>
                {t.post}
              </Button>
            </div>
          }
        />
      </form>
    </div>
  )
}

/** In full screen, Escape leaves it and Tab stays inside. */
function keepInside(event: KeyboardEvent, box: HTMLElement | null, leave: () => void): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    leave()
  }
  if (event.key !== 'Tab') return
  const stops = [...(box?.querySelectorAll<HTMLElement>('textarea, button:not(:disabled)') ?? [])]
  const from = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== from) return
  event.preventDefault()
  ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
}
