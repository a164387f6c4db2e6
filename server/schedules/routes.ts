import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn, writeList } from '../serve.ts'
import { type Attendance, attendanceColumns, findSchedules, scheduleItem } from './queries.ts'

type Schedules = typeof contract.schedules

export function scheduleRoutes({ db, cache }: Deps): Handlers<Schedules> {
  return {
    mine: withOwn<Schedules['mine'], Attendance>(
      () => attendanceColumns,
      async ({ own: { attendance }, ...course }) => {
        const classes = await cache.one(contract.schedules.mine, course, () => findSchedules(db, course.courseId))
        return writeList(classes.map((c) => c.begun + scheduleItem.end({ attendance: attendance[c.id] ?? null })))
      },
    ),
  }
}
