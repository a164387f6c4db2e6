import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { fullName } from '../users/name.ts'
import type { AllowanceRow } from './allowances.ts'
import { allowancesOfDrafter, begunAt, getOwn, groupOf, type Mine, ownerOf, usedBy } from './owner.ts'
import { isThis } from './queries.ts'
import { slotName } from './submissionQueries.ts'

export interface File {
  id: string
  /** Of the file's bytes, in lowercase hex. */
  sha256: string
  filename: string
  bytes: number
}

/** The person's data and work that the server checks when they hand in. */
export interface HandInRow {
  /** The person, or their group; null: they are in none and it takes one. */
  owner_id: string | null
  /** Null: the submission is the person's own. */
  group_name: string | null
  /** The group still waits for the person to accept. */
  waits: boolean
  /** The members' names on the receipt. */
  person: string
  /** The other members of the group. */
  others: string[]
  /** The owner of the submission with this id; null: there is none yet. */
  kept_for: string | null
  /** When the next attempt was started, as PostgreSQL's text; null: it was not, or has no time limit. */
  begun: string | null
  /** The latest attempt of the owner, with its files by `file-<slot id>`. */
  last: { attempt: number; files: Record<string, File> } | null
  /** Of the uploads that the form names, the person's own and those in the draft of their group. */
  uploads: File[]
  /** What is given to the person, or to their group. */
  allowances: AllowanceRow[] | null
}

const file = sql`
  json_build_object('id', u.id, 'sha256', encode(u.sha256, 'hex'), 'filename', u.filename, 'bytes', u.bytes)`

interface HandingIn {
  assignmentId: string
  /** The submission's. */
  id: string
  /** The ids of the uploads that the form names. */
  uploads: string[]
}

/** Another member of the group attached upload `u` to the group's draft. */
const attachedInGroup = sql`exists (
  select from group_members o
  join draft_files f on f.course_id = o.course_id and f.owner_id = o.group_id and f.assignment_id = a.id
  where o.course_id = a.course_id and o.group_id = m.group_id and o.person_id = u.owner_id and f.upload_id = u.id)`

/** The column of `HandInRow`, for the person and the course of roster row `r`; null when the assignment is not there. */
export const handInColumns = ({ assignmentId, id, uploads }: HandingIn) => sql`
  (select json_build_object(
      'owner_id', ${ownerOf(sql`r.person_id`)}, 'group_name', g.name,
      'waits', m.person_id is not null and m.accepted_at is null, 'person', ${fullName(sql`p`)},
      'others', (select coalesce(json_agg(o.person_id), '[]') from group_members o
        where o.course_id = a.course_id and o.group_id = m.group_id and o.person_id <> p.id),
      'kept_for', (select s.owner_id from submissions s where s.course_id = a.course_id and s.id = ${id}::uuid),
      'begun', ${begunAt(ownerOf(sql`r.person_id`), sql`${usedBy(ownerOf(sql`r.person_id`))} + 1`)},
      'last', (
        select json_build_object('attempt', s.attempt, 'files', (
            select coalesce(json_object_agg(${slotName}, ${file}), '{}')
            from submission_files f join uploads u on u.id = f.upload_id
            where f.course_id = s.course_id and f.submission_id = s.id))
        from submissions s
        where s.course_id = a.course_id and s.assignment_id = a.id and s.owner_id = ${ownerOf(sql`r.person_id`)}
        order by s.attempt desc limit 1),
      'uploads', (
        select coalesce(json_agg(${file}), '[]') from uploads u
        where u.id = any(${`{${uploads.join()}}`}::text::uuid[]) and (u.owner_id = p.id or ${attachedInGroup})),
      'allowances', ${allowancesOfDrafter})
    from assignments a ${groupOf(sql`r.person_id`)}
    join people p on p.id = r.person_id
    where ${isThis(sql`r.course_id`, assignmentId)}) as mine`

export const getHandIn = async (db: Db, asked: Mine & HandingIn): Promise<HandInRow> => {
  const { mine } = await getOwn<{ mine: HandInRow | null }>(db, asked, handInColumns(asked))
  return found(mine ?? undefined)
}
