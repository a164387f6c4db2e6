import type { Course, CourseTab } from '../../contract/courses.ts'
import { type StaffTab, shownTabNames } from '../courses/tabs.ts'

/** The letters after `g`: a page, or a tab of the open course. */
export const pageKeys = { o: '/', n: '/notification', s: '/setting', j: '/join' } as const
const letters = {
  h: 'home',
  c: 'content',
  a: 'assignments',
  d: 'discussion',
  g: 'group',
  m: 'meeting',
  r: 'grade',
  i: 'about',
  p: 'people',
  t: 'dates',
  e: 'settings',
  y: 'history',
} as const
export const tabKeys: Record<string, CourseTab | StaffTab> = letters
// Every tab has a letter.
'home' as CourseTab | StaffTab satisfies (typeof letters)[keyof typeof letters]

/** The id of the course in an address; '' outside of a course. */
export const courseIn = (pathname: string): string => pathname.match(/^\/course\/([^/]+)/)?.[1] ?? ''

/** The address that `g` and a letter open; in a course, which may still load, the tabs that the person sees come first. */
export function addressOf(letter: string, pathname: string, course: Course | undefined): string | undefined {
  const id = courseIn(pathname)
  const tab = tabKeys[letter]
  if (id && tab && (!course || shownTabNames(course).includes(tab))) return `/course/${id}/${tab}`
  return letter === 'h' ? '/' : pageKeys[letter as keyof typeof pageKeys]
}
