import { type Can, type Course, type CourseTab, courseTabs } from '../../contract/courses.ts'
import type { Ability } from '../../contract/endpoint.ts'
import type { Catalogue } from '../i18n/index.ts'
import {
  AssignmentIcon,
  CalendarIcon,
  DiscussionIcon,
  FolderIcon,
  GradeIcon,
  GroupIcon,
  HistoryIcon,
  HomeIcon,
  InfoIcon,
  MeetingIcon,
  SettingsIcon,
  UserIcon,
} from '../ui/icons.tsx'

const icons: Record<CourseTab, typeof HomeIcon> = {
  home: HomeIcon,
  content: FolderIcon,
  assignments: AssignmentIcon,
  discussion: DiscussionIcon,
  group: GroupIcon,
  meeting: MeetingIcon,
  grade: GradeIcon,
  about: InfoIcon,
}

/** The tabs of a course with their icons. */
export const tabs = courseTabs.map((name) => [name, icons[name]] as const)

/**
 * The tabs that a person sees, in the course's order. Staff also see the tabs that students do not, after the others.
 */
export function shownTabs(shown: string[] | undefined, isStudent: boolean): (typeof tabs)[number][] {
  if (!shown) return [...tabs]
  const inOrder = shown.map((name) => tabs.find(([one]) => one === name)).filter((tab) => tab !== undefined)
  return isStudent ? inOrder : [...inOrder, ...tabs.filter(([name]) => !shown.includes(name))]
}

/** The tabs that only staff have, after the others; some of them need an ability. */
export const staffTabs = [
  ['people', UserIcon],
  ['dates', CalendarIcon, 'author'],
  ['settings', SettingsIcon, 'settings'],
] as const satisfies (readonly [string, typeof UserIcon, ability?: Ability])[]

/** A page of staff that is no tab, so that the row of tabs stays short: settings, the gradebook and each history lead there. */
export const historyPage = ['history', HistoryIcon] as const

export type StaffTab = (typeof staffTabs)[number][0] | (typeof historyPage)[0]

export const shownStaffTabs = (can: Can): (typeof staffTabs)[number][] =>
  can.work ? [] : staffTabs.filter(([, , ability]) => !ability || can[ability])

/** All tabs that a person sees in a course, in their order, and the history. */
export const shownTabNames = ({ course_tabs, can }: Course): (CourseTab | StaffTab)[] =>
  [...shownTabs(course_tabs, can.work), ...shownStaffTabs(can), ...(can.work ? [] : [historyPage])].map(
    ([name]) => name,
  )

/** The tab of an address. An announcement belongs to the home tab, the hidden schedule to none. */
export function tabOf(pathname: string): CourseTab | undefined {
  const section = pathname.split('/')[3]
  return section === 'announcement' ? 'home' : tabs.find(([name]) => name === section)?.[0]
}

/** The names of the screens in a course that no tab opens, by the part of their address after the course. */
const besideTabs = new Map<string, (t: Catalogue, can: Can) => string>([
  ['attend', (t) => t.course.attend.title],
  ['schedule', (t, { work }) => (work ? t.course.schedule : t.staff.schedule)],
])

/** The name of the screen at an address, in the header of the course and in the title. */
export function sectionOf(pathname: string, can: Can, t: Catalogue): string {
  const tab = tabOf(pathname)
  if (tab) return t.course.tabs[tab]
  const place = pathname.split('/')[3] ?? ''
  const ofStaff = [...shownStaffTabs(can), ...(can.work ? [] : [historyPage])].find(([name]) => name === place)?.[0]
  return ofStaff ? t.staff[ofStaff] : (besideTabs.get(place)?.(t, can) ?? t.errors.notFoundTitle)
}
