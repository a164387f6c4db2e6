import { queryOptions } from '@tanstack/react-query'
import { changes } from '../../contract/changes.ts'
import { query } from '../loading/call.ts'
import { allItems, listPages, pagesQuery, showMore } from '../loading/pages.ts'

const pagesOf = (course_id: string, of: string) => listPages(changes.list, { params: { course_id }, search: { of } })

/** The changes of one thing, newest first. */
export const historyOf = (course_id: string, of: string) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id, of)), select: allItems })

/** Loads the next page of earlier changes. @throws CallError */
export const showEarlier = (course_id: string, of: string): Promise<void> => showMore(pagesOf(course_id, of))

export const changeOf = (course_id: string, change_id: string) => query(changes.one, { course_id, change_id })
