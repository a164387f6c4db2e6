import type { ActivityEntry } from './queries.ts'

/* An activity as the contract shows it. */

export const shownNotification = (h: ActivityEntry, read: boolean) => ({
  _id: h.id,
  timestamp: h.created_at,
  read,
  message: {
    link: h.link,
    type: h.type,
    course_name: h.course_name,
    message: h.title,
    kind: h.kind,
    params: h.params,
  },
})

export const shownActivity = (h: ActivityEntry) => ({
  type: h.type,
  title: h.title,
  kind: h.kind,
  params: h.params,
  date: h.created_at,
  location: h.link,
})
