import type { Tab } from '../courses/tabs.ts'

/** The letters after `g`: a page, or a tab of the open course. */
export const pageKeys = { o: '/', n: '/notification', s: '/setting', j: '/join' } as const
export const tabKeys: Record<string, Tab> = {
  h: 'home',
  c: 'content',
  a: 'assignments',
  d: 'discussion',
  g: 'group',
  m: 'meeting',
  r: 'grade',
  i: 'about',
}

/** The id of the course in an address; '' outside of a course. */
export const courseIn = (pathname: string): string => pathname.match(/^\/course\/([^/]+)/)?.[1] ?? ''

/** The address that `g` and a letter open; in a course its tabs come first. */
export function addressOf(letter: string, pathname: string): string | undefined {
  const course = courseIn(pathname)
  if (course && tabKeys[letter]) return `/course/${course}/${tabKeys[letter]}`
  return letter === 'h' ? '/' : pageKeys[letter as keyof typeof pageKeys]
}
