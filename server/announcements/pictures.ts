import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { isId } from '../ids.ts'
import { holdUploads } from '../uploads/hold.ts'

/*
 * A text names a picture by the bare address of its upload, which opens nothing. Readers get the address signed, of those
 * pictures alone that an author of the announcement may show.
 */

/** The address of a file in a text, bare or signed. */
const ADDRESS = /(\/api\/files\/([0-9a-f-]{36}))(?![0-9a-f-])(?:\/[^\s)?#]*\?[^\s)#]*)?/gi

/** More pictures than one text shows. */
const MOST = 200

/** A picture of an announcement. */
export interface Picture {
  id: string
  filename: string
}

/** The text as it is kept: an address that was signed for its author would expire. */
export const withBareAddresses = (text: string): string => text.replace(ADDRESS, '$1')

/** The text as it is read, the pictures signed by `sign`. */
export function withSignedAddresses(text: string, pictures: Picture[], sign: (picture: Picture) => string): string {
  const byId = new Map(pictures.map((picture) => [picture.id, picture]))
  return text.replace(ADDRESS, (_, bare: string, id: string) => {
    const picture = byId.get(id.toLowerCase())
    return picture ? sign(picture) : bare
  })
}

/**
 * Keeps the pictures of a text with its announcement, for good, because an earlier version may come back: the uploads of
 * the author, and what other announcements of the course show already.
 */
export async function keepPictures(
  trx: Db,
  { courseId, id, content, authorId }: { courseId: string; id: string; content: string; authorId: string },
): Promise<void> {
  const named = [...new Set([...content.matchAll(ADDRESS)].map(([, , upload = '']) => upload.toLowerCase()))].filter(
    isId,
  )
  if (named.length === 0) return
  const { rows } = await sql<{ upload_id: string }>`
    insert into announcement_pictures (course_id, announcement_id, upload_id)
    select ${courseId}, ${id}, u.id from uploads u
    where u.id = any(${named.slice(0, MOST)}::uuid[]) and (u.owner_id = ${authorId} or exists (
      select from announcement_pictures p where p.course_id = ${courseId} and p.upload_id = u.id))
    on conflict do nothing returning upload_id`.execute(trx)
  await holdUploads(
    trx,
    rows.map(({ upload_id }) => upload_id),
  )
}
