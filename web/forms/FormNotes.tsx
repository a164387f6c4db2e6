import { useEffect, useRef } from 'react'
import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { CameBack } from './CameBack.tsx'
import { focusFirstWrong } from './focusFirstWrong.ts'
import { type ConflictAuthor, conflictWords, mergedWords, whyFailed } from './whyFailed.ts'

interface Props {
  form: {
    cameBack: boolean
    failure: unknown
    conflicts: object
    conflictsBy: ConflictAuthor
    mergedBy?: ConflictAuthor | undefined
    sending: boolean
    refusals: number
    /** Somebody has removed what the form edits. */
    gone: boolean
    discard: () => () => void
  }
  /** Other people's values of fields that both sides changed. */
  theirs: string | undefined | (string | undefined)[]
  /** A merged text contains both versions. */
  bothStand: boolean
}

/**
 * Notes on the whole form: that it has earlier unsaved text, that sending failed, that somebody else wrote too. An
 * error of a field stands at the field, and the focus goes to the first one.
 */
export function FormNotes({ form, theirs, bothStand }: Props) {
  const { cameBack, failure, conflicts, conflictsBy, mergedBy, sending, refusals, gone, discard } = form
  const t = useAuthoring().form
  const box = useRef<HTMLDivElement>(null)
  const hasConflict = Object.keys(conflicts).length > 0
  const isRefused = hasConflict || mergedBy !== undefined || failure !== undefined
  const wasSending = useRef(sending)
  useEffect(() => {
    // Save may be far below. A note about other people's changes does not move the field in which a person types.
    if (wasSending.current && !sending && isRefused) box.current?.scrollIntoView({ block: 'nearest' })
    wasSending.current = sending
  }, [sending, isRefused])
  const place = useRef<HTMLSpanElement>(null)
  const refused = useRef(refusals)
  useEffect(() => {
    if (refused.current !== refusals) focusFirstWrong(place.current?.closest('form'))
    refused.current = refusals
  }, [refusals])
  if (!isRefused && !cameBack && !gone) return <span ref={place} hidden />
  return (
    <div ref={box} className="grid gap-4">
      <span ref={place} hidden />
      {hasConflict ? (
        <Alert live tone="soon" title={conflictWords(conflictsBy, t)}>
          {[theirs].flat().map((value) => value !== undefined && <p key={value}>{t.theirs(value)}</p>)}
          {bothStand && <p>{t.bothStand}</p>}
        </Alert>
      ) : (
        cameBack && <CameBack discard={discard} />
      )}
      {mergedBy && (
        <Alert live tone="soon">
          {mergedWords(mergedBy, { merged: t.mergedUnsaved, mergedOwn: t.mergedOwnUnsaved })}
        </Alert>
      )}
      {(gone || failure !== undefined) && (
        <Alert live tone="wrong">
          {gone ? t.gone : whyFailed(failure, t)}
        </Alert>
      )}
    </div>
  )
}
