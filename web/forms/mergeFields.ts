import { mergeText } from '../../contract/mergeText.ts'

/** Other people's values of fields that both sides changed. */
export type Conflicts<V> = { [K in keyof V]?: V[K] }

export interface Merged<V> {
  values: V
  /** Their values of fields that both sides changed in the same place. A text contains both, ours first. */
  conflicts: Conflicts<V>
}

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Whether two values of a field are the same: a field that is missing is empty, such as one that came later. */
const isSameField = (a: unknown, b: unknown) => isSame(a === undefined ? '' : a, b === undefined ? '' : b)

/**
 * Merges field by field: takes a change of one side, merges the texts of `texts` word by word, and where both changed
 * the same place keeps ours and returns theirs. `base` is the common ancestor.
 */
export function mergeFields<V extends object>(base: V, ours: V, theirs: V, texts: readonly (keyof V)[]): Merged<V> {
  const values = { ...ours }
  const conflicts: Conflicts<V> = {}
  // One side alone may have a field, such as a question that it added.
  for (const name of new Set(Object.keys({ ...ours, ...theirs }) as (keyof V)[])) {
    if (isSameField(ours[name], theirs[name]) || isSameField(base[name], theirs[name])) continue
    if (isSameField(ours[name], base[name])) values[name] = theirs[name]
    else if (texts.includes(name)) {
      const merged = mergeText(String(base[name]), String(ours[name]), String(theirs[name]))
      values[name] = merged.text as V[typeof name]
      if (merged.conflict) conflicts[name] = theirs[name]
    } else conflicts[name] = theirs[name]
  }
  return { values, conflicts }
}

/** The fields of `values` that differ from `base`. */
export const changedFields = <V extends object>(base: Partial<V>, values: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSameField(value, base[name as keyof V])),
  ) as Partial<V>

/** The fields of `values` that are the same in `base`. */
export const sameFields = <V extends object>(base: Partial<V>, values: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => isSame(value, base[name as keyof V])),
  ) as Partial<V>
