import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { findGradebook } from './queries.ts'

export function gradebookRoutes({ db }: Deps): Handlers<typeof contract.gradebook> {
  return {
    async mine({ courseId, viewer }) {
      const rows = await findGradebook(db, courseId, viewer._id)
      return rows.map((g) => ({ _id: g.id, gradable_name: g.name, score: g.score, gradable_score: g.most }))
    },
  }
}
