import * as z from 'zod/mini'
import { Extended } from '../assignments.ts'
import { Change } from '../changes.ts'
import { RosterPerson } from '../courses.ts'
import { endpoint, Id, Time } from '../endpoint.ts'
import { Given } from './exceptions.ts'

/** In percent of the usual time of a test. */
export const timeMost = 1_000
export const extraDaysMost = 365
export const accommodationNoteMost = 2_000

/** The accommodation of a student in a whole course; for its staff alone. */
export const Accommodations = z.object({
  /** In percent of the usual time of a test: 150 is half as much again. */
  time_percent: z.int(),
  /** How many days later everything is due. */
  extra_days: z.int(),
  note: z.string(),
  /** 0: there never was one. */
  revision: z.int(),
})
export type Accommodations = z.output<typeof Accommodations>

/** Everything about a person in a course, for its staff. */
export const PersonPage = z.object({
  person: RosterPerson,
  /** When they left the course; null: they are on it. */
  removed_at: z.nullable(Time),
  /** On any course. */
  last_seen: z.nullable(Time),
  /** The classes until now: 3 present, 2 late, 1 absent, null not taken. */
  attendance: z.array(
    z.object({
      _id: Id,
      schedule_name: z.string(),
      schedule_start: Time,
      attendance: z.nullable(z.number()),
      excused: z.boolean(),
    }),
  ),
  assignments: z.array(
    z.object({
      _id: Id,
      assignment_name: z.string(),
      /** The person's own due date. */
      assignment_due: z.nullable(Time),
      extended: z.optional(Extended),
      /** Their own exception; null: there is none. */
      exception: z.nullable(Given),
      assignment_score: z.nullable(z.number()),
      /** When students first see it; null: it is a draft. */
      publish_at: z.nullable(Time),
      /** When they last handed in. */
      submitted: z.nullable(Time),
      late: z.boolean(),
      attempts: z.int(),
      /** The score of the attempt that counts, released or not. */
      score: z.nullable(z.number()),
    }),
  ),
  scores: z.array(
    z.object({ _id: Id, gradable_name: z.string(), score: z.nullable(z.number()), gradable_score: z.number() }),
  ),
  groups: z.array(z.object({ _id: Id, name: z.string(), grouping_id: Id, grouping_name: z.string() })),
  posts: z.int(),
  accommodations: Accommodations,
  /** Staff's changes of their place, newest first. */
  changes: z.array(Change),
})
export type PersonPage = z.output<typeof PersonPage>

const path = '/api/courses/:course_id/people/:person_id'

/** One person of a course, for its staff. */
export const people = {
  one: endpoint({
    method: 'GET',
    path,
    access: 'staff',
    summary: 'Everything of a person in the course, also of one who was removed',
    reply: PersonPage,
  }),
  accommodate: endpoint({
    method: 'PUT',
    path: `${path}/accommodations`,
    access: 'people',
    summary: 'What a student is granted in all of the course',
    revision: true,
    body: z.object({
      time_percent: z.int().check(z.minimum(100), z.maximum(timeMost)),
      extra_days: z.int().check(z.minimum(0), z.maximum(extraDaysMost)),
      note: z._default(z.string().check(z.trim(), z.maxLength(accommodationNoteMost)), ''),
    }),
    reply: Accommodations,
  }),
}
