import { useEffect, useEffectEvent, useState } from 'react'
import { type RubricItem, type Grade as Saved, submissions, type Work } from '../../contract/staff/grading.ts'
import { useCourseId } from '../courses/queries.ts'
import { type Start, useForm } from '../forms/useForm.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { useTyped } from '../typed/useTyped.ts'
import { useTyping } from '../typed/useTyping.ts'
import { formOf, type Grade, goneIn, gradeIn, inDraft, withGrade, wrongIn } from './grade.ts'
import { workOf } from './queries.ts'
import { useGradeDraft } from './useGradeDraft.ts'

/**
 * The form of one work's grade: the device keeps it at once, and the server as the grader's draft. A save merges it
 * with other people's grades; where both changed the same field, the form shows both.
 */
export function useGrade(work: Work, rubric: RubricItem[]) {
  const course_id = useCourseId()
  const typed = useTyped('grade')
  const params = { course_id, submission_id: work._id }
  const { queryKey } = workOf(course_id, work._id)
  const startOf = (saved: Saved): Start<Grade> => ({ values: gradeIn(saved, rubric), revision: saved.revision })

  // The draft from another device, unless this one has its own.
  const [place] = useState(() => {
    const at = `${course_id}:${work._id}`
    if (work.draft && typed.read(at) === null)
      typed.keep(at, JSON.stringify(inDraft(work.draft, startOf(work.feedback))))
    return at
  })
  const form = useForm<Grade, Saved>({
    start: startOf(work.feedback),
    texts: ['comment'],
    what: 'grade',
    place,
    check: (values) => Object.fromEntries(wrongIn(values).map(({ field, why }) => [field, why])),
    async send(values, { revision = 0 }) {
      const body = formOf(values, rubric)
      try {
        return (await callWithHeaders(submissions.save, { params, body, revision })).data
      } catch (error) {
        // Items were removed: the form says so by the present rubric.
        if (error instanceof CallError && error.fields.applied) await queries.invalidateQueries({ queryKey })
        throw error
      }
    },
    readCurrent(current) {
      const feedback = current as Saved
      // Who saved it is shown beside it.
      showAnswer<Work>(queryKey, (shown) => shown && withGrade(shown, feedback))
      return startOf(feedback)
    },
    readSaved: startOf,
    isListed: true,
  })
  const { renew } = form
  useTyping(place, form.dirty)

  // Other people's grades while it is open.
  const onFeedback = useEffectEvent((feedback: Saved) => renew(startOf(feedback)))
  useEffect(() => onFeedback(work.feedback), [work.feedback])

  const dropDraft = useGradeDraft(work, form)

  const gone = goneIn(form.values, form.from.values, rubric)
  return {
    ...form,
    gone,
    /** Going on leaves it unsaved: a student sees it, or the grader has to look at what others did. */
    needsPress: work.feedback.released || Object.keys(form.conflicts).length > 0 || gone > 0,
    /** Sends the form; returns undefined on failure, which the form shows. */
    async save(): Promise<Saved | undefined> {
      const saved = await form.submit()
      if (saved) {
        dropDraft()
        showAnswer<Work>(queryKey, (shown) => shown && { ...withGrade(shown, saved), draft: null })
        void queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', work.asgn_id, 'submissions'] })
      }
      return saved
    },
  }
}

export type GradeForm = ReturnType<typeof useGrade>
