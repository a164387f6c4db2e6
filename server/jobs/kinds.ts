import type { Queue } from 'pg-boss'
import type { Ability } from '../../contract/endpoint.ts'

interface KindOfJob {
  queue: Omit<Queue, 'name'>
  /** When the clock starts it: five fields of cron, UTC. */
  schedule?: string
  /** What a person needs in its course to start it, and to see what comes of it. */
  ability?: Ability
}

/** After so long without a sign of its process, another starts a job again; pg-boss allows no less. */
const heartbeatSeconds = 10
/** However long it takes, as long as its process says that it goes on. */
const expireInSeconds = 6 * 3_600

/** Every kind of job. */
export const kinds = {
  /** Removes what nobody can use any more. What could not be removed waits for the next round. */
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
