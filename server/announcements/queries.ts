import { type Kysely, sql } from 'kysely'
import { type Announcement, announcementsPage } from '../../contract/announcements.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { personJson } from '../users/person.ts'

type Author = NonNullable<Announcement['announcement_author']>

const readable = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('announcements as a')
    .leftJoin('people as u', (on) => on.onRef('u.id', '=', 'a.author_id').on('u.removed_at', 'is', null))
    .leftJoin('roster as r', (on) => on.onRef('r.person_id', '=', 'u.id').on('r.course_id', '=', courseId))
    .select(['a.id', 'a.title', 'a.content', 'a.posted_at'])
    .select((a) =>
      a
        .case()
        .when('u.id', 'is not', null)
        .then(personJson(sql`'role', r.role`))
        .end()
        .$castTo<Author | null>()
        .as('author'),
    )
    .where('a.course_id', '=', courseId)
    .where('a.deleted_at', 'is', null)

/** A page of announcements, newest first; `before` is the last one of the page that came earlier. */
export const findAnnouncements = (db: Kysely<DB>, courseId: string, before: string | undefined) =>
  readable(db, courseId)
    .$if(before !== undefined, (q) =>
      q.where(sql<boolean>`(a.posted_at, a.id) < (select posted_at, id from announcements
        where course_id = ${courseId} and id = ${before})`),
    )
    .orderBy('a.posted_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(announcementsPage)
    .execute()

export const getAnnouncement = async (db: Kysely<DB>, courseId: string, id: string) =>
  found(await readable(db, courseId).where('a.id', '=', id).executeTakeFirst())
