import { useId, useRef, useState } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { newIdempotencyKey } from '../../loading/idempotency.ts'
import { Button } from '../../ui/Button.tsx'
import { CourseCover } from '../../ui/CourseCover.tsx'
import { cx } from '../../ui/cx.ts'
import { ImageIcon } from '../../ui/icons.tsx'
import { toast } from '../../ui/Toast.tsx'
import { uploadQueue } from '../../uploads/queue.ts'
import { coverSeed } from '../cover.ts'
import type { Fields } from './fields.ts'

const COVERS = Array.from({ length: 12 }, (_, i) => String(i + 1))

interface Props {
  courseId: string
  values: Pick<Fields, 'course_image' | 'course_cover'>
  set: (change: Partial<Fields>) => void
}

/** The picture of a course: a file of one's own, or one of the product's drawings. */
export function PictureField({ courseId, values: { course_image: image, course_cover: cover }, set }: Props) {
  const t = useAuthoring().courses
  const [sending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const group = useId()

  async function send(file: File) {
    setSending(true)
    try {
      const { location } = await uploadQueue.add(newIdempotencyKey(), file)
      set({ course_image: location, course_cover: null })
    } catch {
      toast(t.pictureFailed, 'wrong')
    }
    setSending(false)
  }

  const drawings = [null, ...COVERS]
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <div className="w-44 overflow-hidden rounded-md shadow-card">
          <CourseCover id={coverSeed(courseId, cover)} src={cover ? null : image} />
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
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-medium text-sm">{t.drawings}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2">
          {drawings.map((one) => {
            const checked = one === null ? cover === null && image === null : cover === one
            return (
              <label
                key={one ?? 'own'}
                className={cx(
                  'block cursor-pointer overflow-hidden rounded-md border-2 has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
                  checked ? 'border-accent' : 'border-transparent hover:border-line-strong',
                )}
              >
                <input
                  type="radio"
                  name={group}
                  className="sr-only"
                  aria-label={one === null ? t.drawingOwn : t.drawing(Number(one))}
                  checked={checked}
                  onChange={() => set({ course_cover: one, course_image: null })}
                />
                <CourseCover id={coverSeed(courseId, one)} />
              </label>
            )
          })}
        </div>
      </fieldset>
    </>
  )
}
