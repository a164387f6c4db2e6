import { messages } from '../../contract/messages.ts'
import { query } from '../loading/call.ts'

export const messageOf = (course_id: string, message_id: string) => query(messages.one, { course_id, message_id })
