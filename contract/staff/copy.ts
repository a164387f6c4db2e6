import * as z from 'zod/mini'
import { AskedDay, AskedId, AskedTime, endpoint, Id, Time } from '../endpoint.ts'
import { NewCourse } from './courses.ts'
import { dated, dateFields, datesMost } from './dates.ts'

/** The parts of a course that a copy may have. */
export const copyParts = [
  'announcements',
  'contents',
  'links',
  'assignments',
  'topics',
  'meetings',
  'classes',
  'groupings',
] as const
export type CopyPart = (typeof copyParts)[number]

/** A day in the zone of the course. */
const Day = AskedDay
const Parts = z.array(z.enum(copyParts)).check(z.maxLength(copyParts.length))
const Holidays = z.array(Day).check(z.maxLength(100))
/** In an address, separated by commas; empty for none. */
const words = z.pipe(
  z.string().check(z.maxLength(5_000)),
  z.transform((text: string): string[] => text.split(',').filter(Boolean)),
)

const path = '/api/courses/:course_id/copy'

/** Copies a course to another semester. Nothing of students is copied. */
export const copies = {
  start: endpoint({
    method: 'GET',
    path,
    access: 'settings',
    summary: 'What there is to copy of a course, and the day of its first class',
    reply: z.object({
      parts: z.array(
        z.object({
          part: z.enum(copyParts),
          count: z.int(),
          /** How many of them are for one section: in the copy they are drafts for everyone. */
          for_sections: z.int(),
        }),
      ),
      /** In the zone of the course; null when it has no classes. */
      first_day: z.nullable(z.string()),
      zone: z.string(),
    }),
  }),
  dates: endpoint({
    method: 'GET',
    path: `${path}/dates`,
    access: 'settings',
    summary: `The dates of a copy before it is made, the earliest first; at most ${datesMost}`,
    query: z.object({
      parts: z._default(z.pipe(words, Parts), []),
      /** The first days of this course and of the new one: all dates move by the days between. */
      first_day: Day,
      new_first_day: Day,
      holidays: z._default(z.pipe(words, Holidays), []),
      keep_publishing: z._default(z.enum(['true', 'false']), 'false'),
    }),
    reply: z.array(
      z.object({
        _id: Id,
        thing: z.enum(dated),
        field: z.enum(dateFields),
        title: z.string(),
        at: Time,
        new_at: Time,
        /** It would be on a holiday, and moves to the next day that is none. */
        holiday: z.boolean(),
      }),
    ),
  }),
  make: endpoint({
    method: 'POST',
    path,
    access: 'settings',
    archived: true,
    summary:
      'Begins a job that makes the copy; the new course has the id of the job, and the person is its instructor. Everything in it is a draft; with `keep_publishing`, what has a time of publication that is ahead once it is moved goes out then',
    status: 202,
    body: z.extend(NewCourse, {
      parts: Parts,
      first_day: Day,
      new_first_day: Day,
      holidays: z._default(Holidays, []),
      keep_publishing: z._default(z.boolean(), false),
      /** Corrected dates, by the ids of this course. */
      dates: z._default(
        z.array(z.object({ _id: AskedId, field: z.enum(dateFields), at: AskedTime })).check(z.maxLength(datesMost)),
        [],
      ),
    }),
    reply: z.object({ job: Id }),
  }),
}
