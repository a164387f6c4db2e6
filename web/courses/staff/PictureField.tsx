import { useId } from 'react'
import { useAuthoring } from '../../i18n/authoring.ts'
import { CourseCover } from '../../ui/CourseCover.tsx'
import { cx } from '../../ui/cx.ts'
import { coverSeed } from '../cover.ts'
import type { Fields } from './fields.ts'
import { OwnPicture } from './OwnPicture.tsx'

const COVERS = Array.from({ length: 12 }, (_, i) => String(i + 1))

interface Props {
  courseId: string
  values: Pick<Fields, 'course_image' | 'course_cover'>
  set: (change: Partial<Fields>) => void
  isRefused: boolean
}

/** The picture of a course: a file of one's own, or one of the product's drawings. */
export function PictureField({
  courseId,
  values: { course_image: image, course_cover: cover },
  set,
  isRefused,
}: Props) {
  const t = useAuthoring().courses
  const group = useId()

  const drawings = [null, ...COVERS]
  return (
    <>
      <div className="flex flex-wrap items-center gap-4">
        <OwnPicture
          seed={coverSeed(courseId, cover)}
          picture={cover ? null : image}
          onPicture={(course_image) => set({ course_image, course_cover: null })}
          isRefused={isRefused}
        />
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
