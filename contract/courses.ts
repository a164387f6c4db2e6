import * as z from 'zod/mini'
import { ActivityKind, ActivityParams, EventType, endpoint, Id, InAppPath, Time } from './endpoint.ts'
import { Person, Role } from './users.ts'

export const CourseCard = z.object({
  course_id: Id,
  course_name: z.string(),
  course_code: z.string(),
  course_image: z.nullable(z.string()),
  course_instructors: z.array(z.object({ first: z.string(), last: z.string() })),
  course_mooc: z.boolean(),
  /** Gregorian, such as "2026" */
  course_academic_year: z.string(),
  /** "1" to "3" */
  course_semester: z.string(),
  /** The number of the product's drawing that replaces a picture. */
  course_cover: z.optional(z.string()),
  /** The course is archived. */
  course_archived: z.optional(z.literal(true)),
})
export type CourseCard = z.output<typeof CourseCard>

/** The earliest year of a search; the latest is that of the present semester. */
export const firstYear = 2009

/** A found course; the roster is the asking person alone, if they are on it. */
export const FoundCourse = z.extend(CourseCard, { course_roster: z.array(z.object({ _id: Id })) })
export type FoundCourse = z.output<typeof FoundCourse>

/** A number in an address; an empty `year=` is none. */
const number = (least: number, most: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{0,4}$/)),
      z.pipe(
        z.transform((text: string) => (text === '' ? undefined : Number(text))),
        z.optional(z.number().check(z.minimum(least), z.maximum(most))),
      ),
    ),
  )

/** A person with their place in the course; for staff also the section and when they joined. */
export const RosterPerson = z.extend(Person, {
  role: Role,
  /** Empty: the person is in no section. */
  section: z.optional(z.string()),
  joined_at: z.optional(Time),
  revision: z.optional(z.int()),
})
export type RosterPerson = z.output<typeof RosterPerson>

export const UpcomingEvent = z.object({
  type: EventType,
  course_code: z.string(),
  course_name: z.string(),
  course_image: z.nullable(z.string()),
  course_id: Id,
  title: z.string(),
  datetime: Time,
  location: InAppPath,
  /** The place, such as a room; empty for a kind without one. */
  place: z.string(),
})
export type UpcomingEvent = z.output<typeof UpcomingEvent>

/** The asking person's abilities in a course. */
export const Can = z.object({
  /** Hand in work; and so have attempts, scores, attendance and a group. */
  work: z.boolean(),
  /** Write the course's material: announcements, content, assignments. */
  author: z.boolean(),
  /** Change who is on the course. */
  people: z.boolean(),
  grade: z.boolean(),
  /** Release grades to students. */
  release: z.boolean(),
  settings: z.boolean(),
})
export type Can = z.output<typeof Can>

/** The tabs of a course, by their part of the address, in the product's order. */
export const courseTabs = [
  'home',
  'content',
  'assignments',
  'discussion',
  'group',
  'meeting',
  'grade',
  'about',
] as const
export type CourseTab = (typeof courseTabs)[number]

export const Course = z.object({
  course_id: Id,
  course_name_short: z.string(),
  course_name: z.string(),
  course_code: z.string(),
  course_image: z.nullable(z.string()),
  course_objective: z.array(z.string()),
  course_instructors: z.array(
    z.object({
      title: z.string(),
      first: z.string(),
      last: z.string(),
      role: z.string(),
      img: z.optional(z.string()),
      email: z.string(),
    }),
  ),
  course_contact: z.object({
    facebook: z.nullable(z.string()),
    team: z.nullable(z.string()),
    echo: z.nullable(z.string()),
  }),
  course_roster: z.array(z.object({ _id: Id })),
  /** The asking person's own. */
  role: Role,
  can: Can,
  /** The number of the product's drawing that replaces a picture. */
  course_cover: z.optional(z.string()),
  /** The course is archived. */
  course_archived: z.optional(z.literal(true)),
  /** The tabs that students see, in their order. Absent: all. */
  course_tabs: z.optional(z.array(z.string())),
  /** For staff: the time zone of the course's days and hours, by its IANA name. */
  zone: z.optional(z.string()),
})
export type Course = z.output<typeof Course>

export const Activity = z.object({
  type: EventType,
  /** In English, for clients without words for the kind. */
  title: z.string(),
  kind: ActivityKind,
  params: ActivityParams,
  date: Time,
  location: InAppPath,
})
export type Activity = z.output<typeof Activity>

/** The longest lists in these replies. */
export const mostUpcoming = 50
export const mostActivity = 100
export const mostFound = 50
export const mostRoster = 20_000

export const courses = {
  mine: endpoint({
    method: 'GET',
    path: '/api/courses/my',
    access: 'signedIn',
    summary: "The person's courses, of every semester",
    reply: z.array(CourseCard),
  }),
  upcoming: endpoint({
    method: 'GET',
    path: '/api/courses/upcoming',
    access: 'signedIn',
    summary: 'What is ahead in all of the person’s courses: due assignments, classes, meetings; soonest first',
    reply: z.array(UpcomingEvent),
  }),
  find: endpoint({
    method: 'GET',
    path: '/api/courses/find',
    access: 'signedIn',
    summary: `Courses whose number is or begins with \`search\`, of a year and a semester if given; at most ${mostFound}`,
    query: z.object({
      search: z.string().check(z.trim(), z.maxLength(50)),
      year: number(firstYear, 9999),
      semester: number(1, 3),
    }),
    reply: z.array(FoundCourse),
  }),
  join: endpoint({
    method: 'POST',
    path: '/api/courses/join',
    access: 'signedIn',
    summary: 'Joins a course as a student, with its password; who is on it already needs none',
    body: z.object({ course_id: Id, course_password: z.string().check(z.maxLength(200)) }),
    reply: z.object({ course_id: Id }),
    errors: ['wrong_password', 'not_found', 'too_many', 'archived'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/courses/register-instructor',
    access: 'signedIn',
    summary: 'Becomes an instructor of the course that the code and the password invite to',
    body: z.object({
      code: z.string().check(z.trim(), z.maxLength(100)),
      password: z.string().check(z.maxLength(200)),
    }),
    reply: z.object({ course_id: Id }),
    errors: ['wrong_password', 'too_many', 'archived'],
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id',
    access: 'member',
    summary: 'A course',
    reply: Course,
  }),
  can: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/can',
    access: 'member',
    summary: 'What the person may do in the course',
    reply: Can,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/activity',
    access: 'member',
    summary: 'What happened in the course in the last 14 days, newest first',
    reply: z.array(Activity),
  }),
  roster: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/roster',
    access: 'member',
    summary: 'Everyone on the course, by name',
    reply: z.array(RosterPerson),
  }),
}
