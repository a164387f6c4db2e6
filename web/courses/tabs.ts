import {
  AssignmentIcon,
  DiscussionIcon,
  FolderIcon,
  GradeIcon,
  GroupIcon,
  HomeIcon,
  InfoIcon,
  MeetingIcon,
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

/** The tab of an address. An announcement belongs to the home tab, the hidden schedule to none. */
export function tabOf(pathname: string): Tab | undefined {
  const section = pathname.split('/')[3]
  return section === 'announcement' ? 'home' : tabs.find(([name]) => name === section)?.[0]
}
