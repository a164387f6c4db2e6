import { announcements } from './announcements.ts'
import { assignments } from './assignments.ts'
import { attendance } from './attendance.ts'
import { changes } from './changes.ts'
import { contents } from './contents.ts'
import { courses } from './courses.ts'
import { discussions } from './discussions.ts'
import { feedback } from './feedback.ts'
import { gradebook } from './gradebook.ts'
import { groups } from './groups.ts'
import { jobs } from './jobs.ts'
import { meetings } from './meetings.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { receipts } from './receipts.ts'
import { schedules } from './schedules.ts'
import { session } from './session.ts'
import { announcementWrites } from './staff/announcements.ts'
import { answers } from './staff/answers.ts'
import { assignmentWrites } from './staff/assignments.ts'
import { bank } from './staff/bank.ts'
import { contentWrites } from './staff/contents.ts'
import { copies } from './staff/copy.ts'
import { adminCourses, courseSettings, courseWrites } from './staff/courses.ts'
import { curves } from './staff/curve.ts'
import { dates } from './staff/dates.ts'
import { discussionWrites } from './staff/discussions.ts'
import { exceptions } from './staff/exceptions.ts'
import { grading } from './staff/gradebook.ts'
import { gradeTables } from './staff/gradeTables.ts'
import { submissions } from './staff/grading.ts'
import { groupWrites } from './staff/groups.ts'
import { hiddenNames } from './staff/hiddenNames.ts'
import { holidays } from './staff/holidays.ts'
import { invitations } from './staff/invitations.ts'
import { linkWrites, playlistWrites } from './staff/links.ts'
import { marks } from './staff/marks.ts'
import { meetingWrites } from './staff/meetings.ts'
import { messageWrites } from './staff/messages.ts'
import { offline } from './staff/offline.ts'
import { people } from './staff/people.ts'
import { presence } from './staff/presence.ts'
import { regradeWrites } from './staff/regrades.ts'
import { releases } from './staff/releases.ts'
import { roster } from './staff/roster.ts'
import { savedComments } from './staff/savedComments.ts'
import { scheduleWrites } from './staff/schedules.ts'
import { sections } from './staff/sections.ts'
import { statistics } from './staff/statistics.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** Every call of the product, by noun. The server mounts it, the browser calls it, the tests go through it. */
export const contract = {
  session,
  users,
  notifications,
  courses: { ...courses, ...courseSettings, ...courseWrites },
  adminCourses,
  copies,
  dates,
  schedules: { ...schedules, ...scheduleWrites },
  attendance,
  announcements: { ...announcements, ...announcementWrites },
  changes,
  invitations,
  messages: { ...messages, ...messageWrites },
  people,
  presence,
  hiddenNames,
  holidays,
  roster,
  savedComments,
  submissions,
  releases,
  feedback: { ...feedback, ...regradeWrites },
  sections,
  statistics,
  answers,
  offline,
  assignments: { ...assignments, ...assignmentWrites },
  bank,
  exceptions,
  marks,
  receipts,
  uploads,
  contents: { ...contents, ...contentWrites },
  links: linkWrites,
  playlists: playlistWrites,
  meetings: { ...meetings, ...meetingWrites },
  gradebook,
  grading,
  gradeTables,
  curves,
  discussions: { ...discussions, ...discussionWrites },
  groups: { ...groups, ...groupWrites },
  jobs,
}
export type Contract = typeof contract
