import type { Ask, DayCall } from './day.ts'

/* The input of a load tool, and its result. */

/** A request with what checks its answer. */
export interface BenchRequest {
  ask: Ask
  call: DayCall
}

export interface Drive {
  origin: string
  connections: number
  seconds: number
  /** The next request. */
  next(): BenchRequest
  /** Does the asking itself, which is what is measured: neither what it takes to prepare it nor to look at the answers. */
  asking<T>(work: () => Promise<T>): Promise<T>
}

/** How long each answer took, and each answer that is unlike the one before to the same question. */
export interface ResponseListener {
  time(asked: BenchRequest, ms: number): void
  /** `whole`: the whole schema is to be checked, not only the shape that matters. */
  answer(asked: BenchRequest, status: number, body: string, whole: boolean): void
}

export interface Sent {
  seconds: number
  /** Requests without an answer. */
  errors: number
}

/** Answers to the same question may be the same: what is large is the same for everyone. */
export const questionOf = ({ ask, call }: BenchRequest): string =>
  call.large ? ask.path : `${call.writes ? call.name : ask.token} ${ask.path}`
