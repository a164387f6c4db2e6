import { type RouteObject, replace } from 'react-router'
import { announcementOf, announcementsOf } from './announcements/queries.ts'
import { answersNeeds } from './answers/queries.ts'
import { assignmentsNeeds, previewNeeds, sheetNeeds, worksheetNeeds } from './assignments/queries.ts'
import { codeOf, sheetOf } from './attendance/queries.ts'
import { contentOf, contentsOf, linksOf, playlistsOf } from './contents/queries.ts'
import { activityOf } from './courses/queries.ts'
import { sectionsOf } from './courses/sections.ts'
import { settingsOf } from './courses/staff/queries.ts'
import { checkOf, datesOf } from './dates/queries.ts'
import { discussionsOf, topicOf } from './discussions/queries.ts'
import { NotFound } from './errors/ErrorScreens.tsx'
import { gradeNeeds } from './gradebook/needs.ts'
import { gradingNeeds, submissionsNeeds } from './grading/queries.ts'
import { groupingsOf, rosterOf } from './groups/queries.ts'
import { holidaysOf } from './holidays/queries.ts'
import type { Params } from './loading/prefetch.ts'
import { screen } from './loading/screen.ts'
import { meetingOf, meetingsOf } from './meetings/queries.ts'
import { messageOf } from './messages/queries.ts'
import { personOf } from './people/queries.ts'
import { receiptNeeds } from './receipts/queries.ts'
import { mySchedules } from './schedules/queries.ts'
import { courseStatisticsOf, statisticsOf } from './statistics/queries.ts'

const announcement = () => import('./announcements/AnnouncementDialog.tsx')
const announcementNeeds = ({ course_id = '', announcement_id = '' }: Params) => [
  announcementOf(course_id, announcement_id),
]
const meetingNeeds = ({ course_id = '', meeting_id = '' }: Params) => [meetingOf(course_id, meeting_id)]

