import { type Kysely, sql } from 'kysely'
import { type Announcement, announcementsPage, mostTitles } from '../../contract/announcements.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { picturesOf } from '../uploads/pictures.ts'
import { personJson } from '../users/person.ts'

type Author = NonNullable<Announcement['announcement_author']>

/** The reader: staff see all announcements, students the published ones for everyone or for their section. */
export type Reader = Pick<MemberGrant, 'courseId' | 'audience' | 'section'>

const readable = (db: Db, { courseId, audience, section }: Reader) =>
  db
    .selectFrom('announcements as a')
    .where('a.course_id', '=', courseId)
    .where('a.deleted_at', 'is', null)
    .$if(audience === 'student', (q) =>
      q.where(isOut('a')).where((a) => a.or([a('a.section', 'is', null), a('a.section', '=', section)])),
    )

const whole = (db: Db, reader: Reader) =>
  readable(db, reader)
    .leftJoin('people as u', (on) => on.onRef('u.id', '=', 'a.author_id').on('u.removed_at', 'is', null))
    .leftJoin('roster as r', (on) => on.onRef('r.person_id', '=', 'u.id').on('r.course_id', '=', reader.courseId))
    .select(['a.id', 'a.title', 'a.content', 'a.publish_at', 'a.created_at', 'a.section', 'a.pinned', 'a.revision'])
    .select((a) =>
      a
        .case()
        .when('u.id', 'is not', null)
        .then(personJson(sql`'role', r.role`))
        .end()
        .$castTo<Author | null>()
        .as('author'),
    )
    .select(picturesOf('announcement_pictures', 'a').as('pictures'))

/**
 * A page of announcements: first the pinned ones, then the unpublished ones, then the newest. `before` is the last
 * announcement of the previous page.
 */
export const findAnnouncements = (db: Kysely<DB>, reader: Reader, before: string | undefined) =>
  whole(db, reader)
    .$if(before !== undefined, (q) =>
      q.where(sql<boolean>`(a.pinned, coalesce(a.publish_at, 'infinity'), a.created_at, a.id) < (
        select pinned, coalesce(publish_at, 'infinity'), created_at, id from announcements
        where course_id = ${reader.courseId} and id = ${before})`),
    )
    .orderBy('a.pinned', 'desc')
    // A draft has no time, and sorts first. Ids are in no order: a repeated POST makes the same one.
    .orderBy('a.publish_at', 'desc')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(announcementsPage)
    .execute()

/** The newest titles; drafts come first. */
export const findTitles = (db: Kysely<DB>, reader: Reader) =>
  readable(db, reader)
    .select(['a.id as _id', 'a.title as announcement_title'])
    .orderBy('a.publish_at', 'desc')
    .orderBy('a.created_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(mostTitles)
    .execute()

export const getAnnouncement = async (db: Db, reader: Reader, id: string) =>
  found(await whole(db, reader).where('a.id', '=', id).executeTakeFirst())

export type AnnouncementRow = Awaited<ReturnType<typeof getAnnouncement>>
