import type { RouteObject } from 'react-router'
import type { FirstScreen } from '../scripts/earlyStart.ts'
import { courseScreens, ownPages } from './courseRoutes.tsx'
import type { Needs } from './loading/prefetch.ts'
import { routes } from './routes.tsx'

/*
 * What the screen at each address is made of, drawn from the table of routes when the browser's side is built. The page
 * asks for all of it while the browser still reads the page (index.html), before any of our code has come and run; call.ts
 * takes the answers.
 */

type Found = Pick<FirstScreen, 'code' | 'asks'> & { path: string }

const join = (above: string, path = '') => (path.startsWith('/') ? path : `${above}/${path}`.replace(/\/+$/, ''))

/** What a function that imports a module imports, as Vite wrote it down for Node. */
function moduleOf({ load }: Needs): string[] {
  if (!load) return []
  const [, path] = /import\w*\("\/([^"]+)"\)/.exec(String(load)) ?? []
  if (!path) throw new Error(`${load} imports no module.`)
  return [path]
}

/** The calls of the queries that a screen needs: their keys are their addresses. */
function callsOf({ needs }: Needs, path: string): string[] {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, `__${name}`]))
  return (needs?.(params) ?? []).map(({ queryKey }) => `/api/${queryKey.join('/').replace(/\b__/g, ':')}`)
}

/** Each address of these routes, with the code and the calls of every route that it passes. */
function screensOf(all: RouteObject[], above: Found): Found[] {
  return all.flatMap(({ path, children, handle }) => {
    if (path === '*') return []
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

const patternOf = (path: string) => `^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)') || '/'}$`

const unique = <T>(all: T[]): T[] => [...new Set(all)]

/** What `discover` in routes.tsx, and the words of what is inside a course, fetch before a route is known. */
const inside = '^/(course/|join$|receipt$)'

export const firstScreens: FirstScreen[] = [
  { at: '', language: 'th', code: ['i18n/th.ts'], asks: [] },
  { at: inside, language: 'en', code: ['i18n/en/inside.ts'], asks: [] },
  { at: inside, language: 'th', code: ['i18n/th/inside.ts'], asks: [] },
  { at: '^/course/', code: ['courseRoutes.tsx'], asks: [] },
  ...screens.map(({ path, code, asks }) => ({ at: patternOf(path), code: unique(code), asks: unique(asks) })),
]
