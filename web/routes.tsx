import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { announcementOf, announcementsOf } from './announcements/queries.ts'
import { assignmentsNeeds, previewNeeds, worksheetNeeds } from './assignments/queries.ts'
import { contentOf, contentsOf, linksOf, playlistsOf } from './contents/queries.ts'
import { activityOf, courseOf, myCourses, upcoming } from './courses/queries.ts'
import { discussionsOf, topicOf } from './discussions/queries.ts'
import { FirstLoad, NotFound, RouteFailure } from './errors/ErrorScreens.tsx'
import { assignmentScoresOf, gradebookOf } from './gradebook/queries.ts'
import { groupingsOf, rosterOf } from './groups/queries.ts'
import { meetingOf, meetingsOf } from './meetings/queries.ts'
import { notificationsQuery } from './notifications/queries.ts'
import { type AnyQuery, type Load, type Params, registerRoutes, start } from './prefetch.ts'
import { mySchedules } from './schedules/queries.ts'
import { me } from './session/queries.ts'
import { readToken } from './session/token.ts'

/** A screen: its code, loaded when it is first needed, and the queries that it reads, started with it. */
function screen(
  path: string | undefined,
  load: Load,
  needs?: (params: Params) => AnyQuery[],
  more: Partial<RouteObject> = {},
) {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
    loader: ({ params }: LoaderFunctionArgs) => start(needs?.(params as Params)),
    handle: { load, needs },
    ...more,
  } as RouteObject
}

const signedIn = ({ request }: LoaderFunctionArgs) => {
  if (!readToken()) {
    const { pathname, search } = new URL(request.url)
    const asked = pathname + search
    throw redirect(asked === '/' ? '/login' : `/login?${new URLSearchParams({ return_to: asked })}`)
  }
  return start([me, notificationsQuery])
}

const signedOut = ({ request }: LoaderFunctionArgs) => {
  if (readToken()) {
    const asked = new URL(request.url).searchParams.get('return_to')
    throw redirect(asked?.startsWith('/') && !asked.startsWith('//') ? asked : '/')
  }
  return null
}

const announcement = () => import('./announcements/AnnouncementDialog.tsx')
const announcementNeeds = ({ course_id = '', announcement_id = '' }: Params) => [
  announcementOf(course_id, announcement_id),
]
const meetingNeeds = ({ course_id = '', meeting_id = '' }: Params) => [meetingOf(course_id, meeting_id)]
const loadLayout = () => import('./courses/CourseLayout.tsx')
const layout = async () => ({ Component: (await loadLayout()).default })

const courseScreens: RouteObject[] = [
  { index: true, loader: () => redirect('home') },
  screen(
    undefined,
    () => import('./courses/CourseHome.tsx'),
    ({ course_id = '' }) => [announcementsOf(course_id), mySchedules(course_id), activityOf(course_id)],
    {
      children: [
        { path: 'home', element: null },
        { path: 'announcement', element: null },
        screen('announcement/:announcement_id', announcement, announcementNeeds),
        screen('announcement/:announcement_id/preview', announcement, announcementNeeds),
      ],
    },
  ),
  screen(
    'schedule',
    () => import('./schedules/ScheduleScreen.tsx'),
    ({ course_id = '' }) => [mySchedules(course_id)],
  ),
  screen(
    'content',
    () => import('./contents/ContentScreen.tsx'),
    ({ course_id = '' }) => [contentsOf(course_id), linksOf(course_id), playlistsOf(course_id)],
  ),
  { path: 'content/:content_id', loader: () => redirect('view') },
  screen(
    'content/:content_id/view',
    () => import('./contents/ContentView.tsx'),
    ({ course_id = '', content_id = '' }) => [contentOf(course_id, content_id)],
  ),
  screen('assignments', () => import('./assignments/AssignmentsScreen.tsx'), assignmentsNeeds, {
    children: [
      { index: true, element: null },
      { path: ':asgn_id', loader: () => redirect('preview') },
      screen(':asgn_id/preview', () => import('./assignments/PreviewDialog.tsx'), previewNeeds),
    ],
  }),
  screen(
    'meeting',
    () => import('./meetings/MeetingsScreen.tsx'),
    ({ course_id = '' }) => [meetingsOf(course_id)],
    {
      children: [
        { index: true, element: null },
        { path: ':meeting_id', loader: () => redirect('preview') },
        screen(':meeting_id/preview', () => import('./meetings/MeetingPreview.tsx'), meetingNeeds),
        screen(':meeting_id/recording', () => import('./meetings/MeetingRecording.tsx'), meetingNeeds),
        screen(':meeting_id/info', () => import('./meetings/MeetingInfo.tsx'), meetingNeeds),
      ],
    },
  ),
  screen(
    'grade',
    () => import('./gradebook/GradeScreen.tsx'),
    ({ course_id = '' }) => [gradebookOf(course_id), mySchedules(course_id), assignmentScoresOf(course_id)],
  ),
  screen('about', () => import('./about/AboutScreen.tsx')),
  screen(
    'discussion',
    () => import('./discussions/DiscussionsScreen.tsx'),
    ({ course_id = '' }) => [discussionsOf(course_id)],
  ),
  screen(
    'discussion/:discussion_id',
    () => import('./discussions/TopicScreen.tsx'),
    ({ course_id = '', discussion_id = '' }) => [topicOf(course_id, discussion_id)],
    {
      children: [{ index: true, element: null }, screen('post/:post_id', () => import('./discussions/PostDialog.tsx'))],
    },
  ),
  screen(
    'group',
    () => import('./groups/GroupsScreen.tsx'),
    ({ course_id = '' }) => [groupingsOf(course_id)],
    {
      children: [
        { index: true, element: null },
        screen(
          'new',
          () => import('./groups/GroupWizard.tsx'),
          ({ course_id = '' }) => [rosterOf(course_id)],
        ),
      ],
    },
  ),
  { path: '*', element: <NotFound /> },
]

const routes: RouteObject[] = [
  {
    HydrateFallback: FirstLoad,
    ErrorBoundary: RouteFailure,
    children: [
      screen('/login', () => import('./session/LoginScreen.tsx'), undefined, { loader: signedOut }),
      screen('/receipt', () => import('./receipts/ReceiptScreen.tsx')),
      {
        lazy: async () => ({ Component: (await import('./frame/Frame.tsx')).Frame }),
        loader: signedIn,
        ErrorBoundary: RouteFailure,
        children: [
          {
            ErrorBoundary: RouteFailure,
            children: [
              screen(
                '/',
                () => import('./home/HomeScreen.tsx'),
                () => [myCourses, upcoming],
              ),
              screen('/notification', () => import('./notifications/NotificationScreen.tsx')),
              screen('/setting', () => import('./settings/SettingScreen.tsx')),
              screen('/join', () => import('./join/JoinScreen.tsx')),
              screen(
                '/course/:course_id/assignments/:asgn_id/worksheet',
                () => import('./assignments/WorksheetScreen.tsx'),
                worksheetNeeds,
              ),
              {
                path: '/course/:course_id',
                lazy: layout,
                ErrorBoundary: RouteFailure,
                loader: ({ params }) => start([courseOf(params.course_id ?? '')]),
                handle: { load: loadLayout, needs: ({ course_id = '' }: Params) => [courseOf(course_id)] },
                children: courseScreens,
              },
              ...(import.meta.env.DEV ? [screen('/ui', () => import('./ui/Gallery.tsx'))] : []),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
]

export function createRouter() {
  registerRoutes(routes)
  return createBrowserRouter(routes)
}
