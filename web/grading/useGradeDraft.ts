import { useEffect, useEffectEvent, useRef } from 'react'
import { submissions, type Work } from '../../contract/staff/grading.ts'
import { useCourseId } from '../courses/queries.ts'
import { call } from '../loading/call.ts'
import { draftOf, type Grade } from './grade.ts'

/** In ms, the pause in typing after which the server gets the draft. */
const REST_MS = 800

interface Typing {
  dirty: boolean
  values: Grade
  from: { revision?: number | undefined }
}

/**
 * Keeps the form as the grader's draft on the server, and removes the draft when the form equals the saved grade.
 * Returns a function to call after a save, which also drops a draft that arrives later.
 */
export function useGradeDraft({ _id: submission_id, draft }: Work, form: Typing) {
  const course_id = useCourseId()
  const { dirty, values, from } = form
  const isThere = useRef(draft !== null)
  /** The calls in turn, and how many are running. */
  const calls = useRef(Promise.resolve())
  const under = useRef(0)
  const keep = (fields: Grade | null) => {
    isThere.current = fields !== null
    under.current++
    calls.current = calls.current
      .then(() => call(submissions.keepDraft, { params: { course_id, submission_id }, body: { fields } }))
      .catch(() => {})
      .then(() => {
        under.current--
      })
  }
  const onRest = useEffectEvent(() => keep(dirty ? draftOf(values, from.revision) : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it rests anew after each change
  useEffect(() => {
    if (!dirty && !isThere.current) return
    const rest = setTimeout(onRest, REST_MS)
    return () => clearTimeout(rest)
  }, [dirty, values])
  return () => {
    isThere.current = false
    if (under.current > 0) keep(null)
  }
}
