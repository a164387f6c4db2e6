import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn } from '../serve.ts'
import { findGradables, getSetup, type OwnTotal, type Scores, scoreColumns, totalColumns } from './queries.ts'
import { shownGradable, shownItem } from './shown.ts'
import { stepsOf } from './steps.ts'
import { ownZeros } from './zeroFrom.ts'

type Gradebook = typeof contract.gradebook

export function gradebookRoutes({ db, cache }: Deps): Handlers<Gradebook> {
  return {
    mine: withOwn<Gradebook['mine'], Scores>(
      () => scoreColumns,
      async ({ own, ...view }) => {
        const columns = await cache.one(contract.gradebook.mine, view, () => findGradables(db, view.courseId), {
          section: null,
        })
        return columns.map((column) => shownGradable(column, own))
      },
    ),
    explain: withOwn<Gradebook['explain'], OwnTotal>(
      () => totalColumns,
      async ({ own, ...view }) => {
        const { columns, setup } = await cache.one(
          contract.gradebook.explain,
          view,
          async () => ({
            columns: await findGradables(db, view.courseId),
            setup: await getSetup(db, view.courseId),
          }),
          { section: null },
        )
        const steps = stepsOf(own)
        const zeros = ownZeros(own)
        const items = columns.map((column) =>
          shownItem(column, own, { steps: steps.get(column.id), zeroFrom: zeros.get(column.id) }),
        )
        return { ...setup, items, final: own.final }
      },
    ),
  }
}
