import * as z from 'zod/mini'
import { AskedId, AskedTime, endpoint, Id, Time } from '../endpoint.ts'
import { Page, pageQuery } from '../page.ts'
import { Person } from '../users.ts'
import { bulkQuery } from './bulk.ts'
import { courseSectionMost } from './courses.ts'

/** The most people, groups and sections together in one call. */
export const exceptionsMost = 2_000
export const extraAttemptsMost = 100
export const extraMinutesMost = 10_080
export const exceptionReasonMost = 500

const given = {
  /** Null: as for everybody. */
  due: z.nullable(Time),
  closes: z.nullable(Time),
  /** How many more attempts than everybody. */
  attempts: z.int(),
  /** How many more minutes than the time limit. */
  minutes: z.int(),
  /** For staff. */
  reason: z.string(),
}

/** An exception of one person, one group or one section. */
export const Exception = z.object({
  _id: Id,
  revision: z.int(),
  /** One of these three. */
  person: z.optional(Person),
  group: z.optional(z.object({ _id: Id, name: z.string() })),
  section: z.optional(z.string()),
  ...given,
})
export type Exception = z.output<typeof Exception>

/** The terms of an exception, without its receivers. */
export const Given = z.object({ _id: Id, revision: z.int(), ...given })
export type Given = z.output<typeof Given>

const time = z.nullable(AskedTime)

/** The same terms for several receivers. Without any term it removes their exceptions. */
const Item = z
  .object({
    people: z._default(z.array(AskedId), []),
    groups: z._default(z.array(AskedId), []),
    sections: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(courseSectionMost))), []),
    due: z._default(time, null),
    closes: z._default(time, null),
    attempts: z._default(z.int().check(z.minimum(0), z.maximum(extraAttemptsMost)), 0),
    minutes: z._default(z.int().check(z.minimum(0), z.maximum(extraMinutesMost)), 0),
    reason: z._default(z.string().check(z.trim(), z.maxLength(exceptionReasonMost)), ''),
    /** The revision from which this was made, 0: there was none. Absent: it overwrites any. */
    revision: z.optional(z.int().check(z.nonnegative())),
  })
  .check(
    z.refine(({ due, closes }) => !due || !closes || Date.parse(closes) >= Date.parse(due), {
      path: ['closes'],
      error: 'is before it is due',
    }),
    z.refine(({ people, groups, sections }) => people.length + groups.length + sections.length > 0, {
      path: ['people'],
      error: 'names nobody',
    }),
  )
export type NewException = z.input<typeof Item>

const named = (items: z.output<typeof Item>[]) =>
  items.flatMap(({ people, groups, sections }) => [...people, ...groups, ...sections.map((name) => `section ${name}`)])

const Items = z.array(Item).check(
  z.minLength(1),
  z.refine((items) => named(items).length <= exceptionsMost, { error: `names more than ${exceptionsMost}` }),
  z.refine((items) => new Set(named(items)).size === named(items).length, { error: 'names somebody twice' }),
)

const path = '/api/courses/:course_id/assignments/:asgn_id/exceptions'

/** Exceptions: other terms than everybody's in an assignment. */
export const exceptions = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'grade',
    summary: 'Who is given more than everybody in an assignment, the newest first',
    query: z.object(pageQuery),
    reply: Page(Exception),
  }),
  put: endpoint({
    method: 'PUT',
    path,
    access: 'grade',
    summary:
      'Gives more to people, groups and sections, all or none; what gives nothing is taken away. The best of what counts ' +
      'for a person counts. 409 `conflict` has all that they have now, if one of the revisions is another by now',
    query: bulkQuery,
    body: Items,
    reply: z.object({ items: z.array(Exception) }),
    errors: ['conflict'],
  }),
}
