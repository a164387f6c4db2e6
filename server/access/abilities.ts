import type { Course } from '../../contract/courses.ts'
import type { Role } from './rules.ts'

/** What each role may do in a course: written once here, and told in answers as `can`. */
export const abilitiesOf = (role: Role): Course['can'] => ({ work: role === 'student' })
