import type { Authoring } from '../i18n/en/authoring.ts'
import { type CallError, isOffline } from '../loading/call.ts'

/** Why what was typed could not be sent, and what becomes of it. */
export function whyUnsent(failure: unknown, t: Authoring['form']): string {
  if (isOffline(failure)) return t.offline
  const { status } = failure as Partial<CallError>
  return status === 404 ? t.gone : status === 403 ? t.forbidden : t.failed
}
