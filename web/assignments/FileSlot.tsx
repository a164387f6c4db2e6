import { useEffect, useRef, useState } from 'react'
import { uploadMost, uploads } from '../../contract/uploads.ts'
import { CallError, call } from '../call.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { RetryIcon, TrashIcon, XIcon } from '../ui/icons.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import { FileRow } from './FileRow.tsx'
import { attachment, filenameIn, locationIn, slotOf } from './form.ts'
import type { FieldProps } from './TextResponse.tsx'
import { upload } from './upload.ts'
import { useField } from './useDraft.ts'

interface Props extends FieldProps {
  slot: { _id: string; slotname: string }
  /** The file of the last submission. */
  submitted?: { address: string; filename: string } | undefined
  onBusy: (name: string, busy: boolean) => void
}

/** Why a file did not get in; with the file, when it can be tried again. */
interface Trouble {
  words: string
  file?: File
}

interface Sending {
  file: File
  /** 0 to 1 */
  part: number
  stop: AbortController
}

/** One file: to be chosen or dropped, on its way, or attached. */
export function FileSlot({ slot, draft, disabled, error, submitted, onBusy }: Props) {
  const { retry, assignments: t } = useText()
  const name = slotOf(slot._id)
  useField(draft, name)
  const own = draft.own(name) || undefined
  const [sending, setSending] = useState<Sending>()
  const [trouble, setTrouble] = useState<Trouble>()
  const title = useRef<HTMLHeadingElement>(null)
  const stop = sending?.stop
  const choose = submitted ? t.file.replace : t.file.choose
  // The control that was pressed goes: the focus stays in the slot.
  const focus = () => title.current?.focus({ preventScroll: true })

  useEffect(() => () => stop?.abort(), [stop])

  function take([file, ...more]: File[]) {
    if (!file) return
    if (more.length > 0) setTrouble({ words: t.file.oneOnly })
    else if (file.size > uploadMost) setTrouble({ words: t.file.tooLarge })
    else void send(file)
  }

  async function send(file: File) {
    const stop = new AbortController()
    setTrouble(undefined)
    setSending({ file, part: 0, stop })
    onBusy(name, true)
    focus()
    try {
      const { location, filename } = await upload(file, (part) => setSending({ file, part, stop }), stop.signal)
      draft.type(name, attachment(location, filename))
      announce(t.file.uploaded(filename))
    } catch (failure) {
      if (!stop.signal.aborted) setTrouble({ words: wordsOf(failure, file), file })
    }
    setSending(undefined)
    onBusy(name, false)
    focus()
  }

  function wordsOf(failure: unknown, file: File): string {
    const code = failure instanceof CallError ? failure.code : 'internal'
    if (code === 'too_large') return t.file.tooLarge
    const why = code === 'offline' ? t.file.offline : code === 'too_many' ? t.file.tooMany : t.file.refused
    return `${t.file.failed(file.name)} ${why}`
  }

  function detach(attached: string) {
    draft.type(name, '')
    announce(t.file.detached(filenameIn(attached)))
    focus()
    // What stays behind when the line is down, the server sweeps away after a week.
    call(uploads.remove, { params: {}, body: { location: locationIn(attached) } }).catch(() => {})
  }

  return (
    <Card as="section" aria-labelledby={`${slot._id}-name`} className="grid gap-3">
      <h3 id={`${slot._id}-name`} ref={title} tabIndex={-1} className="break-words font-semibold outline-none">
        {slot.slotname}
      </h3>
      {sending ? (
        <FileRow name={sending.file.name} note={t.file.onItsWay} icon={<Ring {...sending} />}>
          <Button
            size="sm"
            icon={<XIcon size={16} />}
            aria-label={t.file.cancelOf(sending.file.name)}
            onClick={() => sending.stop.abort(new DOMException('cancelled', 'AbortError'))}
          >
            {t.file.cancel}
          </Button>
        </FileRow>
      ) : own ? (
        <FileRow name={filenameIn(own)} note={t.file.attached}>
          {!disabled && (
            <Button
              size="sm"
              icon={<TrashIcon size={16} />}
              aria-label={t.file.detachOf(filenameIn(own))}
              onClick={() => detach(own)}
            >
              {t.file.detach}
            </Button>
          )}
        </FileRow>
      ) : (
        <>
          {submitted && <FileRow name={submitted.filename} note={t.file.submitted} href={submitted.address} />}
          {!submitted && disabled && <p className="text-ink-soft">{t.file.none}</p>}
          {!disabled && (
            <FileDrop chooseLabel={choose} label={`${choose}: ${slot.slotname}`} hint={t.file.drop} onFiles={take} />
          )}
        </>
      )}
      {trouble && !sending && (
        <Alert
          live
          tone="wrong"
          action={
            trouble.file && (
              <Button size="sm" icon={<RetryIcon size={16} />} onClick={() => trouble.file && void send(trouble.file)}>
                {retry}
              </Button>
            )
          }
        >
          {trouble.words}
        </Alert>
      )}
      {error && <Alert tone="wrong">{error}</Alert>}
    </Card>
  )
}

function Ring({ file, part }: Sending) {
  const t = useText().assignments.file
  return (
    <ProgressRing value={part} label={t.uploading(file.name)} size={48}>
      {Math.floor(part * 100)}%
    </ProgressRing>
  )
}
