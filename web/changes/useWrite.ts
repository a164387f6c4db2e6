import { useState } from 'react'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'
import { changeOfHeaders, toastWithUndo } from './undo.ts'

/** By code, the words for a refusal. */
export type Refusals = Partial<Record<CallError['code'], string | ((error: CallError) => string)>>

/**
 * A write of staff at a press: says what it did and offers to take it back, or says why it failed. After a conflict, what
 * is on screen of the noun is read again: `noun` is that of its address.
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
      const isConflict = error instanceof CallError && error.code === 'conflict'
      if (isConflict) void queries.invalidateQueries({ queryKey: ['courses', course_id, noun] })
      const refusal = error instanceof CallError ? refusals[error.code] : undefined
      const words = typeof refusal === 'function' ? refusal(error as CallError) : refusal
      toast(words ?? (isConflict ? t.changedMeanwhile : t.failed), 'wrong')
      return undefined
    } finally {
      setBusy(false)
    }
  }
  return { busy, write }
}
