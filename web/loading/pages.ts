import { queryOptions } from '@tanstack/react-query'
import { queries } from './queryClient.ts'

/* A long list loads page by page. A refresh reads all loaded pages together, so that they belong to one moment. */

interface Pages<P> {
  queryKey: unknown[]
  /** Reads the first page, or the one after another. @throws CallError */
  read: (after: P | undefined, signal?: AbortSignal) => Promise<P>
  /** Whether another page may follow. */
  isFull: (page: P) => boolean
}

/** As many pages as were loaded before, at least one. */
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

/** Reads the next page. @throws CallError */
export async function showMore<P>({ queryKey, read }: Pages<P>): Promise<void> {
  const what = { queryKey, exact: true }
  const isReading = queries.isFetching(what) > 0
  // A refresh under way would end with the earlier number of pages.
  await queries.cancelQueries(what)
  const last = queries.getQueryData<P[]>(queryKey)?.at(-1)
  try {
    const next = await read(last)
    queries.setQueryData<P[]>(queryKey, (pages) => (pages && pages.at(-1) === last ? [...pages, next] : pages))
  } finally {
    if (isReading) void queries.invalidateQueries(what)
  }
}
