/*
 * After a write, what is on screen has the earlier revision until it is read again, and what is pressed next would
 * conflict with one's own change. So each write leaves here the revision that it led to.
 */

interface Thing {
  _id: string
  revision?: number | undefined
}

/** The response to a write, with what was sent; absent where that is no JSON, such as a file. */
export interface WriteResponse {
  input?: { params: unknown; body?: unknown } | undefined
  data: unknown
}

/** By id. */
const led = new Map<string, number>()

/** The revision that a press on a thing is made from: that on screen, or a later one that a write of this tab led to. */
export const revisionOf = ({ _id, revision = 0 }: Thing): number => Math.max(revision, led.get(_id) ?? 0)

/** Keeps the revisions of the written things. The answer may contain others, which somebody else may have changed. */
export function keepRevisions({ input, data }: WriteResponse): void {
  const { items } = (input?.body ?? {}) as { items?: unknown }
  const named = Array.isArray(items) ? (items as Partial<Thing>[]) : []
  const written = new Set([...Object.values(input?.params ?? {}), ...named.map(({ _id }) => _id)])
  for (const { _id, revision } of thingsIn(data)) {
    if (!written.has(_id)) continue
    // What was removed begins anew when it comes back.
    if (revision === undefined) led.delete(_id)
    else led.set(_id, revision)
  }
}

/** After a conflict everything is read again: what this tab wrote may be gone, or newer. */
export const forgetRevisions = () => led.clear()

function* thingsIn(value: unknown): Generator<Thing> {
  if (typeof value !== 'object' || value === null) return
  const { _id, revision } = value as Partial<Thing>
  if (_id !== undefined) yield { _id, revision }
  for (const inner of Object.values(value)) yield* thingsIn(inner)
}
