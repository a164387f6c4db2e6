import * as z from 'zod/mini'
import { ActivityKind, ActivityParams, AskedTime, EventType, endpoint, Id, InAppPath, Time } from './endpoint.ts'

/** In days, how far notifications and recent activity reach back. */
export const windowDays = 14
/** How many notifications one answer has at most. */
export const mostNotifications = 100

/** In ms, how long the server remembers live events, unless there are very many: long enough to load a page. */
export const rememberedMs = 20_000

export const Notification = z.object({
  _id: Id,
  timestamp: Time,
  read: z.boolean(),
  message: z.object({
    link: InAppPath,
    type: EventType,
    course_name: z.string(),
    /** In English, for clients without words for the kind. */
    message: z.string(),
    kind: ActivityKind,
    params: ActivityParams,
  }),
})
export type Notification = z.output<typeof Notification>

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/api/users/notifications',
    access: 'signedIn',
    summary: `What is new in the person's courses: under ${windowDays} days old, newest first`,
    reply: z.object({ notifications: z.array(Notification), unread_notifications: z.number() }),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/api/users/notifications/unread',
    access: 'signedIn',
    summary: 'How many of them are unread: what a page shows until the list is opened',
    reply: z.object({ unread_notifications: z.number() }),
  }),
  readAll: endpoint({
    method: 'POST',
    path: '/api/users/notifications',
    access: 'signedIn',
    summary: 'Marks all as read; with `until` those up to then, such as the newest that the person has seen',
    query: z.object({ until: z.optional(AskedTime) }),
    reply: z.object({ unread_notifications: z.number() }),
  }),
  readOne: endpoint({
    method: 'POST',
    path: '/api/users/notifications/:notification_id/read',
    access: 'signedIn',
    summary: 'Marks one as read',
    reply: z.object({ unread_notifications: z.number() }),
  }),
  stream: endpoint({
    method: 'GET',
    path: '/api/users/notifications/stream',
    access: 'signedIn',
    summary:
      'Server-sent events: `open` at first; `changed` with { courses: [id], parts, thing } whenever something new concerns the person, ' +
      'in those parts of the courses (all, when absent), and in one thing of them alone when `thing` is its id; ' +
      'with no course when they have read notifications; `discussion` with { course_id, discussion_id } when somebody ' +
      'wrote; `seen` with the same when they have seen a topic; `draft` with { course_id, asgn_id } when their typing ' +
      'was kept; `handed_in` with { course_id, asgn_id } when something was handed in to an assignment of their students; `attendance` with { course_id, schedule_id } when it was taken or is taken by code; `groups` with { course_id } when students made, joined or left some; `presence` with { course_id, thing_id } when other staff are at it. With `since_ms` also what ' +
      'happened in so many ms before, such as since the page began to load; the server remembers some seconds',
    query: z.object({ since_ms: z.optional(z.string().check(z.regex(/^\d{1,12}$/))) }),
    raw: 'events',
  }),
}
