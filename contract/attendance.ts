import * as z from 'zod/mini'
import { mostRoster } from './courses.ts'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'
import { Page, wholeQuery } from './page.ts'
import { bulkQuery } from './staff/bulk.ts'
import { Person } from './users.ts'

/** 3 present, 2 late, 1 absent; null: none. */
const Code = z.nullable(z.literal([1, 2, 3]))

export const noteMost = 500

/** In ms, how long a code in the room is shown. */
export const codeSeconds = 20
/** In ms: a code still counts this long after it changed, for a student who is typing it. */
export const graceSeconds = 5

/** The attendance of one student at one class, for staff. */
export const AttendanceRow = z.extend(Person, {
  /** Empty: the student is in no section. */
  section: z.string(),
  attendance: Code,
  excused: z.boolean(),
  /** By staff, for staff alone. */
  note: z.string(),
  /** The revision of the staff's mark; 0: there is none yet. */
  revision: z.number(),
  /** The student's own mark by the code in the room, whatever staff marked. */
  marked: z.optional(z.object({ attendance: z.number(), at: Time })),
  /** Students with the same number here marked themselves on one device. */
  shared_device: z.optional(z.number()),
})
export type AttendanceRow = z.output<typeof AttendanceRow>

const Rows = z.object({ items: z.array(AttendanceRow) })

const Mark = z
  .object({
    person_id: AskedId,
    /** Absent: it stays as it counts, also as the student marked themselves meanwhile. */
    code: z.optional(Code),
    excused: z._default(z.boolean(), false),
    /** Absent: it stays. */
    note: z.optional(z.string().check(z.trim(), z.maxLength(noteMost))),
    /** The revision from which the mark was made. Absent: it overwrites any mark. */
    revision: z.optional(z.int().check(z.nonnegative())),
  })
  .check(
    z.refine(({ code, excused }) => !excused || code === 1, {
      path: ['excused'],
      error: 'Only an absence is excused.',
    }),
  )
export type Mark = z.input<typeof Mark>

const Items = z.array(Mark).check(
  z.minLength(1),
  z.maxLength(mostRoster),
  z.refine((items) => new Set(items.map(({ person_id }) => person_id)).size === items.length, {
    error: 'Somebody is named twice.',
  }),
)

const OpenCode = z.object({
  opened_at: Time,
  /** It closes by itself. */
  closes_at: Time,
  /** In minutes after the start of the class: a later mark counts as late; null: none does. */
  late_after: z.nullable(z.number()),
  /** The present code and the following ones, each with its end. */
  codes: z.array(z.object({ code: z.string(), ends_in_ms: z.number() })),
  /** How many students have which attendance. */
  present: z.number(),
  late: z.number(),
  students: z.number(),
})
export type OpenCode = z.output<typeof OpenCode>

const ofClass = '/api/courses/:course_id/schedules/:schedule_id'

export const attendance = {
  counts: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/schedules/attendance',
    access: 'grade',
    summary: 'How many students have which attendance, of each class at which anybody has one',
    reply: z.array(z.object({ _id: Id, present: z.number(), late: z.number(), absent: z.number() })),
  }),
  sheet: endpoint({
    method: 'GET',
    path: `${ofClass}/attendance`,
    access: 'grade',
    summary: 'The students of the course by name, with their attendance at a class; whole, or by pages',
    query: z.object(wholeQuery),
    reply: Page(AttendanceRow),
  }),
  take: endpoint({
    method: 'PUT',
    path: `${ofClass}/attendance`,
    access: 'grade',
    summary:
      'Marks `items` of students, all or none: 409 `conflict` has those whose revision is newer; or with `rest` all who ' +
      'have no attendance yet. Answers the rows that were marked',
    query: bulkQuery,
    body: z.union([z.object({ items: Items }), z.object({ rest: z.literal([1, 2, 3]) })]),
    reply: Rows,
    errors: ['conflict'],
  }),
  code: endpoint({
    method: 'GET',
    path: `${ofClass}/code`,
    access: 'grade',
    summary: `The code with which students mark themselves, another one every ${codeSeconds} s; null: it is not open`,
    reply: z.nullable(OpenCode),
  }),
  openCode: endpoint({
    method: 'POST',
    path: `${ofClass}/code`,
    access: 'grade',
    summary: 'Lets students mark themselves until the class ends, or says anew from when on they are late',
    body: z.object({ late_after: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(600))), 15) }),
    reply: OpenCode,
    errors: ['conflict'],
  }),
  closeCode: endpoint({
    method: 'DELETE',
    path: `${ofClass}/code`,
    access: 'grade',
    summary: 'Lets students mark themselves no longer; what they marked stays',
    reply: z.object({ _id: Id }),
  }),
  mark: endpoint({
    method: 'POST',
    path: '/api/courses/:course_id/attendance',
    access: 'student',
    summary: 'Marks the student present or late by the code that is shown in the room; the first mark counts',
    body: z.object({
      code: z.string().check(z.regex(/^\d{6}$/)),
      /** Absent: any class with an open code. */
      schedule_id: z.optional(AskedId),
      /** Random; a browser keeps the same one. */
      device: z.optional(z.uuid()),
    }),
    reply: z.object({
      schedule_id: Id,
      schedule_name: z.string(),
      /** The mark that counts: staff may have set another. */
      attendance: Code,
    }),
    errors: ['wrong_code', 'attendance_closed', 'too_many'],
  }),
}
