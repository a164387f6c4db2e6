import { sql } from 'kysely'
import type { DraftFields } from '../../contract/drafts.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { getOwn, type Mine } from './owner.ts'
import { isThis } from './queries.ts'

/** Whether draft `d` has any text: a draft whose text was erased has none. */
export const isTyped = sql`jsonb_path_exists(d.fields, '$.*.value ? (@ like_regex "\\\\S")')`

/** The draft of a person, or of their group. */
export interface Typed {
  /** The person who works on the draft, or their group. */
  owner_id: string
  /** The group still waits for the person to accept. */
  waits: boolean
  /** The other members of the group. */
  others: string[]
  /** Null: there is no draft. */
  fields: DraftFields | null
  /** The ids of the latest saves in the draft. */
  applied: string | null
  /** The time of the last save, as PostgreSQL's text. */
  updated_at: string | null
  /** Changes with each write of the draft, also when two writes have the same time. */
  version: string | null
}

/** The column of `Typed`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const typedColumns = (id: string) => sql`
  (select json_build_object('owner_id', coalesce(m.group_id, r.person_id),
      'waits', m.person_id is not null and m.accepted_at is null,
      'others', (select coalesce(json_agg(o.person_id), '[]') from group_members o
        where o.course_id = m.course_id and o.group_id = m.group_id and o.person_id <> r.person_id),
      'fields', d.fields, 'applied', d.applied, 'updated_at', d.updated_at, 'version', d.xmin::text)
    from assignments a
    left join group_members m
      on m.course_id = a.course_id and m.grouping_id = a.grouping_id and m.person_id = r.person_id
    left join drafts d on d.course_id = a.course_id and d.assignment_id = a.id
      and d.owner_id = coalesce(m.group_id, r.person_id)
    where ${isThis(sql`r.course_id`, id)}) as typed`

export const getTyped = async (db: Db, mine: Mine): Promise<Typed> => {
  const { typed } = await getOwn<{ typed: Typed | null }>(db, mine, typedColumns(mine.assignmentId))
  return found(typed ?? undefined)
}
