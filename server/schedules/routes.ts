import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { findSchedules } from './queries.ts'

export function scheduleRoutes({ reads }: Deps): Handlers<typeof contract.schedules> {
  return {
    async mine({ courseId, viewer }) {
      const rows = await reads({ courseId, viewer }, (copy) => findSchedules(copy, courseId, viewer._id))
      return rows.map((s) => ({
        _id: s.id,
        schedule_name: s.name,
        schedule_start: s.start_at,
        schedule_end: s.end_at,
        schedule_location: s.location,
        attendance: s.code,
      }))
    },
  }
}
