import type { JobWithMetadata } from 'pg-boss'
import { type ErrorCode, errorCodes } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { rules } from '../access/rules.ts'
import type { Deps } from '../deps.ts'
import { found, notFound, Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import type { Viewer } from '../session/sessions.ts'
import { signedAddress } from '../uploads/location.ts'
import { type AskedKind, kinds } from './kinds.ts'
import { findJob } from './queries.ts'
import type { Result } from './worker.ts'

const stateOf = {
  created: 'queued',
  retry: 'queued',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'failed',
} as const satisfies Record<JobWithMetadata['state'], string>

export function jobRoutes({ db, jobs, fileKey, now }: Deps): Handlers<typeof contract.jobs> {
  /** A job of the person's own, as long as they may start one of its kind. */
  async function getJob(viewer: Viewer, id: string) {
    const { kind, course_id, ...job } = found(await findJob(db, { id, actorId: viewer._id }))
    // The job may be from a newer version of this server.
    if (!(kind in kinds)) throw notFound()
    const rule = rules[kinds[kind as AskedKind].ability]
    await rule({ viewer, params: { course_id }, db, asStudent: false, isRead: true })
    return { ...job, kind: kind as AskedKind }
  }
  async function shown(viewer: Viewer, id: string) {
    const job = await getJob(viewer, id)
    const { state, output } = found(await jobs.find(job.kind, id))
    const isDone = state === 'completed'
    return {
      ...{ _id: id, ...job, state: stateOf[state], progress: isDone ? 1 : job.progress },
      result: isDone && output ? fileOf(output as Result) : null,
      error: state === 'failed' ? errorOf(output) : null,
    }
  }
  const fileOf = ({ upload_id: id, filename }: Result) => ({
    location: signedAddress(fileKey, { id, filename }, now()),
    filename,
  })
  return {
    one: ({ viewer, params }) => shown(viewer, params.job_id),
    async retry({ viewer, params }) {
      const { kind } = await getJob(viewer, params.job_id)
      await jobs.retry(kind, params.job_id)
      return shown(viewer, params.job_id)
    },
    async exportHistory({ viewer, courseId, newId }) {
      const id = newId()
      const job = { id, kind: 'export_history', actorId: viewer._id, courseId } as const
      await db.transaction().execute((trx) => jobs.ask(trx, job))
      return { job: id }
    },
  }
}

/** The error of a failed job: an unexpected one, such as of a killed process, without its text. */
function errorOf(output: unknown) {
  const { code, message } = (output ?? {}) as { code?: ErrorCode; message?: string }
  const isKnown = code !== undefined && errorCodes.includes(code)
  return isKnown
    ? { code, message: String(message) }
    : { code: 'internal' as const, message: new Refusal('internal').message }
}
