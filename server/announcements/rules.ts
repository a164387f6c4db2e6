import type { ChangeKind } from '../../contract/changes.ts'

interface Publication {
  publish_at: Date | null
}

export const isOut = ({ publish_at }: Publication, now: Date): boolean => publish_at !== null && publish_at <= now

/**
 * When it is published: nothing goes out earlier than now, or nobody would be notified, and what is out keeps its time.
 */
export function publishAt(asked: string | null, before: Publication, now: Date): Date | null {
  if (asked === null) return null
  const at = new Date(asked)
  if (at > now) return at
  return isOut(before, now) ? before.publish_at : now
}

/** What an edit is called that leaves it with another time of publication. */
export function kindOfEdit(before: Publication, after: Publication, now: Date): ChangeKind {
  if (before.publish_at?.getTime() === after.publish_at?.getTime()) return 'announcement_edited'
  if (after.publish_at === null) return 'announcement_unpublished'
  return isOut(after, now) ? 'announcement_published' : 'announcement_scheduled'
}
