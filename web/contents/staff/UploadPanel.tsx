import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { useOnline } from '../../common/useOnline.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { AlertIcon, CheckIcon, ChevronDownIcon, XIcon } from '../../ui/icons.tsx'
import { ProgressRing } from '../../ui/ProgressRing.tsx'
import { UploadList } from '../../ui/UploadList.tsx'
import { type ContentUpload, contentUploads, mayRetry } from './uploads.ts'

/** More rows than this become a number: rows that need attention come first. */
const MOST = 50

const rank = { failed: 0, sending: 1, placing: 1, waiting: 2, done: 3 }

/** The uploads of the contents, in a corner of every screen of the course, as long as there are any. */
export default function UploadPanel() {
  const t = useAuthoring().uploads
  const uploads = useSyncExternalStore(contentUploads.subscribe, contentUploads.rows)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const isOver = uploads.every(({ state }) => state === 'done')
  const leave = useEffectEvent(() => isOver && contentUploads.clear())
  // Uploads that are done are not shown on the next screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leaves with the screen
  useEffect(() => void leave(), [pathname])
  useOnline(() => contentUploads.retryAll('offline'))
  if (uploads.length === 0) return null
  const count = (...states: ContentUpload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length
  const failed = count('failed')
  const done = count('done')
  const isUnderWay = failed + done < uploads.length
  const part = uploads.reduce((sum, { state, part }) => sum + (state === 'done' ? 1 : part), 0) / uploads.length
  const shown = uploads.toSorted((a, b) => rank[a.state] - rank[b.state]).slice(0, MOST)
  return (
    <section
      ref={returnFocus}
      aria-label={t.title}
      className="fixed inset-x-4 bottom-[calc(var(--dock)+1rem)] z-30 overflow-hidden rounded-lg border border-line bg-raised shadow-lifted sm:left-auto sm:w-96 md:bottom-6 print:hidden"
    >
      <div className="flex min-h-14 items-center gap-3 ps-4 pe-1.5">
        {isUnderWay ? (
          <ProgressRing value={part} size={28} label={t.title} />
        ) : failed > 0 ? (
          <AlertIcon className="text-wrong" />
        ) : (
          <CheckIcon className="text-done" />
        )}
        <p className="min-w-0 flex-1 font-medium text-sm">
          {isUnderWay ? t.underWay(done, uploads.length) : failed > 0 ? t.failed(failed) : t.done(done)}
        </p>
        {!isUnderWay && uploads.some(mayRetry) && (
          <Button ref={returnFocus} size="sm" onClick={() => contentUploads.retryAll()}>
            {t.retryAll}
          </Button>
        )}
        <IconButton
          label={open ? t.hide : t.show}
          icon={<ChevronDownIcon className={open ? '' : 'rotate-180'} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        />
        {!isUnderWay && <IconButton label={t.close} icon={<XIcon />} onClick={() => contentUploads.clear()} />}
      </div>
      {open && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
        <div
          role="group"
          aria-label={t.list}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
          tabIndex={0}
          className="max-h-[40dvh] overflow-y-auto border-line border-t p-2"
        >
          <UploadList
            label={t.list}
            uploads={shown.map((upload) => ({
              ...upload,
              state: upload.state === 'placing' ? 'sending' : upload.state,
              note: noteOf(upload, t),
              isFinal: upload.state === 'failed' && !mayRetry(upload),
            }))}
            words={t}
            onCancel={contentUploads.cancel}
            onRetry={contentUploads.retry}
          />
        </div>
      )}
    </section>
  )
}

function noteOf({ state, failed = 'internal' }: ContentUpload, t: Authoring['uploads']): string {
  if (state !== 'failed') return t.states[state]
  return failed in t.reasons ? t.reasons[failed as keyof typeof t.reasons] : t.reason
}
