import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { ContentItem } from '../../contract/contents.ts'
import { titlesOf } from '../announcements/queries.ts'
import { myAssignments } from '../assignments/queries.ts'
import { contentsOf } from '../contents/queries.ts'
import { courseOf, myCourses } from '../courses/queries.ts'
import { shownTabNames } from '../courses/tabs.ts'
import { discussionsOf } from '../discussions/queries.ts'
import { rosterOf } from '../groups/queries.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { courseIn, pageKeys } from './keys.ts'

export type Kind = 'tab' | 'course' | 'person' | 'assignment' | 'announcement' | 'topic' | 'file' | 'folder' | 'page'

/** A place that the palette can open. */
export interface Place {
  kind: Kind
  to: string
  name: string
  /** Distinguishes places of the same name, such as a course code or a folder. */
  detail: string
  /** The short name of its course. */
  course?: string
}

/** All places: the person's courses and pages, and the loaded parts of the open course. */
export function usePlaces() {
  const t = useText()
  const id = courseIn(useLocation().pathname)
  const mine = useQuery(myCourses)
  const enabled = id !== ''
  const course = useQuery({ ...courseOf(id), enabled })
  const files = useQuery({ ...contentsOf(id), enabled })
  const assignments = useQuery({ ...myAssignments(id), enabled })
  const topics = useQuery({ ...discussionsOf(id), enabled })
  const announced = useQuery({ ...titlesOf(id), enabled })
  const isStaff = course.data?.can.work === false
  const people = useQuery({ ...rosterOf(id), enabled: isStaff })
  const at = `/course/${id}`
  const here = course.data?.course_name_short ?? ''
  const tabWords = { ...t.staff, ...t.course.tabs }
  const all: Place[] = [
    ...(course.data ? shownTabNames(course.data) : []).map((tab) => ({
      kind: 'tab' as const,
      to: `${at}/${tab}`,
      name: tabWords[tab],
      detail: '',
      course: here,
    })),
    ...(assignments.data ?? []).map(({ _id, assignment_name }) => ({
      kind: 'assignment' as const,
      to: `${at}/assignments/${_id}/preview`,
      name: assignment_name,
      detail: '',
      course: here,
    })),
    ...(announced.data ?? []).map(({ _id, announcement_title }) => ({
      kind: 'announcement' as const,
      to: `${at}/announcement/${_id}/preview`,
      name: announcement_title,
      detail: '',
      course: here,
    })),
    ...((isStaff && people.data) || []).map(({ _id, first, last, email }) => ({
      kind: 'person' as const,
      to: `${at}/people/${_id}`,
      name: `${first} ${last}`.trim(),
      detail: email,
      course: here,
    })),
    ...(topics.data ?? []).map(({ _id, discussion_title }) => ({
      kind: 'topic' as const,
      to: `${at}/discussion/${_id}`,
      name: discussion_title,
      detail: '',
      course: here,
    })),
    ...filesIn(files.data ?? [], at, here),
    ...(mine.data ?? []).map((one) => ({
      kind: 'course' as const,
      to: `/course/${one.course_id}/home`,
      name: one.course_name,
      detail: `${one.course_code} · ${t.home.semesterOf(one.course_academic_year, one.course_semester)}`,
    })),
    ...pagesOf(t),
  ]
  const queries = [mine, course, files, assignments, topics, announced, people]
  const failed = queries.find(({ isLoadingError }) => isLoadingError)
  return {
    all,
    /** The id of the open course; '' outside of a course. */
    course: id,
    isStaff,
    waiting: queries.some(({ isLoading }) => isLoading),
    error: failed?.error,
    retry: () => queries.forEach((one) => void (one.isLoadingError && one.refetch())),
  }
}

const filesIn = (items: ContentItem[], at: string, course: string, path: string[] = []): Place[] =>
  items.flatMap(({ _id, file_name: name, children }) => [
    {
      kind: children ? 'folder' : 'file',
      to: `${at}/content/${_id}/view`,
      name,
      detail: path.join(' / '),
      course,
    },
    ...filesIn(children ?? [], at, course, [...path, name]),
  ])

const pagesOf = (t: Catalogue): Place[] =>
  Object.entries({ o: t.home.title, n: t.notifications.title, s: t.setting.title, j: t.frame.join }).map(
    ([letter, name]) => ({ kind: 'page', to: pageKeys[letter as keyof typeof pageKeys], name, detail: '' }),
  )
