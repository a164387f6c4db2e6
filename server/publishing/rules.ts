interface Publication {
  publish_at: Date | null
}

export const isOutBy = ({ publish_at }: Publication, now: Date): boolean => publish_at !== null && publish_at <= now

/**
 * When it is published: nothing goes out earlier than now, or nobody would be notified, and what is out keeps its time.
 * Undefined: when it was to be before.
 */
export function publishAt(asked: string | null | undefined, before: Publication, now: Date): Date | null {
  if (asked === undefined) return before.publish_at
  if (asked === null) return null
  const at = new Date(asked)
  if (at > now) return at
  return isOutBy(before, now) ? before.publish_at : now
}

/** What a change of the time of publication does; undefined: there is none. */
export function publicationOf(
  before: Publication,
  after: Publication,
  now: Date,
): 'published' | 'scheduled' | 'unpublished' | undefined {
  if (before.publish_at?.getTime() === after.publish_at?.getTime()) return undefined
  if (after.publish_at === null) return 'unpublished'
  return isOutBy(after, now) ? 'published' : 'scheduled'
}
