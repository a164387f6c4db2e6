const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, ms: 1 }

type Span = Partial<Record<keyof typeof units, number>>

const inMs = (span: Span) =>
  Object.entries(span).reduce((sum, [unit, n]) => sum + n * units[unit as keyof typeof units], 0)

/** The tests' present time, until they move the clock: a Monday morning in Bangkok. */
export const start = new Date('2026-09-14T03:00:00.000Z')

/** `ago({ days: 14 })`: so long before the tests' start. */
export const ago = (span: Span): Date => new Date(start.getTime() - inMs(span))
/** `ahead({ hours: 2 })`: so long after the tests' start. */
export const ahead = (span: Span): Date => new Date(start.getTime() + inMs(span))

export interface Clock {
  now: () => Date
  /** Moves the clock on. */
  pass(span: Span): void
  /** Moves the clock back to the start. */
  reset(): void
}

export function createClock(): Clock {
  let time = start
  return {
    now: () => time,
    pass(span) {
      time = new Date(time.getTime() + inMs(span))
    },
    reset() {
      time = start
    },
  }
}
