import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { authoringRoutes } from './authoring.ts'
import { findSchedules, type Own, ownColumns } from './queries.ts'
import { shownSchedule } from './shown.ts'

type Schedules = typeof contract.schedules

export function scheduleRoutes(deps: Deps): Handlers<Schedules> {
  const { db, cache, now } = deps
  return {
    mine: withOwn<Schedules['mine'], Own>(
      () => ownColumns(now()),
      async ({ own, ...view }) => {
        const classes = await cache.one(contract.schedules.mine, view, () => findSchedules(db, view.courseId), {
          section: null,
        })
        return classes.map((one) => shownSchedule(one, view.audience, own))
      },
    ),
    ...authoringRoutes(deps),
  }
}
