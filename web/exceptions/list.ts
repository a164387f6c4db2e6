import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import { exceptions } from '../../contract/staff/exceptions.ts'
import { call, keyOf } from '../loading/call.ts'
import { pagesQuery, showMore } from '../loading/pages.ts'
import { queries } from '../loading/queryClient.ts'

type Page = Reply<typeof exceptions.list>

const pages = (course_id: string, asgn_id: string) => ({
  queryKey: keyOf(exceptions.list, { course_id, asgn_id }),
  read: (page: Page | undefined, signal?: AbortSignal) =>
    call(exceptions.list, { params: { course_id, asgn_id }, query: { after: page?.next ?? undefined }, signal }),
  isFull: (page: Page) => page.next !== null,
})

/** The newest exceptions in an assignment, and older ones after "show more". */
export const exceptionsOf = (course_id: string, asgn_id: string) =>
  queryOptions({
    ...pagesQuery(pages(course_id, asgn_id)),
    select: (all) => ({ items: all.flatMap(({ items }) => items), more: all.at(-1)?.next != null }),
  })

/** Reads the next page. @throws CallError */
export const showMoreExceptions = (course_id: string, asgn_id: string): Promise<void> =>
  showMore(pages(course_id, asgn_id))

/** Everything that shows a date of somebody in the course. */
export const renewDates = (course_id: string) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments'] }),
    queries.invalidateQueries({ queryKey: ['courses', course_id, 'people'] }),
  ])
