import { queryOptions } from '@tanstack/react-query'
import { v4 as newUuid } from 'uuid'
import type { Query, Reply } from '../../../contract/endpoint.ts'
import { type BankQuestion, bank } from '../../../contract/staff/bank.ts'
import { call, keyOf, query } from '../../loading/call.ts'
import { pagesQuery, showMore } from '../../loading/pages.ts'
import { formulasOf } from '../../markdown/formulas.ts'
import { kindsOf } from '../kinds/fetchKinds.ts'
import { type Fields, fieldsOf, nameOf, orderOf, questionsIn } from './fields.ts'

export type BankSearch = Omit<NonNullable<Query<typeof bank.list>>, 'limit' | 'after'>
type BankPage = Reply<typeof bank.list>

export const bankFiltersOf = (course_id: string) => query(bank.filters, { course_id })

const bankPages = (course_id: string, search: BankSearch) => ({
  queryKey: keyOf(bank.list, { course_id }, search),
  async read(page: BankPage | undefined, signal?: AbortSignal) {
    const asked = { ...search, limit: '30', after: page?.next ?? undefined }
    const answer = await call(bank.list, { params: { course_id }, query: asked, signal })
    const texts = answer.items.flatMap(({ question, explanation }) => [question, explanation])
    await Promise.all([kindsOf(answer.items), formulasOf(texts)])
    return answer
  },
  isFull: (page: BankPage) => page.next !== null,
})

/** The first questions that fit a search, and further ones after "show more". */
export const bankOf = (course_id: string, search: BankSearch) =>
  queryOptions({
    ...pagesQuery(bankPages(course_id, search)),
    select: (pages) => ({ all: pages.flatMap((page) => page.items), more: pages.at(-1)?.next != null }),
    placeholderData: (before) => before,
  })

/** Reads the next page. @throws CallError */
export const showMoreOfBank = (course_id: string, search: BankSearch): Promise<void> =>
  showMore(bankPages(course_id, search))

/** Of which so many are drawn for each who answers. */
interface Set {
  name: string
  draw: number
}

/** What a sheet becomes when copies of the questions are put at its end; with `set`, as one to draw from. Pure. */
export function withCopies(values: Fields, chosen: BankQuestion[], set: Set | undefined): Partial<Fields> {
  const added = chosen.map((question) => ({ id: newUuid(), question: fieldsOf(question) }))
  const setId = set && newUuid()
  const [first] = chosen
  const change: Partial<Fields> = {
    order: orderOf([...questionsIn(values), ...added].map(({ id }) => id)),
    ...(set && {
      sets: [...values.sets, { _id: setId as string, name: set.name, draw: set.draw, score: first?.score ?? 1 }],
    }),
  }
  for (const { id, question } of added) Object.assign(change, { [nameOf(id)]: { ...question, set: setId ?? '' } })
  return change
}
