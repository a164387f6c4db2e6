import type { JobHandler } from '../jobs/worker.ts'
import { type AskedCopy, makeCopy } from './copy.ts'

/** Copies a course, in the transaction that ends the job: all of it or nothing. */
export const copyCourse: JobHandler = async ({ id, actorId, courseId, data }) => ({
  async finish(trx) {
    await makeCopy(trx, { id, courseId, actorId, asked: data as AskedCopy, now: new Date() })
    return null
  },
  giveUp: async () => {},
})
