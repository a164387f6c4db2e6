import { groupNameMost, groupSloganMost } from '../../contract/groups.ts'
import type { Catalogue } from '../i18n/index.ts'
import { CallError } from '../loading/call.ts'

export type Field = 'name' | 'slogan' | 'members'

export interface Refusal {
  /** The field that shows the error; absent: the current step shows it. */
  field?: Field
  text: string
}

/** The step of a field. */
export const stepOf: Record<Field, number> = { name: 0, slogan: 0, members: 1 }

/** Why the server did not create the group, in words. */
export function refusalOf(error: unknown, t: Catalogue['groups']): Refusal {
  const words = t.refusals
  if (!(error instanceof CallError)) return { text: words.other }
  const { code, fields } = error
  if (code === 'already_in_group') return { field: 'members', text: words.already }
  if (code === 'group_full') return { field: 'members', text: words.full }
  if (code === 'groups_closed') return { text: words.notAllowed }
  if (code === 'offline') return { text: words.offline }
  if (code === 'not_found') return { text: words.gone }
  if (code === 'not_allowed') return { text: words.notAllowed }
  if (fields.name !== undefined) return { field: 'name', text: t.tooLong(groupNameMost) }
  if (fields.description !== undefined) return { field: 'slogan', text: t.tooLong(groupSloganMost) }
  if (Object.keys(fields).some((name) => name.startsWith('members'))) return { field: 'members', text: words.members }
  return { text: words.other }
}
