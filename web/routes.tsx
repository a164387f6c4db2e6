import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, replace } from 'react-router'
import { courseOf, myCourses, upcoming } from './courses/queries.ts'
import { FirstLoad, NotFound, RouteFailure } from './errors/ErrorScreens.tsx'
import { loadInside } from './i18n/index.ts'
import { registerRoutes, start } from './loading/prefetch.ts'
import { arrived, notArrived, screen } from './loading/screen.ts'
import { notificationsQuery, unreadQuery } from './notifications/queries.ts'
import { account, me } from './session/queries.ts'
import { readToken } from './session/token.ts'

/** The queries of every signed-in page. */
const everywhere = [me, unreadQuery]

const signedIn = ({ request }: LoaderFunctionArgs) => {
  const { pathname, search, hash } = new URL(request.url)
  // The server accepts an id in capitals; here it would be another key, which no live event renews.
  const small = pathname.toLowerCase()
  if (small !== pathname) throw replace(small + search + hash)
  if (!readToken()) {
    const asked = pathname + search + hash
    throw replace(asked === '/' ? '/login' : `/login?${new URLSearchParams({ return_to: asked })}`)
  }
  // Whatever address the page opened with, it now waits for a signed-in screen.
  document.documentElement.dataset.opened = 'inside'
  start(everywhere)
}

const signedOut = ({ request }: LoaderFunctionArgs) => {
  if (readToken()) {
    const asked = new URL(request.url).searchParams.get('return_to')
    // A path of the product, not another site in disguise: `//`, `/\\` or with a tab between.
    throw replace(asked && /^\/(?![/\\\s])/.test(asked) ? asked : '/')
  }
}

/** The parent of the screens inside a course, whose routes load later. */
const course = screen(
  '/course/:course_id',
  () => import('./courses/CourseLayout.tsx'),
  ({ course_id = '' }) => [courseOf(course_id)],
  { id: 'course' },
)
const pages: RouteObject[] = [
  screen(
    '/',
    () => import('./home/HomeScreen.tsx'),
    () => [myCourses, upcoming],
  ),
  screen(
    '/notification',
    () => import('./notifications/NotificationScreen.tsx'),
    () => [notificationsQuery],
  ),
  screen(
    '/setting',
    () => import('./settings/SettingScreen.tsx'),
    () => [account],
  ),
  screen('/join', () => loadInside().then(() => import('./join/JoinScreen.tsx'))),
  screen('/new-course', () => loadInside().then(() => import('./courses/staff/NewCourseScreen.tsx'))),
  course,
  ...(import.meta.env.DEV ? [screen('/ui', () => import('./ui/Gallery.tsx'))] : []),
  {
    path: '*',
    element: <NotFound />,
    loader({ params }: LoaderFunctionArgs) {
      // The routes inside a course failed to load, so this one matched instead.
      if (/^course\/[^/]/.test(params['*'] ?? '')) throw notArrived()
      return null
    },
  },
]

let fetching: Promise<typeof import('./courseRoutes.tsx')> | undefined

/** Loads the routes and the words inside a course, for a path that needs them; then `prefetch` knows them. */
async function discover(path: string): Promise<typeof import('./courseRoutes.tsx') | undefined> {
  if (!path.startsWith('/course/')) return undefined
  fetching ??= arrived(Promise.all([import('./courseRoutes.tsx'), loadInside()])).then(([inside]) => {
    course.children = inside.courseScreens
    pages.unshift(...inside.ownPages)
    return inside
  })
  return fetching.catch((error) => {
    fetching = undefined
    throw error
  })
}

export const routes: RouteObject[] = [
  {
    HydrateFallback: FirstLoad,
    // There may be no frame around it.
    errorElement: (
      <main>
        <RouteFailure />
      </main>
    ),
    children: [
      screen('/login', () => import('./session/LoginScreen.tsx'), undefined, { loader: signedOut }),
      screen('/receipt', () => loadInside().then(() => import('./receipts/ReceiptScreen.tsx'))),
      screen(
        undefined,
        () => import('./frame/Frame.tsx'),
        () => everywhere,
        {
          loader: signedIn,
          // No boundary here, nor at the course: if its own code failed to load, the window would stay empty.
          children: [
            {
              id: 'pages',
              ErrorBoundary: RouteFailure,
              children: pages,
            },
          ],
        },
      ),
    ],
  },
]

export function createRouter() {
  registerRoutes(routes, discover)
  let patched = false
  return createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ path, patch }) {
      // An error here would leave the window empty while there is no frame; the route `*` shows it instead.
      const found = await discover(path).catch(() => undefined)
      if (!found || patched) return
      patched = true
      patch('course', found.courseScreens)
      patch('pages', found.ownPages)
    },
  })
}
