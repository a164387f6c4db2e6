import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Refusal } from '../errors.ts'
import { isId } from '../ids.ts'

/*
 * Lists that come page by page (`contract/page.ts`). A cursor holds the values by which the last item is sorted, so the
 * next page begins right after it, whatever was added or removed meanwhile. See docs/decisions/030-pages.md.
 */

const time = z.iso.datetime({ offset: true })
const MOST_INTEGER = 2 ** 31 - 1

/** The types of sort columns, each with a check whether PostgreSQL accepts a value. */
const isOf = {
  uuid: (value: unknown) => typeof value === 'string' && isId(value),
  integer: (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= MOST_INTEGER,
  boolean: (value: unknown) => typeof value === 'boolean',
  timestamptz: (value: unknown) => time.safeParse(value).success,
}
type Type = keyof typeof isOf

export interface Keyset {
  /** The column to select as `cursor`. */
  cursor: RawBuilder<string>
  order: RawBuilder<unknown>
  /** Whether a row comes after the cursor. @throws Refusal `invalid` for a text that is no cursor of this order */
  after(cursor: string | undefined): RawBuilder<boolean>
}

/**
 * The order of a list by columns that are never null, all descending; together they are unique. An index on them finds
 * any page.
 */
export function falling(columns: [column: RawBuilder<unknown>, type: Type][]): Keyset {
  const names = sql.join(columns.map(([column]) => column))
  return {
    cursor: sql`json_build_array(${names})::text`,
    order: sql.join(columns.map(([column]) => sql`${column} desc`)),
    after(cursor) {
      if (cursor === undefined) return sql`true`
      const values = decode(cursor)
      if (values?.length !== columns.length || !columns.every(([, type], i) => isOf[type](values[i]))) {
        throw noCursor()
      }
      const typed = columns.map(([, type], i) => sql`${values[i]}::${sql.raw(type)}`)
      return sql`(${names}) < (${sql.join(typed)})`
    },
  }
}

/**
 * The page of these rows, of which there may be one more than `limit`; where fewer fit in an answer, `left` says how
 * many follow from the first one on.
 */
export function pageOf<Row extends { cursor: string }>(rows: Row[], limit: number, left = rows.length) {
  const page = rows.slice(0, limit)
  const last = left > page.length ? page.at(-1) : undefined
  return {
    items: page.map(({ cursor, ...item }) => item),
    next: last ? Buffer.from(last.cursor).toString('base64url') : null,
  }
}

/**
 * The page of a list that is bounded and read whole. The cursor says the place of the last item and its id, so the next
 * page begins right after it, also when it is gone. @throws Refusal `invalid` for a text that is no cursor
 */
export function partOf<Item>(
  all: Item[],
  idOf: (item: Item) => string,
  { limit = all.length, after }: { limit?: number | undefined; after?: string | undefined },
) {
  const [, place, id] = /^(\d{1,6})-([\w-]+)$/.exec(after ?? '') ?? []
  if (after !== undefined && id === undefined) throw noCursor()
  const last = all.findIndex((item) => idOf(item) === id)
  const from = last >= 0 ? last + 1 : Number(place ?? 0)
  const items = all.slice(from, from + limit)
  const until = from + items.length
  const [final] = items.slice(-1)
  return { items, next: final !== undefined && until < all.length ? `${until - 1}-${idOf(final)}` : null }
}

const noCursor = () => new Refusal('invalid', { fields: { after: 'must be the `next` of a page of this list' } })

function decode(cursor: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}
