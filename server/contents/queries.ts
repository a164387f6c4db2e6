import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { notFound } from '../errors.ts'

/** A course has some hundreds of files; more than this is a mistake. */
const MOST = 5_000
const MOST_LINKS = 500

interface FileColumn {
  id: string
  filename: string
  media_type: string
  bytes: number
}

export interface ContentRow {
  id: string
  parent_id: string | null
  name: string
  description: string
  uploaded_at: Date
  updated_at: Date | null
  /** Null: a folder. */
  file: FileColumn | null
}

/** The columns of content `c` with its upload `u`. */
const columns = sql`
  c.id, c.parent_id, c.name, c.description, c.uploaded_at, c.updated_at,
  case when u.id is not null then
    json_build_object('id', u.id, 'filename', u.filename, 'media_type', u.media_type, 'bytes', u.bytes) end as file`

/** Every file and folder of the course, the newest first, whatever folder they are in. */
export const findContents = async (db: Kysely<DB>, courseId: string): Promise<ContentRow[]> => {
  const { rows } = await sql<ContentRow>`
    select ${columns} from contents c left join uploads u on u.id = c.upload_id
    where c.course_id = ${courseId} and c.deleted_at is null
    order by c.uploaded_at desc, c.id desc limit ${MOST}`.execute(db)
  return rows
}

/** A file, or a folder with all that is in it, the newest first. Not what was removed, or is in a folder that was. */
export const getContent = async (db: Kysely<DB>, courseId: string, id: string): Promise<ContentRow[]> => {
  const { rows } = await sql<ContentRow>`
    with recursive around as (
      select id, parent_id, deleted_at from contents where course_id = ${courseId} and id = ${id}
      union
      select p.id, p.parent_id, p.deleted_at from around a
      join contents p on p.course_id = ${courseId} and p.id = a.parent_id
    ), inside as (
      select * from contents where course_id = ${courseId} and id = ${id}
        and not exists (select from around where deleted_at is not null)
      union
      select i.* from inside o
      join contents i on i.course_id = ${courseId} and i.parent_id = o.id and i.deleted_at is null
      where o.upload_id is null
    )
    select ${columns} from inside c left join uploads u on u.id = c.upload_id
    order by c.uploaded_at desc, c.id desc limit ${MOST}`.execute(db)
  if (rows.length === 0) throw notFound()
  return rows
}

export const findLinks = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('links')
    .select(['id', 'name', 'description', 'url'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LINKS)
    .execute()

export const findPlaylists = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('playlists')
    .select(['id', 'provider_id', 'title', 'channel', 'thumbnail'])
    .where('course_id', '=', courseId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_LINKS)
    .execute()
