import * as z from 'zod/mini'

/** The most items of one page, and the default number. */
const mostOfPage = 100
const usualPage = 50

const limit = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/)),
  z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(mostOfPage))),
)
const after = z.optional(z.string().check(z.regex(/^[\w-]{1,300}$/)))

/** The query of a paged list: at most `limit` items after the page whose `next` is `after`. */
export const pageQuery = { limit: z._default(limit, usualPage), after }

/** The same for a list that screens read whole: without `limit` all of it. */
export const wholeQuery = { limit: z.optional(limit), after }

/** A page of a list; `next` is the `after` of the next one, opaque, null at the end. */
export const Page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) })
