import { lazy, Suspense, useId, useState } from 'react'
import { NewTab } from '../common/NewTab.tsx'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { textLink } from '../ui/Link.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import type { ShownOf } from '../works/ShownWork.tsx'

// A file loads only when somebody opens it.
const ShownWork = lazy(() => import('../works/ShownWork.tsx'))
const MarkCount = lazy(() => import('../works/MarkCount.tsx'))
const Work = lazy(() => import('../works/Work.tsx').then((m) => ({ default: m.Work })))

interface Props {
  filename: string
  address: string
  field: string
  /** A submission with released feedback, whose marks to show. */
  of?: ShownOf | undefined
}

/** A submitted file: it opens below, or in a tab of its own. */
export function ShownFile({ filename, address, field, of }: Props) {
  const file = { name: filename, address, type: '', bytes: 0 }
  const { contents, loading } = useText()
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <a href={address} target="_blank" rel="noopener" className={`touch-target min-w-0 break-words ${textLink}`}>
          {filename}
          <NewTab />
        </a>
        <Button
          size="sm"
          aria-expanded={isShown}
          aria-controls={isShown ? id : undefined}
          aria-label={`${contents.viewFile}: ${filename}`}
          onClick={() => setIsShown(!isShown)}
        >
          {contents.viewFile}
        </Button>
        {of && (
          <Suspense fallback={null}>
            <MarkCount {...of} field={field} />
          </Suspense>
        )}
      </span>
      {isShown && (
        <div id={id} className="mt-2 overflow-hidden whitespace-normal rounded-md border border-line">
          <Suspense fallback={<Spinner label={loading} />}>
            {of ? <ShownWork {...of} field={field} subject={{ file }} /> : <Work file={file} />}
          </Suspense>
        </div>
      )}
    </>
  )
}

/** A typed answer with its marks. */
export function ShownText({ text, label, field, of }: { text: string; label: string; field: string; of: ShownOf }) {
  return (
    <Suspense fallback={text}>
      <ShownWork {...of} field={field} subject={{ text, label }} />
    </Suspense>
  )
}
