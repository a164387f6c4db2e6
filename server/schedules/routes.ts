import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { type Attendance, attendanceColumns, findSchedules } from './queries.ts'
import { shownSchedule } from './shown.ts'

type Schedules = typeof contract.schedules

export function scheduleRoutes({ db, cache }: Deps): Handlers<Schedules> {
  return {
    mine: withOwn<Schedules['mine'], Attendance>(
      () => attendanceColumns,
      async ({ own, ...view }) => {
        const classes = await cache.one(contract.schedules.mine, view, () => findSchedules(db, view.courseId))
        return classes.map((one) => shownSchedule(one, own))
      },
    ),
  }
}
