import { useState } from 'react'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { CallError } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'
import { changeOfHeaders, toastWithUndo } from './undo.ts'

/** By code, the words for a refusal. */
export type Refusals = Partial<Record<CallError['code'], string | ((error: CallError) => string)>>

/** Why a write failed, in words that say whether to try again. */
export function whyFailed(error: unknown, t: Authoring['writes']): string {
  switch (error instanceof CallError && error.code) {
    case 'offline':
      return t.offline
    case 'not_found':
      return t.gone
    case 'not_allowed':
      return t.forbidden
    case 'conflict':
      return t.changedMeanwhile
    default:
      return t.failed
  }
}

/**
 * A write of staff at a press: says what it did and offers to take it back, or says why it failed. Where it is not
 * what it was, what is on screen of the noun is read again: `noun` is that of its address.
 * `refusals` has words for what this noun alone refuses.
 */
export function useWrite(noun: string, refusals: Refusals = {}) {
  const t = useAuthoring().writes
  const course_id = useCourseId()
  const [busy, setBusy] = useState(false)

  async function write<R>(send: () => Promise<{ data: R; headers: Headers }>, done: string): Promise<R | undefined> {
    setBusy(true)
    try {
      const { data, headers } = await send()
      toastWithUndo(done, course_id, changeOfHeaders(headers), t)
      return data
    } catch (error) {
      const isOther = error instanceof CallError && (error.code === 'conflict' || error.code === 'not_found')
      if (isOther) void queries.invalidateQueries({ queryKey: ['courses', course_id, noun] })
      const refusal = error instanceof CallError ? refusals[error.code] : undefined
      const words = typeof refusal === 'function' ? refusal(error as CallError) : refusal
      toast(words ?? whyFailed(error, t), 'wrong')
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, write }
}
