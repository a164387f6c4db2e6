import type { Role } from '../../contract/users.ts'
import { useMembership } from '../courses/membership.ts'

/** The roles that the viewer may give and take: only an instructor says who is one. */
export const useRolesToGive = (): Role[] =>
  useMembership().role === 'instructor' ? ['student', 'assistant', 'instructor'] : ['student', 'assistant']
