import { type RawBuilder, sql } from 'kysely'
import { type Invitation, mostInvitations } from '../../contract/staff/invitations.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

export type InvitationRow = Omit<Invitation, 'can'>

const invitationsOf = (courseId: string, where: RawBuilder<unknown>) => sql<InvitationRow>`
  select i.id as _id, i.code, i.role, i.created_at, i.expires_at, i.uses_left, i.revoked_at,
    (select coalesce(json_agg(json_build_object('_id', p.id, 'first', p.first, 'last', p.last) order by u.n), '[]')
      from unnest(i.used_by) with ordinality as u (id, n) join people p on p.id = u.id and p.removed_at is null) as used_by
  from instructor_invitations i where i.course_id = ${courseId} and ${where}
  order by i.created_at desc, i.id desc limit ${mostInvitations}`

export const findInvitations = async (db: Db, courseId: string): Promise<InvitationRow[]> =>
  (await invitationsOf(courseId, sql`true`).execute(db)).rows

export const getInvitation = async (db: Db, courseId: string, id: string): Promise<InvitationRow> =>
  found((await invitationsOf(courseId, sql`i.id = ${id}`).execute(db)).rows[0])

export const revokeInvitation = (trx: Db, courseId: string, id: string, now: Date) =>
  sql`
    update instructor_invitations set revoked_at = ${now}
    where course_id = ${courseId} and id = ${id} and revoked_at is null`.execute(trx)
