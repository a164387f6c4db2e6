import * as z from 'zod/mini'
import { AskedTime, endpoint, Id } from '../endpoint.ts'
import { ScheduleItem } from '../schedules.ts'
import { bulkQuery } from './bulk.ts'

/** How many classes one call adds at most. */
export const addedClassesMost = 200

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const location = z.string().check(z.trim(), z.maxLength(200))
const time = AskedTime

/** A class ends after it starts; a day is longer than any. */
export const longestClassMs = 86_400_000
export const isSpan = (start: string, end: string): boolean => {
  const ms = Date.parse(end) - Date.parse(start)
  return ms > 0 && ms <= longestClassMs
}

const NewClass = z
  .object({
    schedule_name: name,
    schedule_start: time,
    schedule_end: time,
    schedule_location: z._default(location, ''),
  })
  .check(
    z.refine(({ schedule_start, schedule_end }) => isSpan(schedule_start, schedule_end), {
      path: ['schedule_end'],
      error: 'A class ends after it starts, within a day.',
    }),
  )
export type NewClass = z.output<typeof NewClass>

const path = '/api/courses/:course_id/schedules'

/** Staff's calls on classes. Students see each class at once: see docs/decisions/036-classes.md. */
export const scheduleWrites = {
  create: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'A new class, or `items` of several that are a series, such as those of a weekly pattern',
    query: bulkQuery,
    body: z.union([
      z.object({ items: z.array(NewClass).check(z.minLength(1), z.maxLength(addedClassesMost)) }),
      NewClass,
    ]),
    reply: z.union([ScheduleItem, z.object({ items: z.array(ScheduleItem) })]),
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:schedule_id`,
    access: 'author',
    summary:
      'Changes the given fields; with `following` also of the later classes of its series that were like it, whose times ' +
      'move by as many days and hours as its own, by the clock of the course',
    revision: true,
    body: z.object({
      schedule_name: z.optional(name),
      schedule_start: z.optional(time),
      schedule_end: z.optional(time),
      schedule_location: z.optional(location),
      schedule_cancelled: z.optional(z.boolean()),
      following: z._default(z.boolean(), false),
    }),
    reply: ScheduleItem,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:schedule_id`,
    access: 'author',
    summary: 'Removes a class, with `following=true` also the later ones of its series',
    revision: true,
    query: z.object({ following: z.optional(z.enum(['true', 'false'])) }),
    reply: z.object({ _id: Id }),
  }),
}
