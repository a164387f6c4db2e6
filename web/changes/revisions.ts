/*
 * After a write, the screen has the earlier revision until it reads again, and the next press would conflict with the
 * person's own change. So each write stores its new revision here.
 */

interface Thing {
  _id: string
  revision?: number | undefined
}

/** The response to a write, with the request's body; absent where that is no JSON, such as a file. */
export interface WriteResponse {
  input?: { params: unknown; body?: unknown } | undefined
  data: unknown
}

/** By id. */
const led = new Map<string, number>()

/** The revision for a press on a thing: the one on screen, or a later one from this tab's writes. */
export const revisionOf = ({ _id, revision = 0 }: Thing): number => Math.max(revision, led.get(_id) ?? 0)

/** Stores the revisions of the written things. The answer may contain others, which somebody else may have changed. */
export function keepRevisions({ input, data }: WriteResponse): void {
  const { items } = (input?.body ?? {}) as { items?: unknown }
  // An order has the ids alone.
  const named = Array.isArray(items) ? (items as (Partial<Thing> | string)[]) : []
  const ids = named.map((one) => (typeof one === 'string' ? one : one._id))
  const written = new Set([...Object.values(input?.params ?? {}), ...ids])
  for (const { _id, revision } of thingsIn(data)) {
    if (!written.has(_id)) continue
    // A removed thing that comes back begins anew.
    if (revision === undefined) led.delete(_id)
    else led.set(_id, revision)
  }
}

/** After a conflict everything is read again: this tab's writes may be gone, or outdated. */
export const forgetRevisions = () => led.clear()

function* thingsIn(value: unknown): Generator<Thing> {
  if (typeof value !== 'object' || value === null) return
  const { _id, revision } = value as Partial<Thing>
  if (_id !== undefined) yield { _id, revision }
  for (const inner of Object.values(value)) yield* thingsIn(inner)
}
