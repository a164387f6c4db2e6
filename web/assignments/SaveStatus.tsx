import { useEffect, useRef, useSyncExternalStore } from 'react'
import { clock, percent } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { announce } from '../ui/Announcer.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from '../ui/icons.tsx'
import type { Draft } from './draft.ts'
import type { DraftSync } from './draftSync.ts'
import { ratioOf } from './form.ts'
import { useDone } from './useDraft.ts'

/**
 * Where and when the answers were saved. Always visible; a screen reader hears only when the connection is lost or
 * back.
 */
export function SaveStatus({ sync }: { sync: DraftSync }) {
  const t = useText().assignments.saved
  const { where, at } = useSyncExternalStore(sync.watch, sync.saved)
  const fine = where === 'device' || where === 'server'
  return (
    <p className={`flex items-start gap-2 text-sm ${fine || where === 'none' ? 'text-ink-soft' : 'text-soon'}`}>
      {fine ? (
        <CheckIcon size={18} className={where === 'server' ? 'text-done' : ''} />
      ) : where === 'none' ? (
        <InfoIcon size={18} />
      ) : (
        <AlertIcon size={18} />
      )}
      <span>{where === 'device' || where === 'server' ? t[where](clock(at)) : t[where]}</span>
    </p>
  )
}

/** Announces when the connection is lost, and when it is back. Once on a page. */
export function SaveAnnouncer({ sync }: { sync: DraftSync }) {
  const t = useText().assignments.saved
  const { where } = useSyncExternalStore(sync.watch, sync.saved)
  const before = useRef(where)
  useEffect(() => {
    const isProblem = where === 'offline' || where === 'tooLarge' || where === 'nowhere'
    if (isProblem) announce(t[where])
    else if (before.current === 'offline') announce(t.online)
    before.current = where
  }, [where, t])
  return null
}

/** On a small screen the side card is far below the fields, so this bar keeps progress and save status in sight. */
export function SaveBar({ sync, draft }: { sync: DraftSync; draft: Draft }) {
  return (
    <div
      aria-hidden="true"
      className="sticky bottom-0 z-10 -mx-4 flex items-center justify-between gap-4 border-line border-t bg-card/95 px-4 py-2.5 backdrop-blur sm:-mx-6 sm:px-6 lg:hidden"
    >
      <SaveStatus sync={sync} />
      <span className="font-semibold text-sm tabular-nums">{percent(ratioOf(useDone(draft)))}</span>
    </div>
  )
}
