import { useRef, useState } from 'react'
import type { Assignment, Receipt, SubmissionForm } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { CallError, isTransient } from '../loading/call.ts'
import type { Draft } from './draft.ts'
import type { DraftSync } from './draftSync.ts'
import { fieldNames } from './form.ts'
import { handIn, readAgain, submissionOf } from './submission.ts'

interface Options {
  courseId: string
  assignment: Assignment
  draft: Draft
  sync: DraftSync | undefined
  /** A submission starts; or none of it arrived (`undefined`). */
  onSent: (form: SubmissionForm | undefined) => void
  onSubmitted: (receipt: Receipt) => void
  onElsewhere: () => Promise<unknown>
}

const noErrors: Record<string, string> = {}

/** The submission of a worksheet: confirm, send, and send again after a failure. */
export function useSubmit({ courseId, assignment, draft, sync, onSent, onSubmitted, onElsewhere }: Options) {
  const t = useText().assignments
  const [asking, setAsking] = useState(false)
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle')
  const [error, setError] = useState<CallError>()
  // Two presses within one frame count as one.
  const busy = useRef(false)

  async function send() {
    if (busy.current) return
    busy.current = true
    setPhase('sending')
    try {
      await sync?.hold()
      const form = submissionOf(draft, fieldNames(assignment))
      onSent(form)
      const receipt = await handIn(courseId, assignment, form)
      setPhase('sent')
      setError(undefined)
      onSubmitted(receipt)
    } catch (failure) {
      const error = failure instanceof CallError ? failure : new CallError('internal', 500, String(failure))
      // After a lost response it is unknown whether the submission arrived.
      if (!isTransient(error)) onSent(undefined)
      if (error.code === 'attempts_used') await onElsewhere()
      // The server hands in what it has, and then the next attempt is not begun.
      if (isAtEnd(error)) await readAgain(courseId)
      setError(error)
      setPhase('idle')
      busy.current = false
      sync?.release()
    }
    setAsking(false)
  }

  return {
    asking,
    phase,
    failure: error && error.code !== 'attempts_used' && !isAtEnd(error) ? wordsOf(error, t.failures) : undefined,
    /** Whether the last try had no answer. */
    unanswered: error !== undefined && isTransient(error),
    errors: error?.code === 'invalid' ? marked(error.fields, t.notAccepted) : noErrors,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
    send: () => void send(),
  }
}

const isAtEnd = ({ code }: CallError) => code === 'time_is_up' || code === 'not_begun'

type Words = ReturnType<typeof useText>['assignments']['failures']

const wordsOf = ({ code }: CallError, words: Words): string =>
  Object.hasOwn(words, code) ? words[code as keyof Words] : words.other

const marked = (fields: Record<string, string>, word: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, word]))
