import { handInOver } from '../assignments/timeUp.ts'
import { exportHistory } from '../changes/export.ts'
import { copyCourse } from '../copy/job.ts'
import { sweep } from '../process/sweep.ts'
import type { Kind } from './kinds.ts'
import type { JobHandler } from './worker.ts'

/** The handler of each kind of job. */
export const handlers: Record<Kind, JobHandler> = {
  async sweep(_job, tools) {
    await sweep(tools)
    return undefined
  },
  async hand_in_over(_job, { db }) {
    await handInOver(db, new Date())
    return undefined
  },
  copy_course: copyCourse,
  export_history: exportHistory,
}
