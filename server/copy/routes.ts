import type { copies } from '../../contract/staff/copy.ts'
import { replayed } from '../changes/change.ts'
import { getZone } from '../courses/zone.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { countParts, findPlan, firstDay, isNumberTaken } from './copy.ts'

export function copyRoutes({ db, jobs }: Deps): Handlers<typeof copies> {
  return {
    async start({ courseId }) {
      const [parts, first_day, zone] = await Promise.all([
        countParts(db, courseId),
        firstDay(db, courseId),
        getZone(db, courseId),
      ])
      return { parts, first_day, zone }
    },
    dates: ({ courseId, query: { keep_publishing, ...query } }) =>
      findPlan(db, courseId, { ...query, keepPublishing: keep_publishing === 'true' }),
    async make({ viewer, courseId, newId, body, reply }) {
      const id = newId()
      if (await isNumberTaken(db, id, body))
        throw new Refusal('invalid', { fields: { course_code: 'is taken in that semester' } })
      const job = { id, kind: 'copy_course', actorId: viewer._id, courseId, data: body } as const
      const isNew = await db.transaction().execute((trx) => jobs.ask(trx, job))
      if (!isNew) reply.header(replayed, 'true')
      return { job: id }
    },
  }
}
