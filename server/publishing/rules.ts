interface Publication {
  publish_at: Date | null
}

export const isOutBy = ({ publish_at }: Publication, now: Date): boolean => publish_at !== null && publish_at <= now

/**
 * The time of publication after an edit: never before now, because everyone must be notified, and a published thing
 * keeps its time. Undefined: the time stays.
 */
export function publishAt(asked: string | null | undefined, before: Publication, now: Date): Date | null {
  if (asked === undefined) return before.publish_at
  if (asked === null) return null
  const at = new Date(asked)
  if (at > now) return at
  return isOutBy(before, now) ? before.publish_at : now
}

/** The effect of an edit on the time of publication; undefined: there is none. */
export function publicationOf(
  before: Publication,
  after: Publication,
  now: Date,
): 'published' | 'scheduled' | 'unpublished' | undefined {
  if (before.publish_at?.getTime() === after.publish_at?.getTime()) return undefined
  if (after.publish_at === null) return 'unpublished'
  return isOutBy(after, now) ? 'published' : 'scheduled'
}
