import { createHmac } from 'node:crypto'
import { codeSeconds, graceSeconds } from '../../contract/attendance.ts'

/* The code in the room: six digits from a secret of the servers, the class, its opening time, and the time since. */

export interface Opened {
  scheduleId: string
  /** in ms */
  openedAt: number
}

const STEP_MS = codeSeconds * 1_000

/** The number of steps since the opening, as RFC 6238 (TOTP) counts them. */
const stepAt = ({ openedAt }: Opened, now: number) => Math.floor((now - openedAt) / STEP_MS)

function codeOf(key: Buffer, { scheduleId, openedAt }: Opened, step: number): string {
  const mac = createHmac('sha256', key).update(`${scheduleId} ${openedAt} ${step}`).digest()
  return String(mac.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

/** The present code and the following ones, each with the ms until it disappears. */
export function codesFrom(key: Buffer, opened: Opened, now: number, many: number) {
  const step = stepAt(opened, now)
  return Array.from({ length: many }, (_, i) => ({
    code: codeOf(key, opened, step + i),
    ends_in_ms: opened.openedAt + (step + i + 1) * STEP_MS - now,
  }))
}

/** Whether the code is shown now, or was until a moment ago. */
export function isRight(key: Buffer, opened: Opened, code: string, now: number): boolean {
  const steps = new Set([stepAt(opened, now), stepAt(opened, now - graceSeconds * 1_000)])
  return [...steps].some((step) => step >= 0 && codeOf(key, opened, step) === code)
}
