import type { RosterPerson } from '../../contract/courses.ts'
import { roster } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import { revisionOf } from '../changes/revisions.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

export interface Place {
  role?: Role
  section?: string
}

type Someone = Pick<RosterPerson, '_id' | 'revision'>

const named = (one: Someone) => ({ _id: one._id, revision: revisionOf(one) })

export const renewPeople = (course_id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'roster'] }),
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'people'] }),
  ])

/** Staff's writes to the people of a course. Each can be taken back at once. */
export function usePeopleWrites() {
  const { people: t } = useAuthoring()
  const course_id = useCourseId()
  const params = { course_id }
  const { busy, write } = useWrite('roster', { last_instructor: t.lastInstructor, not_allowed: t.instructorsAlone })

  async function thenRenew<R>(result: Promise<R | undefined>): Promise<R | undefined> {
    const done = await result
    await renewPeople(course_id)
    return done
  }

  return {
    busy,
    /** Shown at once; the server's answer follows. */
    async edit(someone: Someone[], place: Place, done: string) {
      const ids = new Set(someone.map(({ _id }) => _id))
      const { queryKey } = rosterOf(course_id)
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData(queryKey)
      queries.setQueryData(queryKey, (list) => list?.map((one) => (ids.has(one._id) ? { ...one, ...place } : one)))
      const body = () => ({ items: someone.map((one) => ({ ...named(one), ...place })) })
      const saved = await write(
        () => callWithHeaders(roster.editMany, { params, body: body() }),
        ({ emptied = [] }) => [done, ...emptied.map(t.emptied)].join(' '),
      )
      // Without a network the list is not read again.
      if (!saved) queries.setQueryData(queryKey, before)
      return thenRenew(Promise.resolve(saved))
    },
    remove: (someone: Someone[]) =>
      thenRenew(
        write(
          () => callWithHeaders(roster.removeMany, { params, body: { items: someone.map(named) } }),
          t.removed(someone.length),
        ),
      ),
    restore: (someone: Someone[]) =>
      thenRenew(
        write(
          () => callWithHeaders(roster.restore, { params, body: { items: someone.map(({ _id }) => _id) } }),
          t.restored(someone.length),
        ),
      ),
  }
}
