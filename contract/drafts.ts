import * as z from 'zod/mini'
import { Id, Time } from './endpoint.ts'
import { isInsertion, type MergeWork, mergeText, mergeWork } from './mergeText.ts'
import { Person } from './users.ts'

/** The most characters of one field. */
export const fieldMost = 100_000

const Value = z.string().check(z.maxLength(fieldMost))
const At = z.number().check(z.int(), z.nonnegative())
const Name = z.string().check(z.maxLength(100))

/** The value of a field, and when it was typed, by the server's clock in ms. */
export const DraftField = z.object({ value: Value, at: At })
export type DraftField = z.output<typeof DraftField>

export const DraftFields = z.record(Name, DraftField)
export type DraftFields = z.output<typeof DraftFields>

/** A device's edit of a field: `value` replaces `base`, the last value that device and server had in common. */
export const DraftEdit = z.object({
  value: Value,
  at: At,
  /** For a text. Without it the later of two edits wins. */
  base: z.optional(Value),
})
export type DraftEdit = z.output<typeof DraftEdit>

/** Some edits of a device under one id, so that the server knows a repeat. */
export const DraftSave = z.object({
  id: z.string().check(z.minLength(8), z.maxLength(40), z.regex(/^[\w-]+$/)),
  fields: z.record(Name, DraftEdit),
})
export type DraftSave = z.output<typeof DraftSave>

/** The limits of one draft: its fields, and its bytes as JSON. */
export const draftMost = { fields: 500, bytes: 1_000_000 } as const

/** How many saves at a time: those with lost answers, and one for newer edits. */
export const savesMost = 10

export const Draft = z.object({
  /** The owner: the person, or their group. */
  owner_id: Id,
  fields: DraftFields,
  /** Null: there is no draft. */
  updated_at: z.nullable(Time),
  /** For a save: the fields in which this device and another changed the same place, so that both texts stand. */
  conflicts: z.array(z.string()),
})
export type Draft = z.output<typeof Draft>

/** An earlier state of some fields, which a save took out of the draft or left out of it. */
export const DraftVersion = z.object({
  _id: Id,
  datetime: Time,
  /** Who made the change; '' when the account was removed. */
  by: z.string(),
  /** `replaced` by other words, put `aside` for a later edit, or left out of a submission (`handed_in`). */
  kind: z.enum(['replaced', 'aside', 'handed_in']),
  fields: z.record(Name, z.string()),
})
export type DraftVersion = z.output<typeof DraftVersion>

/** A member of the group whose draft it is. */
export const DraftWriter = z.extend(Person, {
  /** They have the worksheet open now. */
  here: z.boolean(),
})
export type DraftWriter = z.output<typeof DraftWriter>

/** In ms, how often a browser with a group's draft open reports that. */
export const presenceMs = 20_000

/** A stored draft. */
export interface KeptDraft {
  fields: DraftFields
  /** The ids of the latest saves, the newest last. */
  applied: string[]
}

/** How many ids of saves a draft remembers, to recognize a repeat. */
const MOST_APPLIED = 60

export interface MergedDraft {
  draft: KeptDraft
  /** Values that the draft had before and no longer has. */
  replaced: Record<string, string>
  /** Values of the save that lost to a later edit. */
  aside: Record<string, string>
  /** The fields with both texts of the same place. */
  conflicts: string[]
}

/**
 * The draft after a save: texts merge; of two choices or files, the later one wins. `replaced` and `aside` have
 * everything that is not in the draft then.
 */
export function mergeSave(
  kept: KeptDraft,
  { id, fields }: DraftSave,
  isText: (name: string) => boolean,
  work = mergeWork(),
): MergedDraft {
  const merged: MergedDraft = { draft: kept, replaced: {}, aside: {}, conflicts: [] }
  if (kept.applied.includes(id)) return merged
  const next = new Map(Object.entries(kept.fields))
  for (const [name, edit] of Object.entries(fields)) {
    const before = next.get(name)
    if (!before) {
      next.set(name, { value: edit.value, at: edit.at })
      continue
    }
    const { value, conflict, isAside } = mergeField(before, edit, isText(name), work)
    if (isAside && !isBlank(edit.value)) merged.aside[name] = edit.value
    if (!isBlank(before.value) && !isInsertion(before.value, value)) merged.replaced[name] = before.value
    if (conflict) merged.conflicts.push(name)
    next.set(name, { value, at: Math.max(before.at, edit.at) })
  }
  merged.draft = { fields: Object.fromEntries(next), applied: [...kept.applied, id].slice(-MOST_APPLIED) }
  return merged
}

function mergeField(before: DraftField, { value, base, at }: DraftEdit, isText: boolean, work: MergeWork) {
  if (isText && base !== undefined) {
    const { text, conflict } = mergeText(base, before.value, value, work)
    if (text.length <= fieldMost) return { value: text, conflict, isAside: false }
    // Both together are too long for a field.
    return { value: before.value, conflict: true, isAside: true }
  }
  const isLater = at > before.at || (at === before.at && value > before.value)
  return isLater
    ? { value, conflict: false, isAside: false }
    : { value: before.value, conflict: false, isAside: value !== before.value }
}

const isBlank = (text: string) => text.trim() === ''
