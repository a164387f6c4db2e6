/* Where the news of drafts (live/live.ts) meets the worksheet that is open. */

const listeners = new Map<() => void, string>()

/** Calls back when another device may have typed into the assignment; answers how to stop. */
export function followDraftNews(assignmentId: string, listener: () => void): () => void {
  listeners.set(listener, assignmentId)
  return () => void listeners.delete(listener)
}

/** Something was typed into an assignment; into any one, when it is not known. */
export function tellDraftNews(assignmentId?: string): void {
  for (const [listener, id] of [...listeners]) if (assignmentId === undefined || id === assignmentId) listener()
}
