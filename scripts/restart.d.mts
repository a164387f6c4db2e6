interface Ended {
  code: number | null
  wasReady: boolean
  ranMs: number
}

export function createTries(): (ended: Ended) => { waitMs?: number; giveUp?: string }
