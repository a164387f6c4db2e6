import { useEffect, useRef, useState } from 'react'
import { addressMost, meetingWrites, recordingMost, recordingPasswordMost } from '../../../contract/staff/meetings.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage } from '../../i18n/index.ts'
import { addressOf, CallError } from '../../loading/call.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { Button } from '../../ui/Button.tsx'
import { UploadIcon } from '../../ui/icons.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DateTimeField } from '../../ui/staff/DateTimeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sendFile } from '../../uploads/send.ts'
import { followFile } from '../../uploads/underway.ts'
import { isUpload, type RecordingFields } from './fields.ts'

interface Props {
  recording: RecordingFields
  set: (change: Partial<RecordingFields>) => void
  errors: { [K in keyof RecordingFields]?: string }
}

/** The recording of a meeting: linked or uploaded, and whether students get it. */
export function RecordingPart({ recording, set, errors }: Props) {
  const authoring = useAuthoring()
  const t = authoring.meetings
  const language = useLanguage()
  return (
    <fieldset className="grid gap-4 border-line border-t pt-4">
      <legend className="pe-3 font-semibold">{t.recording}</legend>
      <Media
        kind="video"
        value={recording.recording_video}
        set={(recording_video) => set({ recording_video })}
        error={errors.recording_video}
      />
      <Media
        kind="audio"
        value={recording.recording_audio}
        set={(recording_audio) => set({ recording_audio })}
        error={errors.recording_audio}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <TextField
          label={t.password}
          value={recording.recording_password}
          onChange={(recording_password) => set({ recording_password })}
          maxLength={recordingPasswordMost}
          autoComplete="off"
        />
        <DateTimeField
          label={t.expire}
          language={language}
          words={authoring.dateTime}
          value={recording.recording_expire}
          onChange={(recording_expire) => set({ recording_expire })}
        />
      </div>
      <Switch
        label={t.show}
        help={t.showHelp}
        checked={recording.recording_show}
        onChange={(recording_show) => set({ recording_show })}
      />
    </fieldset>
  )
}

interface MediaProps {
  kind: 'video' | 'audio'
  value: string
  set: (value: string) => void
  error: string | undefined
}

function Media({ kind, value, set, error }: MediaProps) {
  const course_id = useCourseId()
  const t = useAuthoring().meetings
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  /** Returns whether the file is in the form. */
  async function send(file: File): Promise<boolean> {
    setFailure(undefined)
    if (file.size > recordingMost) {
      setFailure(t.tooLarge(recordingMost / 1_000_000))
      return false
    }
    stop.current = new AbortController()
    setPart(0)
    try {
      const { signal } = stop.current
      const sending = { onProgress: setPart, signal, idempotencyKey: newIdempotencyKey() }
      const { location } = await sendFile(file, sending, addressOf(meetingWrites.upload, { params: { course_id } }))
      set(`${location.split('?')[0]}`)
      return true
    } catch (error) {
      setFailure(error instanceof CallError && error.code === 'wrong_kind' ? t.wrongKind : t.notUploaded)
      return false
    } finally {
      setPart(undefined)
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      {isUpload(value) ? (
        <div className="min-w-0 flex-1">
          <p className="font-medium text-sm">{t[kind]}</p>
          <p className="flex min-h-11 items-center wrap-anywhere">{fileNameOf(value) || t.uploaded}</p>
        </div>
      ) : (
        <TextField
          label={t[kind]}
          type="url"
          inputMode="url"
          placeholder="https://"
          className="min-w-48 flex-1"
          value={value}
          onChange={set}
          error={failure ?? error}
          maxLength={addressMost}
        />
      )}
      {isUpload(value) ? (
        <Button onClick={() => set('')} aria-label={t.takeOutOf(t[kind])}>
          {t.takeOut}
        </Button>
      ) : (
        <Button
          icon={<UploadIcon size={18} />}
          pending={part !== undefined}
          aria-label={t.uploadOf(t[kind])}
          onClick={() => input.current?.click()}
        >
          {part === undefined ? t.upload : t.uploading(Math.round(part * 100))}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={`${kind}/*`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          currentTarget.value = ''
          if (file) followFile(send(file))
        }}
      />
    </div>
  )
}

const fileNameOf = (location: string) => decodeURIComponent(location.split('/')[4] ?? '')
