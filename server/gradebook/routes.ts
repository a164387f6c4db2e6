import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import { type Handlers, writeList } from '../serve.ts'
import { findGradables, findScores, gradebookRow } from './queries.ts'

export function gradebookRoutes({ db, shared }: Deps): Handlers<typeof contract.gradebook> {
  return {
    async mine({ viewer, ...course }) {
      const scores = await findScores(db, course.courseId, viewer._id)
      const [columns = []] = await shared.rows('gradables', [course], () => findGradables(db, course.courseId))
      return writeList(columns.map((c) => gradebookRow.end(c.begun, { score: scores.get(c.id) ?? null })))
    },
  }
}
