import { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, withOwn, writeList } from '../serve.ts'
import { findGradables, gradebookRow, type Scores, scoreColumns } from './queries.ts'

type Gradebook = typeof contract.gradebook

export function gradebookRoutes({ db, cache }: Deps): Handlers<Gradebook> {
  return {
    mine: withOwn<Gradebook['mine'], Scores>(
      () => scoreColumns,
      async ({ own: { scores }, ...course }) => {
        const columns = await cache.one(contract.gradebook.mine, course, () => findGradables(db, course.courseId))
        return writeList(columns.map((c) => c.begun + gradebookRow.end({ score: scores[c.id] ?? null })))
      },
    ),
  }
}