/** The screens inside a course: most of the product. They load with the first course that a person opens. */
export const courseScreens: RouteObject[] = [
  { index: true, loader: () => replace('home') },
  screen(
    undefined,
    () => import('./courses/CourseHome.tsx'),
    ({ course_id = '' }) => [announcementsOf(course_id), mySchedules(course_id), activityOf(course_id)],
    {
      children: [
        { path: 'home', element: null },
        { path: 'announcement', element: null },
        screen('announcement/new', () => import('./announcements/ComposeDialog.tsx')),
        screen(
          'announcement/:announcement_id/edit',
          () => import('./announcements/ComposeDialog.tsx'),
          announcementNeeds,
        ),
        screen(
          'message/:message_id',
          () => import('./messages/MessageDialog.tsx'),
          ({ course_id = '', message_id = '' }) => [messageOf(course_id, message_id)],
        ),
        screen('announcement/:announcement_id/history', () => import('./announcements/HistoryDialog.tsx')),
        screen('announcement/:announcement_id', announcement, announcementNeeds),
        screen('announcement/:announcement_id/preview', announcement, announcementNeeds),
      ],
    },
  ),
  screen(
    'schedule',
    () => import('./schedules/ScheduleScreen.tsx'),
    ({ course_id = '' }) => [mySchedules(course_id)],
    {
      children: [
        { index: true, element: null },
        screen(
          'new',
          () => import('./schedules/staff/AddClassesDialog.tsx'),
          ({ course_id = '' }) => [holidaysOf(course_id)],
        ),
        screen(':schedule_id/edit', () => import('./schedules/staff/EditClassDialog.tsx')),
        screen(':schedule_id/history', () => import('./changes/ThingHistory.tsx')),
      ],
    },
  ),
  screen(
    'schedule/:schedule_id/attendance',
    () => import('./attendance/AttendanceScreen.tsx'),
    ({ course_id = '', schedule_id = '' }) => [sheetOf(course_id, schedule_id), mySchedules(course_id)],
  ),
  screen('attend', () => import('./schedules/AttendScreen.tsx')),
  screen(
    'content',
    () => import('./contents/ContentScreen.tsx'),
    ({ course_id = '' }) => [contentsOf(course_id), linksOf(course_id), playlistsOf(course_id)],
    {
      children: [
        { index: true, element: null },
        screen(':content_id/history', () => import('./changes/ThingHistory.tsx')),
        screen(':content_id/versions', () => import('./contents/staff/VersionsDialog.tsx')),
        screen(':content_id/opened', () => import('./contents/staff/OpenersDialog.tsx')),
        screen('page/new', () => import('./contents/staff/PageDialog.tsx')),
        screen(':content_id/page', () => import('./contents/staff/PageDialog.tsx')),
        screen('link/new', () => import('./contents/staff/LinkDialog.tsx')),
        screen('link/:link_id/edit', () => import('./contents/staff/LinkDialog.tsx')),
        screen('link/:link_id/history', () => import('./changes/ThingHistory.tsx')),
        screen('playlist/new', () => import('./contents/staff/PlaylistDialog.tsx')),
        screen('playlist/:row_id/edit', () => import('./contents/staff/PlaylistDialog.tsx')),
        screen('playlist/:row_id/history', () => import('./changes/ThingHistory.tsx')),
      ],
    },
  ),
  { path: 'content/:content_id', loader: () => replace('view') },
  screen(
    'content/:content_id/view',
    () => import('./contents/ContentView.tsx'),
    ({ course_id = '', content_id = '' }) => [contentOf(course_id, content_id)],
  ),
  screen('assignments', () => import('./assignments/AssignmentsScreen.tsx'), assignmentsNeeds, {
    children: [
      { index: true, element: null },
      { path: ':asgn_id', loader: () => replace('preview') },
      screen(':asgn_id/preview', () => import('./assignments/PreviewDialog.tsx'), previewNeeds),
      screen('import', () => import('./assignments/staff/ImportDialog.tsx')),
      screen(':asgn_id/exceptions', () => import('./exceptions/ExceptionsDialog.tsx')),
      screen(':asgn_id/history', () => import('./changes/ThingHistory.tsx')),
    ],
  }),
  screen('assignments/:asgn_id/submissions', () => import('./grading/SubmissionsScreen.tsx'), submissionsNeeds, {
    children: [{ index: true, element: null }, screen('import', () => import('./offline/ImportDialog.tsx'))],
  }),
  screen(
    'assignments/:asgn_id/statistics',
    () => import('./statistics/AssignmentStatistics.tsx'),
    ({ course_id = '', asgn_id = '' }) => [statisticsOf(course_id, asgn_id), sectionsOf(course_id)],
  ),
  screen(
    'meeting',
    () => import('./meetings/MeetingsScreen.tsx'),
    ({ course_id = '' }) => [meetingsOf(course_id)],
    {
      children: [
        { index: true, element: null },
        screen('new', () => import('./meetings/staff/MeetingDialog.tsx')),
        screen(':meeting_id/edit', () => import('./meetings/staff/MeetingDialog.tsx'), meetingNeeds),
        screen(':meeting_id/history', () => import('./changes/ThingHistory.tsx')),
        { path: ':meeting_id', loader: () => replace('preview') },
        screen(':meeting_id/preview', () => import('./meetings/MeetingPreview.tsx'), meetingNeeds),
        screen(':meeting_id/recording', () => import('./meetings/MeetingRecording.tsx'), meetingNeeds),
        screen(':meeting_id/info', () => import('./meetings/MeetingInfo.tsx'), meetingNeeds),
      ],
    },
  ),
  screen('grade', () => import('./gradebook/GradeScreen.tsx'), gradeNeeds, {
    children: [{ index: true, element: null }, screen('import', () => import('./gradebook/staff/ImportDialog.tsx'))],
  }),
  screen(
    'grade/statistics',
    () => import('./statistics/CourseStatistics.tsx'),
    ({ course_id = '' }) => [courseStatisticsOf(course_id), sectionsOf(course_id)],
  ),
  screen(
    'people',
    () => import('./people/PeopleScreen.tsx'),
    ({ course_id = '' }) => [rosterOf(course_id)],
    {
      children: [
        { index: true, element: null },
        screen('add', () => import('./people/AddDialog.tsx')),
        screen('import', () => import('./people/ImportDialog.tsx')),
        screen('removed', () => import('./people/RemovedDialog.tsx')),
        screen('message', () => import('./people/SendMessageDialog.tsx')),
        screen('invitations', () => import('./people/InvitationsDialog.tsx')),
      ],
    },
  ),
  screen(
    'people/:person_id',
    () => import('./people/PersonScreen.tsx'),
    ({ course_id = '', person_id = '' }) => [personOf(course_id, person_id)],
    {
      children: [
        { index: true, element: null },
        screen('message', () => import('./people/SendMessageDialog.tsx')),
        screen('exceptions/:asgn_id', () => import('./exceptions/ExceptionsDialog.tsx')),
      ],
    },
  ),
  screen(
    'dates',
    () => import('./dates/DatesScreen.tsx'),
    ({ course_id = '' }) => [datesOf(course_id), holidaysOf(course_id), checkOf(course_id)],
  ),
  screen(
    'settings',
    () => import('./courses/staff/SettingsScreen.tsx'),
    ({ course_id = '' }) => [settingsOf(course_id)],
    {
      children: [{ index: true, element: null }, screen('copy', () => import('./copy/CopyDialog.tsx'))],
    },
  ),
  // Where it was before: bookmarks lead there.
  { path: 'settings/history', loader: ({ params }) => replace(`/course/${params.course_id}/history`) },
  screen('history', () => import('./changes/HistoryScreen.tsx')),
  screen('about', () => import('./about/AboutScreen.tsx')),
  screen(
    'discussion',
    () => import('./discussions/DiscussionsScreen.tsx'),
    ({ course_id = '' }) => [discussionsOf(course_id)],
    { children: [{ index: true, element: null }, screen('new', () => import('./discussions/staff/ComposeTopic.tsx'))] },
  ),
  screen(
    'discussion/:discussion_id',
    () => import('./discussions/TopicScreen.tsx'),
    ({ course_id = '', discussion_id = '' }) => [topicOf(course_id, discussion_id)],
    {
      children: [
        { index: true, element: null },
        screen('post/:post_id', () => import('./discussions/PostDialog.tsx')),
        screen('edit', () => import('./discussions/staff/ComposeTopic.tsx')),
        screen('history', () => import('./changes/ThingHistory.tsx')),
      ],
    },
  ),
  screen(
    'group',
    () => import('./groups/GroupsScreen.tsx'),
    ({ course_id = '' }) => [groupingsOf(course_id)],
    {
      children: [
        { index: true, element: null },
        screen('grouping/new', () => import('./groups/staff/GroupingDialog.tsx')),
        screen('grouping/:grouping_id/edit', () => import('./groups/staff/GroupingDialog.tsx')),
        screen('grouping/:grouping_id/history', () => import('./changes/ThingHistory.tsx')),
        screen('grouping/:grouping_id/import', () => import('./groups/staff/ImportDialog.tsx')),
        screen(
          'new',
          () => import('./groups/GroupWizard.tsx'),
          ({ course_id = '' }) => [rosterOf(course_id)],
        ),
      ],
    },
  ),
  { path: '*', element: <NotFound inside /> },
]

