import * as z from 'zod/mini'
import { endpoint, errorCodes, Id, Time } from './endpoint.ts'
import { Upload } from './uploads.ts'

/** Work that takes long. */
const Job = z.object({
  _id: Id,
  kind: z.string(),
  /** `queued` also while it waits for another try. */
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /**
   * The file of the job, for some days; each answer signs its location anew. Null until the job is done, and for a job
   * without a file.
   */
  result: z.nullable(Upload),
  /** Why it failed. */
  error: z.nullable(z.object({ code: z.enum(errorCodes), message: z.string() })),
  created_at: Time,
})

/** The answer of a call that starts a job. */
const Started = z.object({ job: Id })

export const jobs = {
  one: endpoint({
    method: 'GET',
    path: '/api/jobs/:job_id',
    access: 'signedIn',
    summary: 'A job that the person started, for 7 days after its end, as long as they are on its course',
    reply: Job,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/jobs/:job_id/retry',
    access: 'signedIn',
    summary: 'Tries a failed job again; another one stays as it is',
    reply: Job,
  }),
  exportHistory: endpoint({
    method: 'POST',
    path: '/api/courses/:course_id/history/export',
    access: 'settings',
    archived: true,
    summary: 'Starts a job that writes the history of the course into a CSV file',
    status: 202,
    reply: Started,
  }),
}
