import { queryOptions } from '@tanstack/react-query'
import { v4 as newUuid } from 'uuid'
import type { Query } from '../../../contract/endpoint.ts'
import { type BankQuestion, bank } from '../../../contract/staff/bank.ts'
import { query } from '../../loading/call.ts'
import { allItems, listPages, pagesQuery, showMore } from '../../loading/pages.ts'
import { codeOf } from '../kinds/fetchKinds.ts'
import { type Fields, fieldsOf, nameOf, orderOf, questionsIn } from './fields.ts'

export type BankSearch = Omit<NonNullable<Query<typeof bank.list>>, 'limit' | 'after'>

export const bankFiltersOf = (course_id: string) => query(bank.filters, { course_id })

const bankPages = (course_id: string, search: BankSearch) =>
  listPages(bank.list, {
    ...{ params: { course_id }, search, limit: 30 },
    ready: ({ items }) => codeOf(items),
  })

/** The first questions that fit a search, and further ones after "show more". */
export const bankOf = (course_id: string, search: BankSearch) =>
  queryOptions({
    ...pagesQuery(bankPages(course_id, search)),
    select: allItems,
    placeholderData: (before) => before,
  })

/** Reads the next page. @throws CallError */
export const showMoreOfBank = (course_id: string, search: BankSearch): Promise<void> =>
  showMore(bankPages(course_id, search))

/** A set of questions, of which each student gets `draw`. */
interface Set {
  name: string
  draw: number
}

/** The sheet with copies of the questions at its end; with `set`, as a set to draw from. Pure. */
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
