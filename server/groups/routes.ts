import { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import type { LiveEvent } from '../live.ts'
import type { Handlers } from '../serve.ts'
import { throttled } from '../throttle.ts'
import { authoringRoutes } from './authoring.ts'
import { acceptGroup, createGroup, leaveGroup } from './changes.ts'
import { findCommon, findGroupings, getGroup, getGrouping, type Reader } from './queries.ts'

/** In ms: a lecture makes its groups in some minutes, and every open screen reads all of them again. */
const GROUPS_EVERY_MS = 10_000

export function groupRoutes(deps: Deps): Handlers<typeof contract.groups> {
  const { db, now, live, cache } = deps
  const tellSome = throttled(live, GROUPS_EVERY_MS)
  /** Tells the people concerned, and then everyone with the groups on screen. */
  function tell(course_id: string, events: LiveEvent[]): void {
    live.tell(...events)
    if (events.length > 0) tellSome({ kind: 'groups_changed', course_id })
  }
  const readerOf = ({ viewer, courseId, audience }: MemberGrant): Reader => ({
    ...{ courseId, audience, personId: viewer._id, now: now() },
  })
  /** Kept for everyone, because of a large course it is most of the answer. */
  const commonOf = (grant: MemberGrant, id?: string) =>
    cache.one(contract.groups[id ? 'one' : 'list'], grant, () => findCommon(db, grant, id), {
      section: null,
      of: id ?? '',
    })
  return {
    list: (grant) => findGroupings(db, readerOf(grant), commonOf(grant)),
    async one(grant) {
      const { grouping_id: id } = grant.params
      const { groups } = await getGrouping(db, readerOf(grant), id, commonOf(grant, id))
      return { groups }
    },
    async create(input) {
      const { viewer, role, courseId, params, body, newId } = input
      const group = { viewer, role, courseId, groupingId: params.grouping_id, now: now(), id: newId(), ...body }
      if (input.audience === 'student') {
        tell(courseId, await db.transaction().execute((trx) => createGroup(trx, group)))
      } else {
        const about = { _id: params.grouping_id, title: body.name }
        await write(deps, input, { kind: 'groups_made', about }, async (trx) => {
          live.tell(...(await createGroup(trx, group)))
        })
      }
      return getGroup(db, readerOf(input), group.id)
    },
    async accept({ viewer, courseId, params }) {
      const { grouping_id: groupingId, group_id: groupId } = params
      tell(courseId, await acceptGroup(db, { viewer, courseId, groupingId, groupId, now: now() }))
      return { accepted: true }
    },
    async leave({ viewer, courseId, params }) {
      const { grouping_id: groupingId, group_id: groupId } = params
      tell(courseId, await leaveGroup(db, { viewer, courseId, groupingId, groupId, now: now() }))
      return { left: true }
    },
    ...authoringRoutes(deps),
  }
}
