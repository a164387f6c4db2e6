import { type RawBuilder, sql } from 'kysely'
import type { Exception } from '../../contract/staff/exceptions.ts'
import { dates } from '../assignments/queries.ts'
import type { Dates } from '../assignments/terms.ts'
import type { Db } from '../db/database.ts'
import { falling, pageOf } from '../db/page.ts'
import { found } from '../errors.ts'
import { personJson } from '../users/person.ts'

export interface OfAssignment {
  courseId: string
  assignmentId: string
}

const newestFirst = falling([[sql`e.id`, 'uuid']])

type Row = Exception & { cursor: string }

const shown = ({ courseId, assignmentId }: OfAssignment, where: RawBuilder<unknown>, limit: number) => sql<Row>`
  select e.id as _id, e.revision, e.due_at as due, e.closes_at as closes, e.extra_attempts as attempts,
    e.extra_minutes as minutes, e.reason, e.section,
    case when u.id is not null then ${personJson()} end as person,
    case when g.id is not null then json_build_object('_id', g.id, 'name', g.name) end as group,
    ${newestFirst.cursor} as cursor
  from exceptions e
  left join people u on u.id = e.person_id and u.removed_at is null
  left join groups g on g.course_id = e.course_id and g.id = e.group_id
  where e.course_id = ${courseId} and e.assignment_id = ${assignmentId} and ${where}
    -- Leaves out people and groups that are no longer there.
    and (e.section is not null or u.id is not null or g.id is not null)
  order by ${newestFirst.order} limit ${limit}`

const withoutNulls = ({ person, group, section, ...row }: Exception): Exception => ({
  ...row,
  ...(person && { person }),
  ...(group && { group }),
  ...(section && { section }),
})

export async function findExceptions(
  db: Db,
  of: OfAssignment,
  { limit, after }: { limit: number; after?: string | undefined },
) {
  const { rows } = await shown(of, newestFirst.after(after), limit + 1).execute(db)
  const { items, next } = pageOf(rows, limit)
  return { items: items.map(withoutNulls), next }
}

/** The column that names the receiver, and its values. */
export interface Whom {
  column: 'person_id' | 'group_id' | 'section'
  names: string[]
}

const isFor = ({ column, names }: Whom) =>
  sql`e.${sql.ref(column)} = any(${names}::${sql.raw(column === 'section' ? 'text' : 'uuid')}[])`

/** The exceptions of these people, groups and sections. */
export async function exceptionsFor(db: Db, of: OfAssignment, whom: Whom[]): Promise<Exception[]> {
  const most = whom.reduce((sum, { names }) => sum + names.length, 0)
  const { rows } = await shown(of, sql`(${sql.join(whom.map(isFor), sql` or `)})`, most).execute(db)
  return rows.map(({ cursor, ...row }) => withoutNulls(row))
}

/** Everybody's terms, and which of the named students, groups and sections exist. */
export interface Subject extends Dates {
  name: string
  grouping_id: string | null
  people: string[]
  groups: string[]
  sections: string[]
}

/** Throws not_found. Until the transaction ends, nobody else writes an exception of the assignment. */
export async function lockSubject(
  trx: Db,
  { courseId, assignmentId }: OfAssignment,
  asked: { people: string[]; groups: string[]; sections: string[] },
): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select a.name, ${dates}, a.grouping_id,
      array(select r.person_id::text from roster r where r.course_id = a.course_id and r.role = 'student'
        and r.person_id = any(${asked.people}::uuid[])) as people,
      array(select g.id::text from groups g where g.course_id = a.course_id and g.grouping_id = a.grouping_id
        and g.id = any(${asked.groups}::uuid[])) as groups,
      array(
        select r.section from roster r where r.course_id = a.course_id and r.section = any(${asked.sections}::text[])
        union
        select w.section from roster_pending w where w.course_id = a.course_id
          and w.section = any(${asked.sections}::text[])) as sections
    from assignments a join courses c on c.id = a.course_id
    where a.course_id = ${courseId} and a.id = ${assignmentId} and a.deleted_at is null
    for no key update of a`.execute(trx)
  return found(rows[0])
}

/** The name of an existing assignment, for the history. Throws not_found. */
export async function getName(db: Db, { courseId, assignmentId }: OfAssignment): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from assignments
    where course_id = ${courseId} and id = ${assignmentId} and deleted_at is null`.execute(db)
  return found(rows[0]).name
}
