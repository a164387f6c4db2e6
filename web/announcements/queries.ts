import { queryOptions } from '@tanstack/react-query'
import { announcements, announcementsPage } from '../../contract/announcements.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { call, keyOf, query } from '../loading/call.ts'
import { pagesQuery, showMore } from '../loading/pages.ts'
import { formulasOf } from '../markdown/formulas.ts'

type Page = Reply<typeof announcements.list>

const isFull = (page: Page) => page.length >= announcementsPage

const pagesOf = (course_id: string) => ({
  queryKey: keyOf(announcements.list, { course_id }),
  read: (after: Page | undefined, signal?: AbortSignal) =>
    call(announcements.list, { params: { course_id }, query: { before: after?.at(-1)?._id }, signal }),
  isFull,
})

const loaded = (pages: Page[]) => ({ all: pages.flat(), more: isFull(pages.at(-1) ?? []) })

/** The newest announcements, and the older pages that the person has loaded. */
export const announcementsOf = (course_id: string) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id)), select: loaded })

/** Loads the next page of older announcements. @throws CallError */
export const showOlder = (course_id: string): Promise<void> => showMore(pagesOf(course_id))

/** The titles of all of them. */
export const titlesOf = (course_id: string) => query(announcements.titles, { course_id })

export const announcementOf = (course_id: string, announcement_id: string) =>
  query(announcements.one, { course_id, announcement_id }, undefined, (a) => formulasOf([a.announcement_content]))
