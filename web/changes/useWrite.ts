import { useState } from 'react'
import type { SegmentInCourse } from '../../contract/parts.ts'
import { useCourseId } from '../courses/queries.ts'
import { whyFailed } from '../forms/whyFailed.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'
import { forgetRevisions, keepRevisions, type WriteResponse } from './revisions.ts'
import { changeOfHeaders, toastWithUndo } from './undo.ts'

/** The words for a refusal, by code. */
export type Refusals = Partial<Record<CallError['code'], string | ((error: CallError) => string)>>

type Sent<R> = WriteResponse & { data: R; headers: Headers }

/**
 * The queue of each noun: its writes go to the server one after another, because each starts from the revision of the
 * previous one.
 */
const last = new Map<string, Promise<unknown>>()

/** Sends a write after those of its noun that are under way. @throws CallError */
export function inTurn<R>(noun: string, send: () => Promise<Sent<R>>): Promise<Sent<R>> {
  const sent = (last.get(noun) ?? Promise.resolve()).then(send).then((answer) => {
    keepRevisions(answer)
    return answer
  })
  last.set(
    noun,
    sent.catch(() => {}),
  )
  return sent
}

/**
 * A write of staff at a press: says what it did and offers to undo it, or says why it failed. After a conflict the
 * screen reads the noun again: `noun` is that of its address. `refusals` has words for refusals of this noun alone.
 * `send` takes the revision when it runs, from `revisionOf`. `onChange` gets the ids of the changes.
 */
export function useWrite(
  noun: SegmentInCourse,
  refusals: Refusals = {},
  onChange: (change: string) => void = () => {},
) {
  const t = useAuthoring().writes
  const course_id = useCourseId()
  const [busy, setBusy] = useState(false)

  /** `look` shows what the write would change before it is sent; returns whether it may be sent without a further press. */
  async function write<R>(
    send: () => Promise<Sent<R>>,
    done: string | ((data: R) => string),
    look?: () => Promise<boolean>,
  ): Promise<R | undefined> {
    setBusy(true)
    try {
      if (look && !(await look())) return undefined
      const { data, headers } = await inTurn(noun, send)
      for (const change of changeOfHeaders(headers)) onChange(change)
      toastWithUndo(typeof done === 'string' ? done : done(data), course_id, changeOfHeaders(headers), t)
      return data
    } catch (error) {
      const isOther = error instanceof CallError && (error.code === 'conflict' || error.code === 'not_found')
      if (isOther) {
        forgetRevisions()
        void queries.invalidateQueries({ queryKey: ['courses', course_id, noun] })
      }
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