/** Pages of their own, without the course's header and tabs. */
export const ownPages: RouteObject[] = [
  screen(
    '/course/:course_id/schedule/:schedule_id/code',
    () => import('./attendance/CodeScreen.tsx'),
    ({ course_id = '', schedule_id = '' }) => [codeOf(course_id, schedule_id), mySchedules(course_id)],
  ),
  screen('/course/:course_id/assignments/new', () => import('./assignments/staff/SheetScreen.tsx'), sheetNeeds),
  screen(
    '/course/:course_id/assignments/:asgn_id/edit',
    () => import('./assignments/staff/SheetScreen.tsx'),
    sheetNeeds,
  ),
  screen('/course/:course_id/assignments/:asgn_id/answers', () => import('./answers/AnswersScreen.tsx'), answersNeeds),
  screen(
    '/course/:course_id/assignments/:asgn_id/grading/:submission_id',
    () => import('./grading/GradingScreen.tsx'),
    gradingNeeds,
  ),
  screen(
    '/course/:course_id/assignments/:asgn_id/worksheet',
    () => import('./assignments/WorksheetScreen.tsx'),
    worksheetNeeds,
  ),
  screen(
    '/course/:course_id/assignments/:asgn_id/attempts/:submission_id/receipt',
    () => import('./receipts/OwnReceiptScreen.tsx'),
    receiptNeeds,
  ),
]
