import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, writeList } from '../serve.ts'
import { findAttendance, findSchedules, scheduleItem } from './queries.ts'

export function scheduleRoutes({ db, reads, shared }: Deps): Handlers<typeof contract.schedules> {
  return {
    async mine({ viewer, ...course }) {
      const { courseId } = course
      const attendance = await reads({ courseId, viewer }, (copy) => findAttendance(copy, courseId, viewer._id))
      const [classes = []] = await shared.rows('schedules', [course], () => findSchedules(db, courseId))
      return writeList(classes.map((c) => scheduleItem.end(c.begun, { attendance: attendance.get(c.id) ?? null })))
    },
  }
}
