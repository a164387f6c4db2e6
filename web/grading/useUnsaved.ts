import { useEffect, useEffectEvent, useState } from 'react'
import { submissions, type Work } from '../../contract/staff/grading.ts'
import { useOnline } from '../common/useOnline.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { useTyped } from '../typed/useTyped.ts'
import { unlessTyping } from '../typed/useTyping.ts'
import { formOf, type Grade, goneIn, withGrade, wrongIn } from './grade.ts'
import { workOf } from './queries.ts'
import { whoIn } from './rows.tsx'

interface KeptGrade {
  values: Grade
  from: { values: Grade; revision?: number }
  /** Somebody else's values of the same fields. */
  conflicts?: Grade
}

/** A work whose grade is on this device only. */
export interface Unsaved {
  submission: string
  /** Undefined: the work could not be read. */
  asgn_id: string | undefined
  name: string
  /** Of several attempts, which one; else 0. */
  attempt: number
}

export const unsavedOf = (work: Work, t: Parameters<typeof whoIn>[1]): Unsaved => ({
  ...{ submission: work._id, asgn_id: work.asgn_id, name: whoIn(work, t) },
  attempt: work.attempts.length > 1 ? work.attempt : 0,
})

/**
 * The grades on this device that the server does not have, except those that are open here or typed in another tab.
 * They are sent again when the network is back, but not over somebody else's later grade, nor when they are released,
 * apply removed rubric items or have invalid points.
 */
export function useUnsaved(open: string) {
  const t = useAuthoring().grading
  const course_id = useCourseId()
  const typed = useTyped('grade')
  const [unsaved, setUnsaved] = useState<Unsaved[]>([])
  const prefix = `${course_id}:`
  const idsNow = () =>
    [...typed.all().keys()].flatMap((place) => (place.startsWith(prefix) ? [place.slice(prefix.length)] : []))

  async function send(submission_id: string): Promise<Unsaved | undefined> {
    const place = prefix + submission_id
    const text = typed.read(place)
    const params = { course_id, submission_id }
    const query = workOf(course_id, submission_id)
    const known = () => queries.getQueryData(query.queryKey)
    try {
      const { values, from, conflicts = {} } = JSON.parse(text ?? '') as KeptGrade
      const work = await queries.fetchQuery({ ...query, staleTime: 0, retry: false })
      const isOthers = work.feedback.revision !== (from.revision ?? 0) || Object.keys(conflicts).length > 0
      // Invalid points are in no body: what the grader typed would be lost.
      const isWhole = goneIn(values, from.values, work.rubric) === 0 && wrongIn(values).length === 0
      if (!isOthers && isWhole && !work.feedback.released) {
        const { data: saved } = await callWithHeaders(submissions.save, {
          params,
          body: formOf(values, work.rubric),
          revision: work.feedback.revision,
        })
        showAnswer<Work>(query.queryKey, (shown) => shown && { ...withGrade(shown, saved), draft: null })
        if (typed.read(place) === text) typed.drop(place)
        return undefined
      }
    } catch {
      // The grade stays on the device, and is listed.
    }
    const work = known()
    return work ? unsavedOf(work, t) : { submission: submission_id, asgn_id: undefined, name: '', attempt: 0 }
  }

  async function sendAll() {
    const left: Unsaved[] = []
    for (const id of idsNow()) {
      const still = id === open ? undefined : await unlessTyping(prefix + id, () => send(id))
      if (still) left.push(still)
    }
    // The work that was open meanwhile may have been left by now, and be listed.
    setUnsaved((all) => [...all.filter(({ submission }) => submission === open), ...left])
  }
  const onOpen = useEffectEvent(() => void sendAll())
  useEffect(() => onOpen(), [])
  useOnline(() => void sendAll())

  return {
    unsaved: unsaved.filter(({ submission }) => submission !== open && typed.read(prefix + submission) !== null),
    retry: () => void sendAll(),
    /** A grade that the server will never take, such as of a deleted assignment, is not listed for ever. Returns what puts it back. */
    discard() {
      const dropped = unsaved.flatMap(({ submission }) => {
        const [place, text] = [prefix + submission, typed.read(prefix + submission)]
        return submission === open || text === null ? [] : [{ place, text }]
      })
      for (const { place } of dropped) typed.drop(place)
      setUnsaved([])
      return () => {
        for (const { place, text } of dropped) if (typed.read(place) === null) typed.keep(place, text)
        setUnsaved(unsaved)
      }
    },
    add: (one: Unsaved) => setUnsaved((all) => [...all.filter(({ submission }) => submission !== one.submission), one]),
  }
}
