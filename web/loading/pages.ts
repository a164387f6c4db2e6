import { queryOptions } from '@tanstack/react-query'
import { queries } from './queryClient.ts'

/* A long list comes page by page. What is on screen of it is read again as a whole, so that no page is from before another. */

interface Pages<P> {
  queryKey: unknown[]
  /** The first page, or the one that follows another. @throws CallError */
  read: (after: P | undefined, signal?: AbortSignal) => Promise<P>
  /** Whether another one may follow. */
  isFull: (page: P) => boolean
}

/** As many pages as were there before, the first one at least. */
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

/** Reads the page that follows those that are there. @throws CallError */
export async function showMore<P>({ queryKey, read }: Pages<P>): Promise<void> {
  const what = { queryKey, exact: true }
  const isReading = queries.isFetching(what) > 0
  // It would end with as many pages as there were when it began.
  await queries.cancelQueries(what)
  const last = queries.getQueryData<P[]>(queryKey)?.at(-1)
  try {
    const next = await read(last)
    queries.setQueryData<P[]>(queryKey, (pages) => (pages && pages.at(-1) === last ? [...pages, next] : pages))
  } finally {
    if (isReading) void queries.invalidateQueries(what)
  }
}
