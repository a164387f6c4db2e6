import { hiddenNames } from '../../contract/staff/hiddenNames.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

/** Hides the names of students without a released grade from all graders, or shows them. */
export function useHiddenNames(asgn_id: string) {
  const t = useAuthoring().grading
  const course_id = useCourseId()
  const { write } = useWrite('assignments')
  return async (hidden: boolean) => {
    const send = () => callWithHeaders(hiddenNames.set, { params: { course_id, asgn_id }, body: { hidden } })
    if (!(await write(send, hidden ? t.namesHiddenDone : t.namesShownDone))) return
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgn_id] }),
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions'] }),
    ])
  }
}
