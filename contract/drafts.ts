import * as z from 'zod/mini'
import { Time } from './endpoint.ts'

/** What is typed into one field, and when, by the server's clock in ms. */
export const DraftField = z.object({
  value: z.string().check(z.maxLength(100_000)),
  at: z.number().check(z.int(), z.nonnegative()),
})
export type DraftField = z.output<typeof DraftField>

export const DraftFields = z.record(z.string().check(z.maxLength(100)), DraftField)
export type DraftFields = z.output<typeof DraftFields>

/** What one worksheet's draft may hold: so many fields, and so many bytes as JSON. */
export const draftMost = { fields: 500, bytes: 1_000_000 } as const

export const Draft = z.object({
  fields: DraftFields,
  /** Null: nothing is kept. */
  updated_at: z.nullable(Time),
})
export type Draft = z.output<typeof Draft>

/**
 * Two devices' drafts of one worksheet, field by field the later edit. Of two edits in one millisecond the greater
 * text stands, so that the result is the same in whichever order drafts meet. A text that was emptied is an edit too.
 */
export function mergeDrafts(a: DraftFields, b: DraftFields): DraftFields {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const field = later(own(a, name), own(b, name))
      return field ? [[name, field]] : []
    }),
  )
}

const own = (fields: DraftFields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)

function later(a: DraftField | undefined, b: DraftField | undefined): DraftField | undefined {
  if (!a || !b) return a ?? b
  if (a.at !== b.at) return a.at > b.at ? a : b
  return a.value > b.value ? a : b
}
