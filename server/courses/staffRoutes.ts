import type { adminCourses, courseSettings, courseWrites } from '../../contract/staff/courses.ts'
import type { MemberGrant } from '../access/rules.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { found } from '../errors.ts'
import type { LiveEvent } from '../live.ts'
import { trustedIssuer } from '../roster/trusted.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { appoint, findCourses } from './admin.ts'
import { createCourse, instructorsOf } from './create.ts'
import { addLink, checkLink, findLinks, joinByLink, revokeLink } from './links.ts'
import type { Picture } from './picture.ts'
import { findCards, isOn } from './queries.ts'
import { editCourse, getSettings } from './settings.ts'
import { shownCard } from './shown.ts'

/** Staff's calls on a course itself. `comeIn` tells that a person is on it now, with the events for others. */
export function courseStaffRoutes(
  deps: Deps,
  comeIn: (personId: string, events: LiveEvent[]) => Promise<void>,
): Handlers<typeof courseSettings & typeof courseWrites> {
  const { db, now, live, fileKey } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
  const settings = (grant: MemberGrant) => getSettings(db, grant, { sign, now: now() })
  return {
    async create({ viewer, newId, body }) {
      const id = newId()
      await createCourse(db, { id, course: body, instructorIds: [viewer._id], now: now() })
      live.tell({ kind: 'person_changed', person_id: viewer._id })
      return { course_id: id }
    },
    settings,
    async edit(input) {
      const grades = await editCourse(deps, input, sign)
      return { ...(await settings(input)), ...(grades && { grades }) }
    },
    async addJoinLink(input) {
      const { courseId, newId, body } = input
      const id = newId()
      await write(deps, input, { kind: 'join_link_added', about: { _id: courseId, title: '' } }, (trx) =>
        addLink(trx, { courseId, id, days: body.days, now: now() }),
      )
      return found((await findLinks(db, courseId, now())).find(({ _id }) => _id === id))
    },
    async revokeJoinLink(input) {
      const { courseId, params } = input
      await write(deps, input, { kind: 'join_link_revoked', about: { _id: courseId, title: '' } }, (trx) =>
        revokeLink(trx, courseId, params.link_id, now()),
      )
      return { _id: params.link_id }
    },
    async invited({ viewer, query: { course: courseId, link: token } }) {
      await checkLink(db, { personId: viewer._id, courseId, token, now: now() })
      const [card] = await findCards(db, [courseId])
      const course_roster = (await isOn(db, courseId, viewer._id)) ? [{ _id: viewer._id }] : []
      return { ...shownCard(found(card), sign), course_roster }
    },
    async joinByLink({ viewer, body: { course_id, link: token } }) {
      await comeIn(viewer._id, await joinByLink(db, { personId: viewer._id, courseId: course_id, token, now: now() }))
      return { course_id }
    },
  }
}

export function adminCourseRoutes({ db, now, live, sessions, config }: Deps): Handlers<typeof adminCourses> {
  return {
    list: ({ query }) => findCourses(db, query),
    async create({ viewer, newId, body }) {
      const id = newId()
      const named = await instructorsOf(db, body.instructors, trustedIssuer(config))
      const instructorIds = body.instructors.length > 0 ? named.instructorIds : [viewer._id]
      await createCourse(db, { id, course: body, instructorIds, awaited: named.awaited, now: now() })
      live.tell(...instructorIds.map((person_id) => ({ kind: 'person_changed' as const, person_id })))
      return { course_id: id }
    },
    async appoint({ body: { email, may_create } }) {
      const _id = found(await appoint(db, email, may_create))
      sessions.forgetPerson(_id)
      return { _id, may_create }
    },
  }
}
