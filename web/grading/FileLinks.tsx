import { useAuthoring } from '../i18n/authoring.ts'
import { textLink } from '../ui/Link.tsx'

/** From this many files on there are links; fewer are found by scrolling. */
const LEAST = 4

interface Props {
  /** Each file with the id of its element. */
  files: { id: string; name: string }[]
}

/** Links to the files of a work, which stand below each other. */
export function FileLinks({ files }: Props) {
  const { grading: t } = useAuthoring()
  if (files.length < LEAST) return null
  return (
    <nav aria-label={t.filesOfWork} className="grid grid-cols-[minmax(0,1fr)] gap-1 text-sm">
      <p className="text-ink-soft">{t.countOfFiles(files.length)}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {files.map(({ id, name }) => (
          <li key={id} className="max-w-full">
            <button
              type="button"
              className={`touch-target max-w-full truncate ${textLink}`}
              onClick={() => {
                const file = document.getElementById(id)
                file?.scrollIntoView({ block: 'start' })
                file?.querySelector('a')?.focus({ preventScroll: true })
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
