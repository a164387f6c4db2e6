import type { Queue } from 'pg-boss'
import type { Ability } from '../../contract/endpoint.ts'

export interface KindOfJob {
  queue: Omit<Queue, 'name'>
  /** When it starts by itself: five fields of cron, UTC. */
  schedule?: string
  /** The ability that a person needs in its course to start it, and to see its result. */
  ability?: Ability
}

/** In seconds without a sign of its process, after which another starts a job again; pg-boss allows no less. */
const heartbeatSeconds = 10
/** A job may take any time, as long as its process gives signs of life. */
const expireInSeconds = 6 * 3_600

/** Every kind of job. */
export const kinds = {
  /** Removes rows and files that nobody can use any more. It tries failed ones again next time. */
  sweep: {
    queue: { policy: 'exclusive', retryLimit: 0, expireInSeconds, heartbeatSeconds },
    schedule: '*/10 * * * *',
  },
  /** Hands in the drafts of people whose time is up and who have left. */
  hand_in_over: {
    queue: { policy: 'exclusive', retryLimit: 0, expireInSeconds, heartbeatSeconds },
    schedule: '* * * * *',
  },
  /** Copies a course into a new one, which has the id of the job. */
  copy_course: {
    queue: { retryLimit: 3, retryBackoff: true, expireInSeconds, heartbeatSeconds, notify: true },
    ability: 'settings',
  },
  /** Writes the history of a course into a CSV file. */
  export_history: {
    queue: { retryLimit: 3, retryBackoff: true, expireInSeconds, heartbeatSeconds, notify: true },
    ability: 'settings',
  },
} satisfies Record<string, KindOfJob>

export type Kind = keyof typeof kinds
/** The kinds that people start. */
export type AskedKind = Exclude<Kind, 'sweep' | 'hand_in_over'>
