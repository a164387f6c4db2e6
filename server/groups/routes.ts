import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { createGroup, leaveGroup } from './changes.ts'
import { findGroupings, getGroup, getGrouping } from './queries.ts'

export function groupRoutes({ db, now, live }: Deps): Handlers<typeof contract.groups> {
  return {
    async list({ viewer, courseId }) {
      const rows = await findGroupings(db, courseId, viewer._id)
      return rows.map(({ id, name, groups }) => ({ _id: id, grouping_name: name, groups }))
    },
    async one({ viewer, courseId, params }) {
      const { groups } = await getGrouping(db, courseId, params.grouping_id, viewer._id)
      return { groups }
    },
    async create({ viewer, courseId, params, body, newId }) {
      const id = newId()
      const news = await createGroup(db, { viewer, courseId, groupingId: params.grouping_id, now: now(), id, ...body })
      live.tell(...news)
      return getGroup(db, courseId, id, viewer._id)
    },
    async leave({ viewer, courseId, params }) {
      const { grouping_id: groupingId, group_id: groupId } = params
      const news = await leaveGroup(db, { viewer, courseId, groupingId, groupId, now: now() })
      live.tell(...news)
      return { left: true }
    },
  }
}
