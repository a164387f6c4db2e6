import type { StaffTab, Tab } from '../courses/tabs.ts'

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

/** Those of the tabs that only staff have. */
export const staffTabKeys: Record<string, StaffTab> = { p: 'people' }

/** The id of the course in an address; '' outside of a course. */
export const courseIn = (pathname: string): string => pathname.match(/^\/course\/([^/]+)/)?.[1] ?? ''

/** The address that `g` and a letter open; in a course its tabs come first. `isStaff`: of that course. */
export function addressOf(letter: string, pathname: string, isStaff: boolean): string | undefined {
  const course = courseIn(pathname)
  const tab = tabKeys[letter] ?? (isStaff ? staffTabKeys[letter] : undefined)
  if (course && tab) return `/course/${course}/${tab}`
  return letter === 'h' ? '/' : pageKeys[letter as keyof typeof pageKeys]
}
