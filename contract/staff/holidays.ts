import * as z from 'zod/mini'
import { AskedDay, endpoint, Id } from '../endpoint.ts'

export const holidayNameMost = 100
/** The most holidays of a course. */
export const mostHolidays = 100

/** Days without classes, by the clock of the course. */
export const Holiday = z.object({
  _id: Id,
  /** The name; empty: it has none. */
  holiday_name: z.string(),
  /** Such as 2026-12-05. */
  holiday_first: z.string(),
  /** The same for one day. */
  holiday_last: z.string(),
  revision: z.int(),
})
export type Holiday = z.output<typeof Holiday>

const day = AskedDay
const name = z.string().check(z.trim(), z.maxLength(holidayNameMost))

const path = '/api/courses/:course_id/holidays'

/** The one list of a course, which adding classes, copying and the page of dates read. */
export const holidays = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'staff',
    summary: `The days without classes of the course, the earliest first; at most ${mostHolidays}`,
    reply: z.array(Holiday),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'Adds days without classes: one, or those up to `holiday_last`. Classes that are there stay',
    body: z.object({
      holiday_name: z._default(name, ''),
      holiday_first: day,
      holiday_last: z.optional(day),
    }),
    reply: Holiday,
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:holiday_id`,
    access: 'author',
    summary: 'Changes the given fields of days without classes',
    revision: true,
    body: z.object({
      holiday_name: z.optional(name),
      holiday_first: z.optional(day),
      holiday_last: z.optional(day),
    }),
    reply: Holiday,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:holiday_id`,
    access: 'author',
    summary: 'Removes days without classes from the list',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}
