import * as z from 'zod/mini'
import { Id, Time } from './endpoint.ts'
import { isInsertion, type MergeWork, mergeText, mergeWork } from './mergeText.ts'
import { Person } from './users.ts'

/** The most characters of one field. */
export const fieldMost = 100_000

const Value = z.string().check(z.maxLength(fieldMost))
const At = z.number().check(z.int(), z.nonnegative())
const Name = z.string().check(z.maxLength(100))

/** What a field holds, and when it was typed, by the server's clock in ms. */
export const DraftField = z.object({ value: Value, at: At })
export type DraftField = z.output<typeof DraftField>

export const DraftFields = z.record(Name, DraftField)
export type DraftFields = z.output<typeof DraftFields>

/** What a device did to a field: `value` in place of `base`, which it last had in common with the server. */
export const DraftEdit = z.object({
  value: Value,
  at: At,
  /** For a text. Without it the later of two edits stands. */
  base: z.optional(Value),
})
export type DraftEdit = z.output<typeof DraftEdit>

/** Some edits of a device under one id, so that the server knows a repeat. */
export const DraftSave = z.object({
  id: z.string().check(z.minLength(8), z.maxLength(40), z.regex(/^[\w-]+$/)),
  fields: z.record(Name, DraftEdit),
})
export type DraftSave = z.output<typeof DraftSave>

/** What one worksheet's draft may hold: so many fields, and so many bytes as JSON. */
export const draftMost = { fields: 500, bytes: 1_000_000 } as const

/** So many saves at most at a time: those whose answers were lost, and what was typed since. */
export const savesMost = 10

export const Draft = z.object({
  /** Whose it is: the person, or their group. */
  owner_id: Id,
  fields: DraftFields,
  /** Null: nothing is kept. */
  updated_at: z.nullable(Time),
  /** For a save: the fields in which this device and another changed the same place, so that both stand. */
  conflicts: z.array(z.string()),
})
export type Draft = z.output<typeof Draft>

/** An earlier state of some fields: what a save took out of the draft, or did not let into it. */
export const DraftVersion = z.object({
  _id: Id,
  datetime: Time,
  /** Who made the change; '' when the account was removed. */
  by: z.string(),
  /** `replaced` by other words, put `aside` for a later edit, or left out of what was `handed_in`. */
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

/** A browser that shows a group's draft says so every so many ms. */
export const presenceMs = 20_000

/** What is kept of a draft. */
export interface KeptDraft {
  fields: DraftFields
  /** The ids of the latest saves, the newest last. */
  applied: string[]
}

/** A save that comes again is known among so many. */
const MOST_APPLIED = 60

export interface MergedDraft {
  draft: KeptDraft
  /** What was in the draft and is not in it now. */
  replaced: Record<string, string>
  /** What the save brought and an edit that was later kept out. */
  aside: Record<string, string>
  /** The fields in which both sides of the same place stand. */
  conflicts: string[]
}

/**
 * What a draft becomes by a save: texts are merged as texts; of two choices, and of two files, the later one stands.
 * Whatever of either is not in the draft then is in `replaced` or `aside`.
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
