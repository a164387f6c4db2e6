import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { acceptGroup, createGroup, leaveGroup } from './changes.ts'
import { findGroupings, getGroup, getGrouping } from './queries.ts'

export function groupRoutes({ db, now, live }: Deps): Handlers<typeof contract.groups> {
  return {
    list({ viewer, courseId }) {
      return findGroupings(db, courseId, viewer._id)
    },
    async one({ viewer, courseId, params }) {
      const { groups } = await getGrouping(db, courseId, params.grouping_id, viewer._id)
      return { groups }
    },
    async create({ viewer, role, courseId, params, body, newId }) {
      const id = newId()
      const change = { viewer, courseId, groupingId: params.grouping_id, now: now() }
      const events = await createGroup(db, { ...change, role, id, ...body })
      live.tell(...events)
      return getGroup(db, courseId, id, viewer._id)
    },
    async accept({ viewer, courseId, params }) {
      const { grouping_id: groupingId, group_id: groupId } = params
      const events = await acceptGroup(db, { viewer, courseId, groupingId, groupId, now: now() })
      live.tell(...events)
      return { accepted: true }
    },
    async leave({ viewer, courseId, params }) {
      const { grouping_id: groupingId, group_id: groupId } = params
      const events = await leaveGroup(db, { viewer, courseId, groupingId, groupId, now: now() })
      live.tell(...events)
      return { left: true }
    },
  }
}
