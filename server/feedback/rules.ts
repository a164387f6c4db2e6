import type { ShownRow } from './queries.ts'

const DAY_MS = 86_400_000

/** Until when its people may ask about a grade; null: they may not, or not any more. */
export function askUntil({ show, shown_at, regrade_days }: ShownRow, now: Date): Date | null {
  if (!show || !shown_at || regrade_days === 0) return null
  const until = new Date(shown_at.getTime() + regrade_days * DAY_MS)
  return until > now ? until : null
}
