import { invitations } from '../../contract/staff/invitations.ts'
import { messageWrites } from '../../contract/staff/messages.ts'
import { people } from '../../contract/staff/people.ts'
import { roster } from '../../contract/staff/roster.ts'
import { query } from '../loading/call.ts'

export const pendingOf = (course_id: string) => query(roster.pending, { course_id })
export const removedOf = (course_id: string) => query(roster.removed, { course_id })
export const personOf = (course_id: string, person_id: string) => query(people.one, { course_id, person_id })
export const sentOf = (course_id: string) => query(messageWrites.list, { course_id })
export const invitationsOf = (course_id: string) => query(invitations.list, { course_id })
