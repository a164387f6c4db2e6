/* Passes draft events from the live stream (live/live.ts) to the open worksheet. */

const listeners = new Map<() => void, string>()

/** Calls back when another device may have typed into the assignment. Returns the unsubscribe function. */
export function onDraftEvent(assignmentId: string, listener: () => void): () => void {
  listeners.set(listener, assignmentId)
  return () => void listeners.delete(listener)
}

/** Tells that someone typed into an assignment, or into any of them when the id is unknown. */
export function emitDraftEvent(assignmentId?: string): void {
  for (const [listener, id] of [...listeners]) if (assignmentId === undefined || id === assignmentId) listener()
}
