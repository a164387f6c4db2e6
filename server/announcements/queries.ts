import { type Kysely, sql } from 'kysely'
import { announcementsPage } from '../../contract/announcements.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'

const readable = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('announcements')
    .select(['id', 'title', 'content', 'posted_at'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)

/** A page of announcements, newest first; `before` is the last one of the page that came earlier. */
export const findAnnouncements = (db: Kysely<DB>, courseId: string, before: string | undefined) =>
  readable(db, courseId)
    .$if(before !== undefined, (q) =>
      q.where(sql<boolean>`(posted_at, id) < (select posted_at, id from announcements
        where course_id = ${courseId} and id = ${before})`),
    )
    .orderBy('posted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(announcementsPage)
    .execute()

export const getAnnouncement = async (db: Kysely<DB>, courseId: string, id: string) =>
  found(await readable(db, courseId).where('id', '=', id).executeTakeFirst())
