import { announcements } from '../../contract/announcements.ts'
import { assignments } from '../../contract/assignments.ts'
import { contents } from '../../contract/contents.ts'
import { courses } from '../../contract/courses.ts'
import { discussions } from '../../contract/discussions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { gradebook } from '../../contract/gradebook.ts'
import { groups } from '../../contract/groups.ts'
import { meetings } from '../../contract/meetings.ts'
import { notifications } from '../../contract/notifications.ts'
import { schedules } from '../../contract/schedules.ts'
import { users } from '../../contract/users.ts'

/*
 * What the screen at an address is made of. The page asks for all of it while it is still being read (index.html), not
 * when the code that knows of it has come and run; call.ts takes the answers. What is missing here comes a little later.
 */

interface FirstScreen {
  /** A pattern of the path; its groups are the parameters of what is asked. */
  at: string
  language?: 'en' | 'th'
  code: string[]
  asks?: Endpoint[]
}

const course = '^/course/(?<course_id>[^/]+)'
const inCourse = (rest: string, code: string, asks?: Endpoint[]): FirstScreen => ({
  at: `${course}/${rest}$`,
  code: [code],
  asks,
})

export const firstScreens: FirstScreen[] = [
  { at: '', language: 'th', code: ['i18n/th.ts'] },
  { at: '^/login$', code: ['session/LoginScreen.tsx'] },
  { at: '^/receipt$', code: ['receipts/ReceiptScreen.tsx'] },
  { at: '^/(?!login$|receipt$)', code: ['frame/Frame.tsx'], asks: [users.me, notifications.list] },
  { at: '^/$', code: ['home/HomeScreen.tsx'], asks: [courses.mine, courses.upcoming] },
  { at: '^/notification$', code: ['notifications/NotificationScreen.tsx'] },
  { at: '^/(course/|join$|receipt$)', language: 'en', code: ['i18n/en/inside.ts'] },
  { at: '^/(course/|join$|receipt$)', language: 'th', code: ['i18n/th/inside.ts'] },
  { at: course, code: ['courseRoutes.tsx'] },
  {
    at: `${course}/(?!assignments/[^/]+/(worksheet|attempts/.+)$)`,
    code: ['courses/CourseLayout.tsx'],
    asks: [courses.one],
  },
  inCourse('(home|announcement.*)', 'courses/CourseHome.tsx', [announcements.list, schedules.mine, courses.activity]),
  inCourse('schedule', 'schedules/ScheduleScreen.tsx', [schedules.mine]),
  inCourse('content', 'contents/ContentScreen.tsx', [contents.list, contents.links, contents.playlists]),
  inCourse('assignments(/[^/]+/preview)?', 'assignments/AssignmentsScreen.tsx', [assignments.mine, assignments.due]),
  inCourse('assignments/(?<asgn_id>[^/]+)/worksheet', 'assignments/WorksheetScreen.tsx', [
    courses.one,
    assignments.my,
    assignments.draft,
  ]),
  inCourse('assignments/(?<asgn_id>[^/]+)/attempts/(?<submission_id>[^/]+)/receipt', 'receipts/OwnReceiptScreen.tsx', [
    assignments.my,
    assignments.attempt,
    assignments.receipt,
  ]),
  inCourse('discussion', 'discussions/DiscussionsScreen.tsx', [discussions.list]),
  inCourse('discussion/(?<discussion_id>[^/]+)', 'discussions/TopicScreen.tsx', [discussions.one]),
  inCourse('group', 'groups/GroupsScreen.tsx', [groups.list]),
  inCourse('meeting(/.+)?', 'meetings/MeetingsScreen.tsx', [meetings.list]),
  inCourse('grade', 'gradebook/GradeScreen.tsx', [gradebook.mine, schedules.mine, assignments.mine]),
  inCourse('about', 'about/AboutScreen.tsx'),
]
