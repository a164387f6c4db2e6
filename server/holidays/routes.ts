import type { contract } from '../../contract/index.ts'
import { Holiday } from '../../contract/staff/holidays.ts'
import { thingWriters } from '../changes/things.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { findHolidays, getHoliday, refuseTooMany } from './queries.ts'

/** The days without classes of a course. */
export function holidayRoutes(deps: Deps): Handlers<typeof contract.holidays> {
  const { db } = deps
  const writers = thingWriters(deps, {
    ...{ noun: 'holiday', table: 'holidays', schema: Holiday },
    read: (from, { courseId }, id) => getHoliday(from, courseId, id),
  })
  return {
    list: ({ courseId }) => findHolidays(db, courseId),
    create(input) {
      const { holiday_name: name, holiday_first, holiday_last = holiday_first } = input.body
      refuseUnlessInOrder(holiday_first, holiday_last)
      const columns = { name, first_day: holiday_first, last_day: holiday_last }
      return writers.create(input, columns, {
        title: name || holiday_first,
        andThen: (trx) => refuseTooMany(trx, input.courseId),
      })
    },
    async edit(input) {
      const { courseId, body, params } = input
      const before = await getHoliday(db, courseId, params.holiday_id)
      const after = { ...before, ...body }
      refuseUnlessInOrder(after.holiday_first, after.holiday_last)
      const columns = { name: after.holiday_name, first_day: after.holiday_first, last_day: after.holiday_last }
      return writers.edit(input, before._id, columns, { title: after.holiday_name || after.holiday_first })
    },
    async remove(input) {
      const { _id, holiday_name, holiday_first } = await getHoliday(db, input.courseId, input.params.holiday_id)
      return writers.remove(input, _id, { title: holiday_name || holiday_first })
    },
  }
}

function refuseUnlessInOrder(first: string, last: string): void {
  if (last < first) throw new Refusal('invalid', { fields: { holiday_last: 'must not be before the first day' } })
}
