import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, Params, Query, Reply } from '../../contract/endpoint.ts'
import { call, type Input, keyOf } from './call.ts'
import { queries } from './queryClient.ts'

/* A long list loads page by page. A refresh reads all loaded pages together, so that they belong to one moment. */

interface Pages<P> {
  queryKey: unknown[]
  /** Reads the first page, or the one after another. @throws CallError */
  read: (after: P | undefined, signal?: AbortSignal) => Promise<P>
  /** Whether another page may follow. */
  isFull: (page: P) => boolean
}

type Listing = Endpoint & { method: 'GET' }

/** A page in the form of the contract's `Page`. */
interface Page<Item> {
  items: Item[]
  next: string | null
}

interface ListOptions<E extends Listing> {
  params: Params<E['path']>
  /** The name of the list in query keys, besides its params. */
  search?: Partial<Query<E>> | undefined
  /** The most items of one page, if not the contract's. */
  limit?: number
  /** Resolves before the page does, such as once its code has loaded. */
  ready?: (page: Reply<E>) => Promise<unknown>
}

/** A paged list of the contract (contract/page.ts) as a query. */
export const listPages = <E extends Listing>(
  endpoint: E,
  { params, search, limit, ready }: ListOptions<E>,
): Pages<Reply<E>> => ({
  queryKey: keyOf(endpoint, params, search),
  async read(after, signal) {
    const query = { ...search, limit, after: after && nextOf(after) }
    const page = await call(endpoint, { params, query, signal } as unknown as Input<E>)
    await ready?.(page)
    return page
  },
  isFull: (page) => nextOf(page) !== null,
})

const nextOf = (page: unknown) => (page as Page<unknown>).next

/** All items of the loaded pages, and whether there are more. */
export const allItems = <Item>(pages: Page<Item>[]) => ({
  all: pages.flatMap(({ items }) => items),
  more: pages.at(-1)?.next != null,
})

/** Reads as many pages as were loaded before, at least one. */
export const pagesQuery = <P>({ queryKey, read, isFull }: Pages<P>) =>
  queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<P[]> => {
      const had = client.getQueryData<P[]>(queryKey)?.length ?? 1
      let last = await read(undefined, signal)
      const pages = [last]
      while (pages.length < had && isFull(last)) {
        last = await read(last, signal)
        pages.push(last)
      }
      return pages
    },
  })

/** Whether the same page follows: a save may have changed what stands in the page meanwhile. */
const isSame = (page: unknown, last: unknown): boolean =>
  page === last || (!!page && !!last && nextOf(page) != null && nextOf(page) === nextOf(last))

/** Reads the next page. @throws CallError */
export async function showMore<P>({ queryKey, read }: Pages<P>): Promise<void> {
  const what = { queryKey, exact: true }
  const isReading = queries.isFetching(what) > 0
  // A refresh under way would end with the earlier number of pages.
  await queries.cancelQueries(what)
  const last = queries.getQueryData<P[]>(queryKey)?.at(-1)
  try {
    const next = await read(last)
    queries.setQueryData<P[]>(queryKey, (pages) => (pages && isSame(pages.at(-1), last) ? [...pages, next] : pages))
  } finally {
    if (isReading) void queries.invalidateQueries(what)
  }
}
