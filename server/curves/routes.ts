import type { contract } from '../../contract/index.ts'
import { write } from '../changes/write.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { getColumn } from '../gradebook/tableQueries.ts'
import type { Handlers } from '../serve.ts'
import { planCurve, planLocked, writeCurve } from './plan.ts'

/** Curves the scores of a column. */
export function curveRoutes(deps: Deps): Handlers<typeof contract.curves> {
  const { db, now } = deps
  return {
    async apply(input) {
      const { courseId, viewer, can, params, query, body } = input
      const { curve, capped, reason } = body
      const asked = { courseId, gradableId: params.gradable_id, curve, capped }
      const { plan, changing } = await planCurve(db, asked)
      if (query.dry_run === 'true') return plan
      const { gradable_name: title } = await getColumn(db, courseId, params.gradable_id)
      const about = { _id: params.gradable_id, title, count: changing.length }
      const applied = await write(deps, input, { kind: 'grades_curved', about }, async (trx) => {
        const current = await planLocked(trx, asked)
        if (query.digest !== undefined && current.plan.digest !== query.digest)
          throw new Refusal('conflict', { message: 'The scores have changed since.', current: current.plan })
        const by = { courseId, by: viewer._id, mayRelease: can.release, at: now(), reason }
        await writeCurve(trx, by, curve.kind, current.changing)
        return current.plan
      })
      return applied ?? plan
    },
  }
}
