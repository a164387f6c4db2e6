import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { courseCard, findActivity, findMyCourses, findUpcoming, getCourse } from './queries.ts'

export function courseRoutes({ db, now }: Deps): Handlers<typeof contract.courses> {
  return {
    async mine({ viewer }) {
      return (await findMyCourses(db, viewer._id)).map(courseCard)
    },
    upcoming: ({ viewer }) => findUpcoming(db, viewer._id, now()),
    async one({ courseId }) {
      const c = await getCourse(db, courseId)
      return {
        course_id: c.id,
        course_name_short: c.name_short,
        course_name: c.name,
        course_code: c.code,
        course_image: c.img,
        course_objective: c.objectives,
        course_instructors: c.instructors,
        course_contact: { facebook: c.contact_facebook, team: c.contact_team, echo: c.contact_echo },
        course_roster: c.roster,
      }
    },
    async activity({ courseId, viewer }) {
      const rows = await findActivity(db, courseId, viewer._id, now())
      return rows.map((a) => ({ type: a.type, title: a.title, date: a.created_at, location: a.link }))
    },
  }
}
