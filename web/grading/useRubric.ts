import { type RubricItem, submissions } from '../../contract/staff/grading.ts'
import { revisionOf } from '../changes/revisions.ts'
import { inTurn, useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { call, callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

type Item = Pick<RubricItem, 'part' | 'title' | 'points'>

/** The writes of rubric items; the grades of all works with an item change with it. */
export function useRubric(asgn_id: string) {
  const t = useAuthoring().grading
  const course_id = useCourseId()
  const { busy, write } = useWrite('submissions')
  const paramsOf = ({ _id }: RubricItem) => ({ course_id, asgn_id, item_id: _id })
  const renew = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions'] }),
      queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgn_id] }),
    ])
  async function renewed<R>(done: Promise<R | undefined>): Promise<R | undefined> {
    const answer = await done
    await renew()
    return answer
  }
  return {
    busy,
    /** Returns before the rubric has it, so that a form which closes then sends it once; `renew` reads the rubric. */
    add: (item: Item) =>
      write(
        () => callWithHeaders(submissions.addItem, { params: { course_id, asgn_id }, body: item, makes: true }),
        t.itemAdded,
      ),
    renew,
    /** The grades that an edit would change. @throws CallError */
    effect: (item: RubricItem, change: Partial<Item>) =>
      call(submissions.editItem, {
        params: paramsOf(item),
        body: change,
        revision: revisionOf(item),
        query: { dry_run: 'true' },
      }),
    /** Returns as soon as it is done; `renew` reads what changes with it. @throws CallError */
    edit: (item: RubricItem, change: Partial<Item>, revision: number) =>
      inTurn('submissions', () =>
        callWithHeaders(submissions.editItem, { params: paramsOf(item), body: change, revision }),
      ),
    remove: (item: RubricItem, onRemoved: () => void) =>
      renewed(
        write(
          () => callWithHeaders(submissions.removeItem, { params: paramsOf(item), revision: revisionOf(item) }),
          t.itemRemoved,
        ).then((removed) => {
          if (removed) onRemoved()
          return removed
        }),
      ),
  }
}
