import { ScheduleItem } from '../../contract/schedules.ts'
import { isSpan, type scheduleWrites } from '../../contract/staff/schedules.ts'
import type { MemberGrant } from '../access/rules.ts'
import { write, writeOrTry } from '../changes/write.ts'
import { getZone } from '../courses/zone.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { idOf } from '../ids.ts'
import type { Handlers } from '../serve.ts'
import { findSchedulesOf, getSchedule, type ScheduleRow } from './queries.ts'
import { shownSchedule } from './shown.ts'
import { addSchedules, editSchedules, findWithFollowing, removeSchedules } from './writes.ts'

/** Staff's calls on the classes of a course. */
export function authoringRoutes(deps: Deps): Handlers<typeof scheduleWrites> {
  const { db, now } = deps

  interface Asked {
    row: ScheduleRow
    following: boolean
    revision: number
  }

  const countOf = async (grant: MemberGrant, asked: Asked) => (await findWithFollowing(db, grant.courseId, asked)).size

  /**
   * Locks a class and the classes that change with it, and returns their ids. Throws conflict when it is newer,
   * not_found when it is gone.
   */
  async function lock(trx: Db, grant: MemberGrant, { row, following, revision }: Asked) {
    const revisions = await findWithFollowing(trx, grant.courseId, { row, following, lock: true })
    if (revisions.get(row.id) !== revision) {
      const current = shownSchedule(await getSchedule(trx, grant.courseId, row.id), grant.audience)
      throw new Refusal('conflict', { current: ScheduleItem.parse(current) })
    }
    return [...revisions.keys()]
  }

  return {
    async create(input) {
      const { courseId, newId, body, audience } = input
      const isSeries = 'items' in body
      const rows = (isSeries ? body.items : [body]).map((one, i) => ({
        id: isSeries ? idOf(newId(), String(i)) : newId(),
        name: one.schedule_name,
        location: one.schedule_location,
        start_at: one.schedule_start,
        end_at: one.schedule_end,
      }))
      const [first = { id: newId(), name: '' }] = rows
      const about = aboutOf(first.id, first.name, rows.length)
      const ids = rows.map(({ id }) => id)
      return writeOrTry(
        deps,
        input,
        { kind: 'schedules_added', about },
        (trx) => addSchedules(trx, courseId, rows, isSeries ? newId() : null),
        async (from) => {
          const items = (await findSchedulesOf(from, courseId, ids)).map((row) => shownSchedule(row, audience))
          return isSeries ? { items } : (items[0] as (typeof items)[number])
        },
      )
    },
    async edit(input) {
      const { courseId, revision, body, params, audience } = input
      const row = await getSchedule(db, courseId, params.schedule_id)
      const after = {
        name: body.schedule_name ?? row.name,
        location: body.schedule_location ?? row.location,
        start_at: body.schedule_start ?? row.start_at,
        end_at: body.schedule_end ?? row.end_at,
        cancelled: body.schedule_cancelled ?? row.cancelled,
      }
      if (!isSpan(after.start_at, after.end_at))
        throw new Refusal('invalid', { fields: { schedule_end: 'A class ends after it starts, within a day.' } })
      const asked = { row, revision, following: body.following }
      const about = aboutOf(row.id, after.name, await countOf(input, asked))
      await write(deps, input, { kind: kindOfEdit(row, after), about }, async (trx) => {
        const ids = await lock(trx, input, asked)
        await editSchedules(trx, courseId, ids, { before: row, after, zone: await getZone(trx, courseId) })
      })
      return shownSchedule(await getSchedule(db, courseId, row.id), audience)
    },
    async remove(input) {
      const { courseId, revision, params, query } = input
      const row = await getSchedule(db, courseId, params.schedule_id)
      const asked = { row, revision, following: query.following === 'true' }
      const about = aboutOf(row.id, row.name, await countOf(input, asked))
      await write(deps, input, { kind: 'schedules_removed', about }, async (trx) => {
        const ids = await lock(trx, input, asked)
        await removeSchedules(trx, courseId, ids, now())
      })
      return { _id: row.id }
    },
  }
}

const kindOfEdit = (before: ScheduleRow, { cancelled }: { cancelled: boolean }) => {
  if (cancelled === before.cancelled) return 'schedules_edited'
  return cancelled ? 'schedules_cancelled' : 'schedules_restored'
}

/** The subject of a change of several classes: the first, with how many they are. */
const aboutOf = (_id: string, title: string, count: number) => ({ _id, title, ...(count > 1 && { count }) })
