import { afterEach, expect, test, vi } from 'vitest'
import { pagesQuery, showMore } from './pages.ts'
import { queries } from './queryClient.ts'

/* Numbers in pages of three, the greatest first. */

let greatest: number
const list = {
  queryKey: ['numbers'],
  read: async (after: number[] | undefined) => {
    const from = after ? (after.at(-1) ?? 0) - 1 : greatest
    return [from, from - 1, from - 2].filter((n) => n > 0)
  },
  isFull: (page: number[]) => page.length === 3,
}
const shown = () => queries.getQueryData<number[][]>(list.queryKey)
const readAll = (from = list) => queries.fetchQuery({ ...pagesQuery(from), staleTime: 0 })
const open = (most: number) => {
  greatest = most
  return readAll()
}
afterEach(() => queries.clear())

test('begins with one page, and has one more each time', async () => {
  await open(8)
  expect(shown()).toEqual([[8, 7, 6]])
  await showMore(list)
  await showMore(list)
  expect(shown()?.flat()).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
})

test('as many pages as are there are read again, whatever was added to them', async () => {
  await open(9)
  await showMore(list)
  queries.setQueryData<number[][]>(list.queryKey, ([first = [], ...rest] = []) => [[10, ...first], ...rest])
  greatest = 10
  await readAll()
  expect(shown()).toEqual([
    [10, 9, 8],
    [7, 6, 5],
  ])
})

test('a reading that was under way does not take the new page away', async () => {
  await open(9)
  const slowly = Promise.withResolvers<void>()
  const reading = readAll({ ...list, read: (after) => slowly.promise.then(() => list.read(after)) }).catch(() => {})
  await showMore(list)
  slowly.resolve()
  await reading
  expect(shown()).toEqual([
    [9, 8, 7],
    [6, 5, 4],
  ])
})

test('a save in the last page while the next one loads does not take the new page away', async () => {
  type Page = { items: string[]; next: string | null }
  const queryKey = ['words']
  const first = { items: ['old'], next: 'b' }
  queries.setQueryData<Page[]>(queryKey, [first])
  const slowly = Promise.withResolvers<Page>()
  const read = vi.fn(() => slowly.promise)
  const more = showMore<Page>({ queryKey, read, isFull: () => true })
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  queries.setQueryData<Page[]>(queryKey, [{ ...first, items: ['saved'] }])
  slowly.resolve({ items: ['next'], next: null })
  await more
  expect(queries.getQueryData<Page[]>(queryKey)?.flatMap(({ items }) => items)).toEqual(['saved', 'next'])
})

test('asked for twice at once, a page comes once', async () => {
  await open(9)
  await Promise.all([showMore(list), showMore(list)])
  expect(shown()).toEqual([
    [9, 8, 7],
    [6, 5, 4],
  ])
})
