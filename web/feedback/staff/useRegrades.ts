import { useQuery } from '@tanstack/react-query'
import type { Work } from '../../../contract/staff/grading.ts'
import { itemOf, textbox } from '../../assignments/form.ts'
import { useCourseId } from '../../courses/queries.ts'
import { FILE } from '../../grading/parts.ts'
import { regradesOf } from './queries.ts'

/** The regrade requests about a work, and which of them wait for an answer. */
export function useRegrades({ _id, sheet, feedback, attempts }: Work) {
  const enabled = feedback.released || attempts.length > 1
  const { data = [] } = useQuery({ ...regradesOf(useCourseId(), _id), enabled })
  const own = data.filter(({ submission_id }) => submission_id === _id)
  const waiting = own.filter(({ answer }) => !answer)
  const there = new Set([
    ...(sheet.assignment_text ? [textbox] : []),
    ...sheet.assignment_questionset.map((question) => itemOf(question._id)),
    ...(sheet.assignment_file.length > 0 ? [FILE] : []),
  ])
  return {
    of: (part: string) => own.filter((one) => one.part === part),
    /** Requests about removed parts. */
    gone: own.filter(({ part }) => !there.has(part)),
    /** The parts with a request that waits for an answer. */
    parts: new Set(waiting.map(({ part }) => part)),
    /** The first of those parts. */
    first: waiting[0]?.part,
    /** A request that waits in another attempt. */
    other: data.find(({ submission_id, answer }) => submission_id !== _id && !answer),
  }
}
