import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { idOf, isId } from '../ids.ts'
import type { Handlers } from '../serve.ts'
import { findPresent, setPresence } from './queries.ts'

export function presenceRoutes({ db, now, live }: Deps): Handlers<typeof contract.presence> {
  return {
    async at({ viewer, courseId, params: { thing_id }, body }) {
      if (!isId(thing_id)) throw notFound()
      // A key of its own, because a group's draft may have the same id.
      const at = { courseId, about: idOf('staff', thing_id), personId: viewer._id }
      if (await setPresence(db, at, body, now())) live.tell({ kind: 'presence_changed', course_id: courseId, thing_id })
      return findPresent(db, at, now())
    },
  }
}
