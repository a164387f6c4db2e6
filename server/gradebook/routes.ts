import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { findGradables, type Scores, scoreColumns } from './queries.ts'
import { shownGradable } from './shown.ts'

type Gradebook = typeof contract.gradebook

export function gradebookRoutes({ db, cache }: Deps): Handlers<Gradebook> {
  return {
    mine: withOwn<Gradebook['mine'], Scores>(
      () => scoreColumns,
      async ({ own, ...view }) => {
        const columns = await cache.one(contract.gradebook.mine, view, () => findGradables(db, view.courseId))
        return columns.map((column) => shownGradable(column, own))
      },
    ),
  }
}
