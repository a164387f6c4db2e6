import { regradeWrites } from '../../../contract/staff/regrades.ts'
import { query } from '../../loading/call.ts'

/** What was asked about the grade of a work, and of the other attempts of its owner. */
export const regradesOf = (course_id: string, submission_id: string) =>
  query(regradeWrites.regrades, { course_id, submission_id })
