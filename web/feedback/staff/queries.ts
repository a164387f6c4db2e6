import { regradeWrites } from '../../../contract/staff/regrades.ts'
import { query } from '../../loading/call.ts'

/** The regrade requests about a work, and about its owner's other attempts. */
export const regradesOf = (course_id: string, submission_id: string) =>
  query(regradeWrites.regrades, { course_id, submission_id })
