import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isId } from '../ids.ts'
import { holdUploads } from './hold.ts'

/*
 * A text names a picture by the bare address of its upload, which opens nothing. Readers get a signed address, for
 * pictures that an author of the text may show.
 */

/** The address of a file in a text, bare or signed; texts of before may have a name with brackets. */
const ADDRESS = /(\/api\/files\/([0-9a-f-]{36}))(?![0-9a-f-])(?:\/(?:[^\s()?#/]|\([^\s()?#/]*\))*\?[^\s)#]*)?/gi

/** More pictures than one text shows. */
const MOST = 200

/** A picture of a text. */
export interface Picture {
  id: string
  filename: string
}

/** The text for storage: a signed address would expire. */
export const withBareAddresses = (text: string): string => text.replace(ADDRESS, '$1')

/** The text for a reader, the pictures signed by `sign`. */
export function withSignedAddresses(text: string, pictures: Picture[], sign: (picture: Picture) => string): string {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  return text.replace(ADDRESS, (_, bare: string, id: string) => {
    const picture = byId.get(id.toLowerCase())
    return picture ? sign(picture) : bare
  })
}

/** The table with the pictures of texts, and its column with the thing's id. */
const tables = {
  announcement_pictures: 'announcement_id',
  assignment_pictures: 'assignment_id',
  content_pictures: 'content_id',
  topic_pictures: 'topic_id',
}
type PictureTable = keyof typeof tables

/** The pictures of a thing, as a column of its row. */
export const picturesOf = (table: PictureTable, thing: string) => sql<Picture[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'filename', f.filename))
  from ${sql.table(table)} p join uploads f on f.id = p.upload_id
  where p.course_id = ${sql.ref(`${thing}.course_id`)} and p.${sql.ref(tables[table])} = ${sql.ref(`${thing}.id`)}), '[]')`

interface Keeping {
  courseId: string
  /** The thing's. */
  id: string
  content: string
  authorId: string
  courses?: () => Promise<string[]>
}

/**
 * Keeps the pictures of a text with its thing, for good, because an earlier version may come back: the author's
 * uploads, and pictures that other things of that kind already show in the course, or in one of `courses`.
 */
export async function keepPictures(
  trx: Db,
  table: PictureTable,
  { courseId, id, content, authorId, courses = () => Promise.resolve([]) }: Keeping,
): Promise<void> {
  const named = [...new Set([...content.matchAll(ADDRESS)].map(([, , upload = '']) => upload.toLowerCase()))].filter(
    isId,
  )
  if (named.length === 0) return
  const { rows } = await sql<{ upload_id: string }>`
    insert into ${sql.table(table)} (course_id, ${sql.ref(tables[table])}, upload_id)
    select ${courseId}, ${id}, u.id from uploads u
    where u.id = any(${named.slice(0, MOST)}::uuid[]) and (u.owner_id = ${authorId} or exists (
      select from ${sql.table(table)} p where p.course_id = any(${[courseId, ...(await courses())]}::uuid[]) and p.upload_id = u.id))
    on conflict do nothing returning upload_id`.execute(trx)
  await holdUploads(
    trx,
    rows.map(({ upload_id }) => upload_id),
  )
}
