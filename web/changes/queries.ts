import { queryOptions } from '@tanstack/react-query'
import { changes } from '../../contract/changes.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { call, keyOf, query } from '../loading/call.ts'
import { pagesQuery, showMore } from '../loading/pages.ts'

type Page = Reply<typeof changes.list>

const isFull = ({ next }: Page) => next !== null

const pagesOf = (course_id: string, of: string) => ({
  queryKey: keyOf(changes.list, { course_id }, { of }),
  read: (last: Page | undefined, signal?: AbortSignal) =>
    call(changes.list, { params: { course_id }, query: { of, after: last?.next ?? undefined } as never, signal }),
  isFull,
})

const loaded = (pages: Page[]) => ({
  all: pages.flatMap(({ items }) => items),
  more: pages.some((page, i) => i === pages.length - 1 && isFull(page)),
})

/** The changes of one thing, newest first. */
export const historyOf = (course_id: string, of: string) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id, of)), select: loaded })

/** Loads the next page of earlier changes. @throws CallError */
export const showEarlier = (course_id: string, of: string): Promise<void> => showMore(pagesOf(course_id, of))

export const changeOf = (course_id: string, change_id: string) => query(changes.one, { course_id, change_id })
