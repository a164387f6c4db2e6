import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import { answers } from '../../contract/staff/answers.ts'
import { codeOf } from '../assignments/kinds/fetchKinds.ts'
import { courseOf } from '../courses/queries.ts'
import { call, keyOf } from '../loading/call.ts'
import { pagesQuery, showMore } from '../loading/pages.ts'
import type { Params } from '../loading/prefetch.ts'

export type Page = Reply<typeof answers.list>

const isFull = ({ next }: Page) => next !== null

const pagesOf = (course_id: string, asgn_id: string, part: string | undefined) => ({
  queryKey: keyOf(answers.list, { course_id, asgn_id }, part === undefined ? undefined : { part }),
  async read(last: Page | undefined, signal?: AbortSignal): Promise<Page> {
    const query = { part, after: last?.next ?? undefined }
    const page = await call(answers.list, { params: { course_id, asgn_id }, query, ...(signal && { signal }) })
    const { question } = page
    if (question) await codeOf([question])
    return page
  },
  isFull,
})

/** The groups of the loaded pages; the totals are those of the first page. */
function loaded(pages: Page[]) {
  const [first] = pages as [Page, ...Page[]]
  const groups = [...new Map(pages.flatMap(({ items }) => items).map((group) => [group.key, group])).values()]
  return { ...first, groups, kinds: first.groups, more: isFull(pages.at(-1) ?? first) }
}
export type Loaded = ReturnType<typeof loaded>

/** Without `part`, the first part of the sheet. */
export const answersOf = (course_id: string, asgn_id: string, part?: string) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id, asgn_id, part)), select: loaded })

/** Loads the next page. @throws CallError */
export const showMoreAnswers = (course_id: string, asgn_id: string, part: string | undefined): Promise<void> =>
  showMore(pagesOf(course_id, asgn_id, part))

export const answersNeeds = ({ course_id = '', asgn_id = '' }: Params) => [
  courseOf(course_id),
  answersOf(course_id, asgn_id),
]
