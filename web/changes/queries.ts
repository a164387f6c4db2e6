import { queryOptions } from '@tanstack/react-query'
import { changes, type HistoryArea } from '../../contract/changes.ts'
import { query } from '../loading/call.ts'
import { allItems, listPages, pagesQuery, showMore } from '../loading/pages.ts'

/** Of one thing, by its id, or of the course, or of an area of it. */
export type Part = { of: string } | { of?: never; area?: HistoryArea | undefined }

const pagesOf = (course_id: string, part: Part) => listPages(changes.list, { params: { course_id }, search: part })

/** Changes, newest first. */
export const historyOf = (course_id: string, part: Part) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id, part)), select: allItems })

/** Loads the next page of earlier changes. @throws CallError */
export const showEarlier = (course_id: string, part: Part): Promise<void> => showMore(pagesOf(course_id, part))

export const changeOf = (course_id: string, change_id: string) => query(changes.one, { course_id, change_id })
