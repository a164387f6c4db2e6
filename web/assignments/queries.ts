import { queryOptions } from '@tanstack/react-query'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { courseOf } from '../courses/queries.ts'
import { groupingsOf } from '../groups/queries.ts'
import { earlier } from '../i18n/dates.ts'
import { call, keyOf, query } from '../loading/call.ts'
import { allItems, listPages, pagesQuery, showMore } from '../loading/pages.ts'
import type { Params } from '../loading/prefetch.ts'
import { codeOf } from './kinds/fetchKinds.ts'

export const myAssignments = (course_id: string) => query(assignments.mine, { course_id })
export const dueAssignments = (course_id: string) => query(assignments.due, { course_id })
export const worksheetOf = (course_id: string, asgn_id: string) =>
  query(assignments.my, { course_id, asgn_id }, undefined, (sheet) =>
    codeOf(sheet.assignment_questionset, [sheet.assignment_description, sheet.my?.feedback.comment]),
  )

const attemptPages = (course_id: string, asgn_id: string) =>
  listPages(assignments.attempts, { params: { course_id, asgn_id } })

/** The latest attempts, and earlier ones after "show more". */
export const attemptsOf = (course_id: string, asgn_id: string) =>
  queryOptions({ ...pagesQuery(attemptPages(course_id, asgn_id)), select: allItems })

/** Reads the next page of earlier attempts. @throws CallError */
export const showEarlierAttempts = (course_id: string, asgn_id: string): Promise<void> =>
  showMore(attemptPages(course_id, asgn_id))

const versionPages = (course_id: string, asgn_id: string) =>
  listPages(assignments.draftVersions, { params: { course_id, asgn_id }, limit: 10 })

/** The latest versions of a draft, and earlier ones after "show more". */
export const versionsOf = (course_id: string, asgn_id: string) =>
  queryOptions({
    ...pagesQuery(versionPages(course_id, asgn_id)),
    select: allItems,
    // Read at every opening, because typing makes versions.
    staleTime: 0,
  })

/** @throws CallError */
export const showEarlierVersions = (course_id: string, asgn_id: string): Promise<void> =>
  showMore(versionPages(course_id, asgn_id))

/** Reports that the person has the draft open; returns who else does. */
export const writersOf = (course_id: string, asgn_id: string) =>
  queryOptions({
    queryKey: keyOf(assignments.draftWriters, { course_id, asgn_id }),
    queryFn: ({ signal }) =>
      call(assignments.draftWriters, { params: { course_id, asgn_id }, body: { here: true }, signal }),
  })

export const draftOf = (course_id: string, asgn_id: string) => ({
  ...query(assignments.draft, { course_id, asgn_id }),
  // The worksheet opens without it: the device has a copy, and a later read brings the server's.
  retry: false,
})

export const assignmentsNeeds = ({ course_id = '' }: Params) => [myAssignments(course_id), dueAssignments(course_id)]
export const previewNeeds = ({ course_id = '', asgn_id = '' }: Params) => [worksheetOf(course_id, asgn_id)]
export const worksheetNeeds = ({ course_id = '', asgn_id = '' }: Params) => [
  courseOf(course_id),
  worksheetOf(course_id, asgn_id),
  draftOf(course_id, asgn_id),
]

/** What the screen of staff's sheet reads; a new assignment has no id. */
export const sheetNeeds = ({ course_id = '', asgn_id }: Params) => [
  courseOf(course_id),
  groupingsOf(course_id),
  ...(asgn_id ? [worksheetOf(course_id, asgn_id)] : []),
]

/** Open assignments, by due date, undated ones last. */
export const assigned = (all: AssignmentSummary[]) =>
  all.filter((a) => !a.completed).sort((a, b) => earlier(a.due ?? '\uffff', b.due ?? '\uffff'))

/** Submitted assignments, latest first, because feedback comes to those. */
export const completed = (all: AssignmentSummary[]) =>
  all.filter((a) => a.completed).sort((a, b) => earlier(b.submitted ?? '', a.submitted ?? ''))
