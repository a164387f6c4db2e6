import { contract } from '../../contract/index.ts'
import type { CourseView } from '../cache.ts'
import type { Deps } from '../deps.ts'
import { refuseUnless } from '../errors.ts'
import type { LiveEvent } from '../live.ts'
import { activityColumns, findActivity, type OwnActivity } from '../notifications/queries.ts'
import { shownActivity } from '../notifications/shown.ts'
import { ROSTER_EVERY_MS } from '../roster/follow.ts'
import { findRoster } from '../roster/queries.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { throttled } from '../throttle.ts'
import { signedAddress } from '../uploads/location.ts'
import { join, register } from './join.ts'
import type { Picture } from './picture.ts'
import { findCards, findMyCourses, getCourse } from './queries.ts'
import { findCourses, isYearThere } from './search.ts'
import { shownCard, shownCourse } from './shown.ts'
import { courseStaffRoutes } from './staffRoutes.ts'
import { findUpcoming } from './upcoming.ts'

type Courses = typeof contract.courses

/** In ms, how often the cache renews a course's answer, long before the address of its picture expires. */
const RENEW_MS = 3_600_000

export function courseRoutes(deps: Deps): Handlers<Courses> {
  const { db, cache, now, live, fileKey } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
  const tellOthers = throttled(live, ROSTER_EVERY_MS)
  /** Tells the person, whose streams have the news of the course from then on, and others who read about its people. */
  async function comeIn(person_id: string, events: LiveEvent[]): Promise<void> {
    if (events.length === 0) return
    await live.publish({ kind: 'person_changed', person_id })
    for (const event of events) tellOthers(event)
  }
  const cardsOf = (theirs: CourseView[]) => cache.rows(contract.courses.mine, theirs, (ids) => findCards(db, ids))
  return {
    ...courseStaffRoutes(deps, comeIn),
    async mine({ viewer }) {
      const theirs = await findMyCourses(db, viewer._id)
      return (await cardsOf(theirs)).flat().map((row) => shownCard(row, sign))
    },
    async upcoming({ viewer }) {
      return findUpcoming(deps, viewer._id, now())
    },
    async find({ viewer, query }) {
      refuseUnless(isYearThere(query.year, now()))
      const rows = await findCourses(db, viewer._id, query)
      const cards = await cardsOf(rows)
      const rosterOf = (joined = false) => (joined ? [{ _id: viewer._id }] : [])
      return cards.flatMap((card, i) =>
        card.map((c) => ({ ...shownCard(c, sign), course_roster: rosterOf(rows[i]?.joined) })),
      )
    },
    async join({ viewer, body: { course_id, course_password: password } }) {
      await comeIn(viewer._id, await join(db, { personId: viewer._id, courseId: course_id, password, now: now() }))
      return { course_id }
    },
    async register({ viewer, body }) {
      const { course_id, events } = await register(db, { personId: viewer._id, ...body, now: now() })
      await comeIn(viewer._id, events)
      return { course_id }
    },
    one: (about) => {
      const { courseId, role, can, audience } = about
      const tell = async () => ({ ...shownCourse(await getCourse(db, courseId), sign, audience), role, can })
      const version = Math.floor(now().getTime() / RENEW_MS)
      return cache.answer(contract.courses.one, about, tell, { section: null, of: role, version })
    },
    can: ({ can }) => can,
    activity: withOwn<Courses['activity'], OwnActivity>(
      () => activityColumns(now()),
      async ({ own, ...view }) => (await findActivity(deps, view, own, now())).map(shownActivity),
    ),
    roster: (about) => {
      const { courseId, audience } = about
      return cache.answer(contract.courses.roster, about, () => findRoster(db, courseId, audience === 'staff'), {
        section: null,
      })
    },
  }
}
