import type { Transaction } from 'kysely'
import { dates } from '../../contract/staff/dates.ts'
import { writeOrTry } from '../changes/write.ts'
import { getZone } from '../courses/zone.ts'
import type { DB } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { countChangedGrades } from '../grading/changed.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { findProblems } from './check.ts'
import { findDates, hasDate, lockDates, type Moved, moveDates } from './queries.ts'

/** SQLSTATE check_violation: two dates of a thing are in the wrong order. */
const CHECK = '23514'

/** In ms, how often the cache renews the problems, because time passes. */
const RENEW_MS = 60_000

export function dateRoutes(deps: Deps): Handlers<typeof dates> {
  const { db, now, cache } = deps
  async function read(courseId: string) {
    const [zone, items] = await Promise.all([getZone(db, courseId), findDates(db, courseId)])
    return { zone, items }
  }
  return {
    list: (grant) => cache.answer(dates.list, grant, () => read(grant.courseId), { section: null }),
    async move(input) {
      const { courseId, body } = input
      if (!body.items.every(hasDate))
        throw new Refusal('invalid', { fields: { items: 'name a date that is not there' } })
      // A past time of publication becomes now, as in each thing's own form.
      const isPlanned = { publish_at: null }
      const items: Moved[] = body.items.map((item) => ({
        ...item,
        at: item.field === 'publish_at' ? (publishAt(item.at, isPlanned, now()) ?? now()) : new Date(item.at),
      }))
      const ids = [...new Set(items.map(({ _id }) => _id))]
      const known = await findDates(db, courseId, ids)
      const [first] = items.flatMap(({ _id }) => known.find((one) => one._id === _id) ?? [])
      if (!first) throw notFound()
      const about = { _id: courseId, title: first.title, count: ids.length }
      const work = async (trx: Transaction<DB>) => {
        const stale = await lockDates(trx, courseId, items)
        if (stale.length > 0) throw new Refusal('conflict', { current: await findDates(trx, courseId, stale) })
        await moveDates(trx, courseId, items).catch((error: { code?: string }) => {
          if (error.code !== CHECK) throw error
          throw new Refusal('invalid', { fields: { items: 'are out of order' } })
        })
      }
      return writeOrTry(deps, input, { kind: 'dates_changed', about }, work, async (from, tried) => ({
        items: await findDates(from, courseId, ids),
        ...(tried && { grades: await countChangedGrades(from, courseId, tried) }),
      }))
    },
    check: (grant) =>
      cache.answer(dates.check, grant, () => findProblems(db, grant.courseId, now()), {
        section: null,
        // A past class is no problem.
        version: Math.floor(now().getTime() / RENEW_MS),
      }),
  }
}
