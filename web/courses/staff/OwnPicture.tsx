import { useRef, useState } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { Button } from '../../ui/Button.tsx'
import { CourseCover } from '../../ui/CourseCover.tsx'
import { ImageIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/Toast.tsx'
import { uploadQueue } from '../../uploads/queue.ts'

interface Props {
  /** The drawing that stands in place of a picture. */
  seed: string
  picture: string | null
  /** The location of the picture that was uploaded. */
  onPicture: (location: string) => void
}

/** The picture of a thing, and a button that uploads another one. */
export function OwnPicture({ seed, picture, onPicture }: Props) {
  const t = useAuthoring().courses
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(file: File) {
    setSending(true)
    try {
      onPicture((await uploadQueue.add(newIdempotencyKey(), file)).location)
    } catch {
      toast(t.pictureFailed, 'wrong')
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
      <Button icon={<ImageIcon size={18} />} pending={sending} onClick={() => input.current?.click()}>
        {sending ? t.pictureSending : t.pictureOwn}
      </Button>
    </>
  )
}
