import * as z from 'zod/mini'
import { EventType, endpoint, Id, InAppPath, Time } from './endpoint.ts'

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
})
export type CourseCard = z.output<typeof CourseCard>

export const UpcomingEvent = z.object({
  type: EventType,
  course_code: z.string(),
  course_name: z.string(),
  course_image: z.nullable(z.string()),
  course_id: Id,
  title: z.string(),
  datetime: Time,
  location: InAppPath,
})
export type UpcomingEvent = z.output<typeof UpcomingEvent>

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
      img: z.nullable(z.string()),
      email: z.string(),
    }),
  ),
  course_contact: z.object({
    facebook: z.nullable(z.string()),
    team: z.nullable(z.string()),
    echo: z.nullable(z.string()),
  }),
  course_roster: z.array(z.object({ _id: Id })),
})
export type Course = z.output<typeof Course>

export const Activity = z.object({ type: EventType, title: z.string(), date: Time, location: InAppPath })
export type Activity = z.output<typeof Activity>

/** The longest lists that these calls give. */
export const mostUpcoming = 50
export const mostActivity = 100

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
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id',
    access: 'member',
    summary: 'A course',
    reply: Course,
  }),
  activity: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/activity',
    access: 'member',
    summary: 'What happened in the course in the last 14 days, newest first',
    reply: z.array(Activity),
  }),
}
