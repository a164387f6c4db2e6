import { type Kysely, sql } from 'kysely'
import { mostRoster } from '../../contract/courses.ts'
import { contentsMost } from '../../contract/staff/contents.ts'
import type { MemberGrant } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found, notFound } from '../errors.ts'
import { isOut } from '../publishing/out.ts'
import { type Picture, picturesOf } from '../uploads/pictures.ts'

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
  publish_at: Date | null
  revision: number
  /** Null: an uploaded file, or a folder. */
  is_page: boolean
  /** Null: a folder. */
  file: FileColumn | null
}

/** The reader: staff see everything, students what is published with all folders around it. */
export type Reader = Pick<MemberGrant, 'courseId' | 'audience'>

const isThere = ({ audience }: Reader, thing: string) =>
  audience === 'student' ? isOut(thing) : sql<boolean>`${sql.ref(`${thing}.deleted_at`)} is null`

/** The columns of content `c` with its upload `u`. */
const columns = sql`
  c.id, c.parent_id, c.name, c.description, c.uploaded_at, c.updated_at, c.publish_at, c.revision, c.page is not null as is_page,
  case when u.id is not null then
    json_build_object('id', u.id, 'filename', u.filename, 'media_type', u.media_type, 'bytes', u.bytes) end as file`

/** In each folder in staff's order, else the newest first. */
const order = sql`c.parent_id, c.position, c.uploaded_at desc, c.id desc`

/** Every file and folder of the course, whatever folder they are in. */
export const findContents = async (db: Kysely<DB>, reader: Reader): Promise<ContentRow[]> => {
  const { rows } = await sql<ContentRow>`
    select ${columns} from contents c left join uploads u on u.id = c.upload_id
    where c.course_id = ${reader.courseId} and ${isThere(reader, 'c')}
    order by ${order} limit ${contentsMost}`.execute(db)
  return rows
}

/** The asked things, each with all folders around it, and which of them exist. */
const around = (reader: Reader, ids: string[]) => sql`
  around as (
    select c.id as asked, c.id, c.parent_id, ${isThere(reader, 'c')} as is_there
    from contents c where c.course_id = ${reader.courseId} and c.id = any(${ids}::uuid[])
    union
    select a.asked, f.id, f.parent_id, ${isThere(reader, 'f')} from around a
    join contents f on f.course_id = ${reader.courseId} and f.id = a.parent_id)`

/** Files, and folders with everything in them. Throws not_found when one does not exist or its folder does not. */
export const getContents = async (db: Db, reader: Reader, ids: string[]): Promise<ContentRow[]> => {
  const { courseId } = reader
  const { rows } = await sql<ContentRow>`
    with recursive ${around(reader, ids)}, inside as (
      select c.* from contents c where c.course_id = ${courseId} and c.id = any(${ids}::uuid[])
        and c.id <> all (select asked from around where not is_there)
      union
      select i.* from inside o
      join contents i on i.course_id = ${courseId} and i.parent_id = o.id and ${isThere(reader, 'i')}
      where o.upload_id is null
    )
    select ${columns} from inside c left join uploads u on u.id = c.upload_id
    order by ${order} limit ${contentsMost}`.execute(db)
  const there = new Set(rows.map(({ id }) => id))
  if (!ids.every((id) => there.has(id))) throw notFound()
  return rows
}

/** Of these ids, the folders that exist with all folders around them. */
export const findFolders = async (db: Db, reader: Reader, ids: string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    with recursive ${around(reader, ids)}
    select c.id from contents c
    where c.course_id = ${reader.courseId} and c.id = any(${ids}::uuid[]) and c.upload_id is null
      and c.id <> all (select asked from around where not is_there)`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const linksOf = (db: Db, reader: Reader) =>
  db
    .selectFrom('links')
    .select(['id', 'name', 'description', 'url', 'publish_at', 'revision'])
    .where('course_id', '=', reader.courseId)
    .where(isThere(reader, 'links'))

const playlistsOf = (db: Db, reader: Reader) =>
  db
    .selectFrom('playlists')
    .select(['id', 'provider_id', 'title', 'channel', 'thumbnail', 'picture_id', 'publish_at', 'revision'])
    .select(
      sql<string | null>`(select f.filename from uploads f where f.id = playlists.picture_id)`.as('picture_filename'),
    )
    .where('course_id', '=', reader.courseId)
    .where(isThere(reader, 'playlists'))

export const findLinks = (db: Kysely<DB>, reader: Reader) =>
  linksOf(db, reader).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_LINKS).execute()

export const findPlaylists = (db: Kysely<DB>, reader: Reader) =>
  playlistsOf(db, reader).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MOST_LINKS).execute()

export const getLink = async (db: Db, reader: Reader, id: string) =>
  found(await linksOf(db, reader).where('id', '=', id).executeTakeFirst())
export type LinkRow = Awaited<ReturnType<typeof getLink>>

export const getPlaylist = async (db: Db, reader: Reader, id: string) =>
  found(await playlistsOf(db, reader).where('id', '=', id).executeTakeFirst())
export type PlaylistRow = Awaited<ReturnType<typeof getPlaylist>>

export interface PageRow {
  page: string | null
  pictures: Picture[]
}

/** The text of a page; null: the file is none. The caller has checked that the reader sees it. */
export const getPage = async (db: Db, courseId: string, id: string): Promise<PageRow> => {
  const { rows } = await sql<PageRow>`
    select c.page, ${picturesOf('content_pictures', 'c')} as pictures from contents c
    where c.course_id = ${courseId} and c.id = ${id}`.execute(db)
  return found(rows[0])
}

const MOST_VERSIONS = 200

/** The earlier versions of a file, the latest first. */
export const findVersions = async (db: Kysely<DB>, courseId: string, id: string) => {
  const { rows } = await sql<Omit<FileColumn, 'media_type'> & { replaced_at: Date; replaced_by: Author | null }>`
    select u.id, u.filename, u.bytes, v.replaced_at,
      case when p.id is not null then json_build_object('_id', p.id, 'first', p.first, 'last', p.last) end as replaced_by
    from content_versions v join uploads u on u.id = v.upload_id
    left join people p on p.id = v.replaced_by and p.removed_at is null
    where v.course_id = ${courseId} and v.content_id = ${id}
    order by v.replaced_at desc, u.id limit ${MOST_VERSIONS}`.execute(db)
  return rows
}
interface Author {
  _id: string
  first: string
  last: string
}

export const getVersion = async (db: Db, courseId: string, id: string, uploadId: string) => {
  const { rows } = await sql<{ upload_id: string; page: string | null }>`
    select upload_id, page from content_versions
    where course_id = ${courseId} and content_id = ${id} and upload_id = ${uploadId}`.execute(db)
  return rows[0]
}

/** People who are students of the course now. */
export const findOpeners = async (db: Kysely<DB>, courseId: string, id: string) => {
  const { rows } = await sql<{ _id: string; first_at: Date; last_at: Date }>`
    select o.person_id as _id, o.first_at, o.last_at from content_opens o
    join roster r on r.course_id = o.course_id and r.person_id = o.person_id and r.role = 'student'
    where o.course_id = ${courseId} and o.content_id = ${id}
    order by o.last_at desc, o.person_id limit ${mostRoster}`.execute(db)
  return rows
}

export const noteOpened = (db: Kysely<DB>, courseId: string, id: string, personId: string, now: Date) =>
  sql`
    insert into content_opens (course_id, content_id, person_id, first_at, last_at)
    values (${courseId}, ${id}, ${personId}, ${now}, ${now})
    on conflict (course_id, content_id, person_id) do update set last_at = excluded.last_at`.execute(db)
