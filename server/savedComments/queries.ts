import { sql } from 'kysely'
import { type SavedComment, savedCommentsMost } from '../../contract/staff/savedComments.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

export const findSavedComments = (db: Db, personId: string): Promise<SavedComment[]> =>
  db
    .selectFrom('saved_comments')
    .select(['id as _id', 'text', sql<string>`used_at`.as('used_at')])
    .where('person_id', '=', personId)
    .orderBy('used_at', 'desc')
    .orderBy('id')
    .limit(savedCommentsMost)
    .execute()

interface NewComment {
  id: string
  personId: string
  text: string
  now: Date
}

/** Keeps a comment, or marks it as used now; when there are too many, the longest unused one goes. */
export async function saveComment(db: Db, { id, personId, text, now }: NewComment): Promise<SavedComment> {
  const { rows } = await sql<SavedComment>`
    with gone as (
      delete from saved_comments where person_id = ${personId} and id in (
        select id from saved_comments where person_id = ${personId} and text <> ${text}
        order by used_at desc, id offset ${savedCommentsMost - 1}))
    insert into saved_comments (person_id, id, text, used_at) values (${personId}, ${id}, ${text}, ${now})
    on conflict (person_id, md5(text)) do update set used_at = excluded.used_at
    returning id as _id, text, used_at`.execute(db)
  return found(rows[0])
}

/** @throws not_found */
export async function removeSavedComment(db: Db, personId: string, id: string): Promise<{ _id: string }> {
  const gone = await db
    .deleteFrom('saved_comments')
    .where('person_id', '=', personId)
    .where('id', '=', id)
    .returning('id as _id')
    .executeTakeFirst()
  return found(gone)
}
