import type { RouteObject } from 'react-router'
import type { FirstScreen } from '../scripts/earlyStart.ts'
import { courseScreens, ownPages } from './courseRoutes.tsx'
import type { Needs } from './loading/prefetch.ts'
import { routes } from './routes.tsx'

/*
 * The code and calls of the screen at each address, drawn from the route table at build time. The page requests all of
 * them while the browser still parses it (index.html), before any script runs; call.ts takes the responses.
 */

type Found = Pick<FirstScreen, 'code' | 'asks'> & { path: string }

const join = (above: string, path = '') => (path.startsWith('/') ? path : `${above}/${path}`.replace(/\/+$/, ''))

/** The modules that a function imports, as Vite writes them for Node. */
function moduleOf({ load }: Needs): string[] {
  if (!load) return []
  const [, path] = /import\w*\("\/([^"]+)"\)/.exec(String(load)) ?? []
  if (!path) throw new Error(`${load} imports no module.`)
  return [path]
}

/** The calls of a screen's queries: query keys are addresses. */
function callsOf({ needs }: Needs, path: string): string[] {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, `__${name}`]))
  return (needs?.(params) ?? []).map(({ queryKey }) => `/api/${queryKey.join('/').replace(/\b__/g, ':')}`)
}

/** Each address of these routes, with the code and calls of every route on its path. */
function screensOf(all: RouteObject[], above: Found): Found[] {
  return all.flatMap(({ path, children, handle, loader }) => {
    // A redirect has no screen.
    if (path === '*' || (loader && !handle)) return []
    const own = (handle ?? {}) as Needs
    const whole = join(above.path, path)
    const here = {
      path: whole,
      code: [...above.code, ...moduleOf(own)],
      asks: [...above.asks, ...callsOf(own, whole)],
    }
    return children ? screensOf(children, here) : [here]
  })
}

const frame = routes.flatMap(function inside(route): RouteObject[] {
  return route.id === 'pages' ? [route] : (route.children ?? []).flatMap(inside)
})
const course = frame[0]?.children?.find(({ id }) => id === 'course')
if (!frame[0] || !course) throw new Error('The table of routes has no place for courses.')
course.children = courseScreens
frame[0].children?.push(...ownPages)

const screens = screensOf(routes, { path: '', code: [], asks: [] })

const pattern = (path: string) => path.replace(/:\w+/g, '[^/]+')
const isWithin = (path: string, other: string) => path !== other && new RegExp(`^${pattern(other)}$`).test(path)

/** The pattern of a screen: `people/:person_id` does not cover `people/add`, which is another one. */
const placeOf = (path: string) =>
  `${screens.map((one) => (isWithin(one.path, path) ? `(?!${pattern(one.path)}$)` : '')).join('')}${path || '/'}$`

const unique = <T>(all: T[]): T[] => [...new Set(all)]

/** What `discover` in routes.tsx loads before it can match a route: the inner routes and their words. */
const inside = '/(course/|join$|receipt$)'

export const firstScreens: FirstScreen[] = [
  { at: '', language: 'th', code: ['i18n/th.ts'], asks: [] },
  { at: inside, language: 'en', code: ['i18n/en/inside.ts'], asks: [] },
  { at: inside, language: 'th', code: ['i18n/th/inside.ts'], asks: [] },
  { at: '/course/', code: ['courseRoutes.tsx'], asks: [] },
  ...screens.map(({ path, code, asks }) => ({ at: placeOf(path), code: unique(code), asks: unique(asks) })),
]
