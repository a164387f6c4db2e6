import {
  AssignmentIcon,
  DiscussionIcon,
  FolderIcon,
  GradeIcon,
  GroupIcon,
  HomeIcon,
  InfoIcon,
  MeetingIcon,
  UserIcon,
} from '../ui/icons.tsx'

/** The tabs of a course, by their part of the address. */
export const tabs = [
  ['home', HomeIcon],
  ['content', FolderIcon],
  ['assignments', AssignmentIcon],
  ['discussion', DiscussionIcon],
  ['group', GroupIcon],
  ['meeting', MeetingIcon],
  ['grade', GradeIcon],
  ['about', InfoIcon],
] as const

export type Tab = (typeof tabs)[number][0]

/** After the others, those that only staff have. */
export const staffTabs = [['people', UserIcon]] as const

export type StaffTab = (typeof staffTabs)[number][0]

/** The tab of an address. An announcement belongs to the home tab, the hidden schedule to none. */
export function tabOf(pathname: string): Tab | undefined {
  const section = pathname.split('/')[3]
  return section === 'announcement' ? 'home' : tabs.find(([name]) => name === section)?.[0]
}
