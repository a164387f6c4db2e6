import type { ShownRow } from './queries.ts'

const DAY_MS = 86_400_000

/** Until when students may ask about a grade; null: they may not, or no longer may. */
export function askUntil({ show, shown_at, regrade_days }: ShownRow, now: Date): Date | null {
  if (!show || !shown_at || regrade_days === 0) return null
  const until = new Date(shown_at.getTime() + regrade_days * DAY_MS)
  return until > now ? until : null
}
