import { useRef, useState } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { Button } from '../../ui/Button.tsx'
import { CourseCover } from '../../ui/CourseCover.tsx'
import { ImageIcon } from '../../ui/icons.tsx'
import { uploadQueue } from '../../uploads/queue.ts'
import { smallPicture } from '../../uploads/smallPicture.ts'

interface Props {
  /** The drawing that replaces a missing picture. */
  seed: string
  picture: string | null
  /** The location of the uploaded picture. */
  onPicture: (location: string) => void
  /** The server refused the picture. */
  isRefused: boolean
}

/** The picture of a thing, with a button that uploads another one. */
export function OwnPicture({ seed, picture, onPicture, isRefused }: Props) {
  const t = useAuthoring().courses
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const error = failure ?? (isRefused && t.pictureFailed)

  async function send(file: File) {
    setSending(true)
    setFailure(undefined)
    try {
      const small = await smallPicture(file)
      if (small) onPicture((await uploadQueue.add(newIdempotencyKey(), small)).location)
      else setFailure(t.pictureWrong)
    } catch {
      setFailure(t.pictureFailed)
    }
    setSending(false)
  }
  return (
    <>
      <div className="w-44 overflow-hidden rounded-md shadow-card">
        <CourseCover id={seed} src={picture} />
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label={t.pictureOwn}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void send(file)
        }}
      />
      <Button
        icon={<ImageIcon size={18} />}
        pending={sending}
        data-wrong={error && ''}
        onClick={() => input.current?.click()}
      >
        {sending ? t.pictureSending : t.pictureOwn}
      </Button>
      <p role="alert" className="text-sm text-wrong empty:hidden">
        {error}
      </p>
    </>
  )
}
