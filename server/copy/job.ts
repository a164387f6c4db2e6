import type { JobHandler } from '../jobs/worker.ts'
import { type AskedCopy, makeCopy } from './copy.ts'

/** Copies a course, in the transaction that ends the job: all of it or nothing. */
export const copyCourse: JobHandler = async ({ id, actorId, courseId, data }, { storage }) => {
  const stored: string[] = []
  return {
    async finish(trx) {
      const store = (key: string, bytes: Buffer) => {
        stored.push(key)
        return storage.put(key, bytes)
      }
      await makeCopy(trx, { id, courseId, actorId, asked: data as AskedCopy, now: new Date(), store })
      return null
    },
    async giveUp() {
      for (const key of stored) await storage.remove(key)
    },
  }
}
