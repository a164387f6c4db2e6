import { contract } from '../../contract/index.ts'
import type { CourseView } from '../cache.ts'
import type { Deps } from '../deps.ts'
import { refuseUnless } from '../errors.ts'
import { activityColumns, findActivity, type OwnActivity } from '../notifications/queries.ts'
import { shownActivity } from '../notifications/shown.ts'
import { findRoster } from '../roster/queries.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { join, register } from './join.ts'
import { findCards, findMyCourses, findUpcoming, getCourse } from './queries.ts'
import { findCourses, isYearThere } from './search.ts'
import { shownCard, shownCourse } from './shown.ts'

type Courses = typeof contract.courses

export function courseRoutes(deps: Deps): Handlers<Courses> {
  const { db, cache, now, live } = deps
  const cardsOf = (theirs: CourseView[]) =>
    cache.rows(contract.courses.mine, theirs, async (ids) => (await findCards(db, ids)).map(shownCard))
  return {
    async mine({ viewer }) {
      const theirs = await findMyCourses(db, viewer._id)
      return (await cardsOf(theirs)).flat()
    },
    async upcoming({ viewer }) {
      return findUpcoming({ db, cache }, viewer._id, now())
    },
    async find({ viewer, query }) {
      refuseUnless(isYearThere(query.year, now()))
      const rows = await findCourses(db, viewer._id, query)
      const cards = await cardsOf(rows)
      const rosterOf = (joined = false) => (joined ? [{ _id: viewer._id }] : [])
      return cards.flatMap((card, i) => card.map((c) => ({ ...c, course_roster: rosterOf(rows[i]?.joined) })))
    },
    async join({ viewer, body: { course_id, course_password: password } }) {
      const joined = await join(db, { personId: viewer._id, courseId: course_id, password, now: now() })
      if (joined) await live.publish({ kind: 'person_changed', person_id: viewer._id })
      return { course_id }
    },
    async register({ viewer, body }) {
      const course_id = await register(db, { personId: viewer._id, ...body, now: now() })
      await live.publish({ kind: 'person_changed', person_id: viewer._id })
      return { course_id }
    },
    one: (about) => {
      const { courseId, role, can } = about
      const tell = async () => ({ ...shownCourse(await getCourse(db, courseId)), role, can })
      return cache.answer(contract.courses.one, about, tell, { of: role })
    },
    can: ({ can }) => can,
    activity: withOwn<Courses['activity'], OwnActivity>(
      () => activityColumns(now()),
      async ({ own, ...view }) => (await findActivity(deps, view, own, now())).map(shownActivity),
    ),
    roster: (about) => {
      const { courseId, audience } = about
      return cache.answer(contract.courses.roster, about, () => findRoster(db, courseId, audience === 'staff'))
    },
  }
}
