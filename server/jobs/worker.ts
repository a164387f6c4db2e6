import type { Kysely, Transaction } from 'kysely'
import { fromKysely, type Job, type JobResult } from 'pg-boss'
import type { ErrorCode } from '../../contract/endpoint.ts'
import { rules } from '../access/rules.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { isTransient, Refusal, refusalOf } from '../errors.ts'
import type { Viewer } from '../session/sessions.ts'
import type { Storage } from '../uploads/storage.ts'
import { newBoss } from './boss.ts'
import { handlers } from './handlers.ts'
import type { AskedJob } from './jobs.ts'
import { type Kind, type KindOfJob, kinds } from './kinds.ts'

type Data = Pick<AskedJob, 'actorId' | 'courseId' | 'data'>

/** What handlers work with. */
export interface Tools {
  db: Kysely<DB>
  storage: Storage
  config: Pick<Config, 'sessionIdleMs'>
}

/** A running job. */
export interface RunningJob extends Omit<AskedJob, 'kind'> {
  /** How often it was started before. */
  retryCount: number
  /** Aborted when another process has taken over the job, or this one stops. */
  signal: AbortSignal
  /** Reports the progress, from 0 to 1. */
  progress(part: number): Promise<void>
}

/** The upload that a job made. */
export interface Result {
  upload_id: string
  filename: string
}

/** What remains after the work. */
export interface Ending {
  /** Writes the result, in the transaction that ends the job, and so once. Null: it made no file. */
  finish(trx: Transaction<DB>): Promise<Result | null>
  /** Runs instead of `finish` when the job ends otherwise: removes leftovers. */
  giveUp(): Promise<void>
}

/** Does the work; it may run several times. A job with nothing left to do has no ending. */
export type JobHandler = (job: RunningJob, tools: Tools) => Promise<Ending | undefined>

interface Options extends Tools {
  connection: Connection
  onError: (what: string, error: unknown) => void
}

/** How often the queue looks for jobs whose process is gone, and for jobs without an announcement. */
const LOOK_SECONDS = 5
const POLL_SECONDS = 2
/** How long a running job may take after the process got the signal to stop; then another process starts it again. */
const STOPPING_MS = 5_000

/** A refusal with one of these codes may succeed a moment later; any other comes again, however often one tries. */
const passing: ErrorCode[] = ['busy', 'conflict', 'internal']

/** Does jobs until it is closed, in any number of processes. */
export async function startJobs({ connection, onError, ...tools }: Options): Promise<{ close(): Promise<void> }> {
  const boss = newBoss({
    ...connection,
    max: 3,
    supervise: true,
    schedule: true,
    useListenNotify: true,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  })
  // While the database is away the servers report that; the queue recovers with it.
  boss.on('error', (error) => isTransient(error) || onError('The queue of jobs has failed', error))

  async function run(kind: Kind, job: Job<Data>): Promise<JobResult> {
    const { id, retryCount, signal } = job
    const progress = async (part: number) => {
      await tools.db.updateTable('jobs').set({ progress: part }).where('id', '=', id).execute()
    }
    let ending: Ending | undefined
    try {
      await refuseUnlessMay(kind, job.data)
      ending = await handlers[kind]({ ...job.data, id, retryCount, signal, progress }, tools)
      if (ending) await end(kind, job, ending)
      return { id, status: 'completed' }
    } catch (error) {
      onError(`The job ${kind} ${id} failed`, error)
      await ending?.giveUp().catch((failure) => onError(`The job ${kind} ${id} left something behind`, failure))
      const { code, message } = refusalOf(error) ?? new Refusal('internal')
      // The person who ordered it reads the output. `deadletter` is a failure without another try.
      return { id, status: passing.includes(code) ? 'failed' : 'deadletter', output: { code, message } }
    }
  }

  /** The person may have lost the ability, or left the course, since they asked. The clock starts jobs without data. */
  async function refuseUnlessMay(kind: Kind, data: Data): Promise<void> {
    const { ability }: KindOfJob = kinds[kind]
    if (!ability) return
    const { actorId, courseId } = data
    const asked = { viewer: { _id: actorId } as Viewer, params: { course_id: courseId }, db: tools.db }
    await rules[ability]({ ...asked, asStudent: false, isRead: true })
  }

  const end = (kind: Kind, { id, retryCount }: Job<unknown>, { finish }: Ending) =>
    tools.db.transaction().execute(async (trx) => {
      const result = await finish(trx)
      await trx.updateTable('jobs').set({ progress: 1 }).where('id', '=', id).execute()
      // pg-boss gives the reason in words alone: https://pgboss.io/api/jobs
      const completed = await boss.complete(kind, { id, retryCount }, result, { db: fromKysely(trx) })
      const { affected } = completed as { affected?: number }
      // Another process took this one for dead, and has started the job again.
      if (affected !== 1) throw new Refusal('conflict')
    })

  await boss.start()
  for (const kind of Object.keys(kinds) as Kind[]) {
    const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS }
    await boss.work(kind, { ...polling, perJobResults: true }, async (jobs: Job<Data>[]) => {
      const results: JobResult[] = []
      for (const job of jobs) results.push(await run(kind, job))
      return results
    })
  }
  return { close: () => boss.stop({ timeout: STOPPING_MS }) }
}
