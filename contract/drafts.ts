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

export const Draft = z.object({
  fields: DraftFields,
  /** Null: nothing is kept. */
  updated_at: z.nullable(Time),
})
export type Draft = z.output<typeof Draft>

/**
 * Two devices' drafts of one worksheet, field by field the later edit. Of two edits in one millisecond the greater
 * text stands, so that the result is the same in whichever order drafts meet.
 */
export function mergeDrafts(a: DraftFields, b: DraftFields): DraftFields {
  const merged: DraftFields = { ...a }
  for (const [name, field] of Object.entries(b)) {
    const other = Object.hasOwn(merged, name) ? merged[name] : undefined
    if (!other || field.at > other.at || (field.at === other.at && field.value > other.value)) merged[name] = field
  }
  return merged
}
