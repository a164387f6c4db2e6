import { announcements } from './announcements.ts'
import { assignments } from './assignments.ts'
import { courses } from './courses.ts'
import { notifications } from './notifications.ts'
import { receipts } from './receipts.ts'
import { schedules } from './schedules.ts'
import { session } from './session.ts'
import { users } from './users.ts'

/** Every call of the product, by noun. The server mounts it, the browser calls it, the tests walk it. */
export const contract = { session, users, notifications, courses, schedules, announcements, assignments, receipts }
export type Contract = typeof contract
