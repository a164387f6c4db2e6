import { queryOptions } from '@tanstack/react-query'
import { exceptions } from '../../contract/staff/exceptions.ts'
import { allItems, listPages, pagesQuery, showMore } from '../loading/pages.ts'
import { queries } from '../loading/queryClient.ts'

const pages = (course_id: string, asgn_id: string) => listPages(exceptions.list, { params: { course_id, asgn_id } })

/** The newest exceptions in an assignment, and older ones after "show more". */
export const exceptionsOf = (course_id: string, asgn_id: string) =>
  queryOptions({ ...pagesQuery(pages(course_id, asgn_id)), select: allItems })

/** Reads the next page. @throws CallError */
export const showMoreExceptions = (course_id: string, asgn_id: string): Promise<void> =>
  showMore(pages(course_id, asgn_id))

/** Reads every screen with somebody's dates in the course again. */
export const renewDates = (course_id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] }),
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'people'] }),
  ])
