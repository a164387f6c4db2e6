import { useEffect, useRef, useState } from 'react'
import type { Slot } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { FileDrop } from '../ui/FileDrop.tsx'
import { RetryIcon, TrashIcon, XIcon } from '../ui/icons.tsx'
import { ProgressRing } from '../ui/ProgressRing.tsx'
import type { QueuedUpload } from '../uploads/queue.ts'
import { FileRow } from './FileRow.tsx'
import { filenameIn } from './form.ts'
import { slotWords, whyNotTaken } from './slotWords.ts'
import type { FieldProps } from './TextResponse.tsx'
import { clearUpload, isFromEmptyFile, onUploaded, placeOf, uploadFile, useUpload } from './uploads.ts'
import { useField } from './useDraft.ts'

interface Props extends FieldProps {
  asgnId: string
  slot: Slot
  /** The name of the field; a slot for several files has one field each. */
  name: string
  /** The place of the file, in a slot that takes several. */
  nth?: number | undefined
  /** The file of the last submission. */
  submitted?: { address: string; filename: string } | undefined
}

/** A place for one file: empty, uploading, or attached. */
export function FileSlot({ asgnId, slot, name, nth, draft, disabled, error, submitted }: Props) {
  const { retry, assignments: t } = useText()
  useField(draft, name)
  const own = draft.own(name) || undefined
  const place = placeOf(asgnId, name)
  const sent = useUpload(place)
  const sending = sent?.failed ? undefined : sent
  const [refusal, setRefusal] = useState<string>()
  const problem = refusal ?? (sent?.failed && wordsOf(sent.failed, sent.file))
  const title = useRef<HTMLHeadingElement>(null)
  const named = nth ? t.file.nth(slot.slotname, nth, slot.max_files ?? 1) : slot.slotname
  const choose = submitted ? t.file.replace : t.file.choose

  useEffect(() => {
    if (!disabled) onUploaded(place, (attached) => draft.type(name, attached))
  }, [place, name, draft, disabled])

  /** The pressed button disappears, so the focus moves to the slot, unless the person has moved on. */
  function focus() {
    const { activeElement, body } = document
    const isHere = activeElement === body || title.current?.closest('section')?.contains(activeElement)
    if (isHere) title.current?.focus({ preventScroll: true })
  }

  function take([file, ...more]: File[]) {
    if (!file) return
    const problem = more.length > 0 ? t.file.oneOnly : whyNotTaken(slot, file, t.file)
    if (problem) refuse(problem)
    else void send(file)
  }

  function refuse(words: string) {
    clearUpload(place)
    setRefusal(words)
  }

  async function send(file: File) {
    setRefusal(undefined)
    const sent = uploadFile(place, file, (attached) => draft.type(name, attached))
    focus()
    const filename = await sent
    if (filename) announce(t.file.uploaded(filename))
    focus()
  }

  function wordsOf(code: QueuedUpload['failed'], file: File): string {
    if (code === 'too_large') return t.file.tooLarge
    const why = code === 'offline' ? t.file.offline : code === 'too_many' ? t.file.tooMany : t.file.refused
    return `${t.file.failed(file.name)} ${why}`
  }

  function detach(attached: string) {
    draft.type(name, '')
    announce(t.file.detached(filenameIn(attached)))
    focus()
  }

  return (
    <Card as="section" aria-labelledby={`${name}-name`} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id={`${name}-name`} ref={title} tabIndex={-1} className="break-words font-semibold outline-none">
        {named}
      </h3>
      {sending ? (
        <FileRow name={sending.file.name} note={t.file.onItsWay} icon={<Ring {...sending} />}>
          <Button
            size="sm"
            icon={<XIcon size={16} />}
            aria-label={t.file.cancelOf(sending.file.name)}
            onClick={() => clearUpload(place)}
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
            <FileDrop
              chooseLabel={choose}
              label={`${choose}: ${named}`}
              hint={t.file.drop(slotWords(slot, t.file))}
              accept={slot.kinds?.map((kind) => `.${kind}`).join()}
              onFiles={take}
            />
          )}
        </>
      )}
      {own && isFromEmptyFile(own) && !sending && !disabled && (
        <Alert live tone="late">
          {t.file.empty}
        </Alert>
      )}
      {problem && !sending && !disabled && (
        <Alert
          live
          tone="wrong"
          action={
            sent?.failed && (
              <Button size="sm" icon={<RetryIcon size={16} />} onClick={() => void send(sent.file)}>
                {retry}
              </Button>
            )
          }
        >
          {problem}
        </Alert>
      )}
      {error && <Alert tone="wrong">{error}</Alert>}
    </Card>
  )
}

function Ring({ file, part }: QueuedUpload) {
  const t = useText().assignments.file
  return (
    <ProgressRing value={part} label={t.uploading(file.name)} size={48}>
      {Math.floor(part * 100)}%
    </ProgressRing>
  )
}
