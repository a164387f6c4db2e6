import { useEffect, useRef } from 'react'
import { isBlank, postMost } from '../../contract/discussions.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { SendIcon, XIcon } from '../ui/icons.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { boxOf, useDraft } from './drafts.ts'
import { type Destination, write } from './outbox.ts'
import { scrollAboveComposer } from './scroll.ts'

interface Props {
  to: Destination
  /** The label and placeholder of the field. */
  words: string
  /** Present for a field that opened on request: it takes the focus and can be closed. */
  onClose?: () => void
}

/** The form for a comment or a reply. */
export function Composer({ to, words, onClose }: Props) {
  const t = useText().discussions
  const [text, setText] = useDraft(to)
  const box = useRef<HTMLFormElement>(null)
  const tooLong = text.trim().length > postMost
  const opened = onClose !== undefined
  const place = useRef(to)

  useEffect(() => {
    const form = box.current
    if (!opened || !form) return
    form.querySelector('textarea')?.focus({ preventScroll: true })
    // As it opens and grows, Send stays above the comment field, which covers the end of the scroll area.
    const stay = new ResizeObserver(() => {
      if (!form.contains(document.activeElement)) return
      scrollAboveComposer(form, place.current)
    })
    stay.observe(form)
    return () => stay.disconnect()
  }, [opened])

  function submit() {
    if (isBlank(text) || tooLong || !write(to, text)) return
    setText('')
    onClose?.()
  }

  return (
    <form
      ref={box}
      id={boxOf(to)}
      aria-label={words}
      className={cx('flex w-full items-end gap-2', opened && 'flex-wrap justify-end')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <TextArea
        label={words}
        hideLabel
        placeholder={words}
        error={tooLong ? t.tooLong(number(postMost)) : undefined}
        rows={1}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
        }}
        // A reply is indented: on a phone its buttons stand below it.
        className={cx('flex-1', opened && 'basis-64')}
      />
      {onClose && <IconButton label={t.cancelReply} icon={<XIcon size={18} />} onClick={onClose} />}
      <Button type="submit" variant="primary" icon={<SendIcon size={18} />} idle={isBlank(text) || tooLong}>
        {t.send}
      </Button>
    </form>
  )
}
