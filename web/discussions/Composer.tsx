import { useEffect, useRef } from 'react'
import { isBlank, postMost } from '../../contract/discussions.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { SendIcon, XIcon } from '../ui/icons.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { boxOf, useDraft } from './drafts.ts'
import { type To, write } from './outbox.ts'

interface Props {
  to: To
  /** What stands in the empty box, and what it is called. */
  words: string
  /** Of a box that opened by itself: it takes the focus, and can be closed again. */
  onClose?: () => void
}

/** The box for a comment or a reply. */
export function Composer({ to, words, onClose }: Props) {
  const t = useText().discussions
  const [text, setText] = useDraft(to)
  const box = useRef<HTMLFormElement>(null)
  const tooLong = text.trim().length > postMost
  const opened = onClose !== undefined

  useEffect(() => {
    if (opened) box.current?.querySelector('textarea')?.focus()
  }, [opened])

  function submit() {
    if (isBlank(text) || tooLong) return
    write(to, text)
    setText('')
    onClose?.()
  }

  return (
    <form
      ref={box}
      id={boxOf(to)}
      aria-label={words}
      className="flex w-full items-end gap-2"
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
        className="flex-1"
      />
      {onClose && <IconButton label={t.cancelReply} icon={<XIcon size={18} />} onClick={onClose} />}
      <Button type="submit" variant="primary" icon={<SendIcon size={18} />} idle={isBlank(text) || tooLong}>
        {t.send}
      </Button>
    </form>
  )
}
