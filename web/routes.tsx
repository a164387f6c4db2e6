import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { announcementOf, announcementsOf } from './announcements/queries.ts'
import { activityOf, courseOf, myCourses, upcoming } from './courses/queries.ts'
import { FirstLoad, NotFound, RouteFailure } from './errors/ErrorScreens.tsx'
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
const loadLayout = () => import('./courses/CourseLayout.tsx')
const layout = async () => ({ Component: (await loadLayout()).default })
const coming = () => import('./courses/ComingScreen.tsx')

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
  ...['content', 'assignments', 'discussion', 'group', 'meeting', 'grade', 'about'].map((tab) =>
    screen(`${tab}/*`, coming),
  ),
  { path: '*', element: <NotFound /> },
]

const routes: RouteObject[] = [
  {
    HydrateFallback: FirstLoad,
    ErrorBoundary: RouteFailure,
    children: [
      screen('/login', () => import('./session/LoginScreen.tsx'), undefined, { loader: signedOut }),
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
              screen('/join', coming),
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
