import type { Ask, DayCall } from './day.ts'

/* The input of a load tool, and its result. */

/** A request with the check of its answer. */
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
  /** Sends the requests; only this is measured, neither the preparation nor the checks. */
  asking<T>(work: () => Promise<T>): Promise<T>
}

/** The time of each answer, and each answer that differs from the previous one to the same question. */
export interface ResponseListener {
  time(asked: BenchRequest, ms: number): void
  /** `whole`: check the whole schema, not only the outline. */
  answer(asked: BenchRequest, status: number, body: string, whole: boolean): void
}

export interface Sent {
  seconds: number
  /** Requests without an answer. */
  errors: number
}

/** Answers to the same question may be equal: large ones are the same for everyone. */
export const questionOf = ({ ask, call }: BenchRequest): string =>
  call.large ? ask.path : `${call.writes ? call.name : ask.token} ${ask.path}`
