import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { holdUploads } from '../uploads/hold.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { isShown } from '../uploads/mediaType.ts'

/** The upload of a course's picture. */
export interface Picture {
  id: string
  filename: string
}

export type Sign = (picture: Picture) => string

/** The picture of course `c`, as JSON; null when it has none of its own. */
export const pictureOf = sql<Picture | null>`(
  select json_build_object('id', f.id, 'filename', f.filename) from uploads f where f.id = c.picture_id) as picture`

/** The address of a course's image. The cache keeps it unsigned, because a signed address would expire. */
export const imageOf = ({ img, picture }: { img: string | null; picture: Picture | null }, sign: Sign) =>
  picture ? sign(picture) : img

/** Holds the upload at this location. Throws invalid unless it is a picture of the person's own. */
export async function holdPicture(trx: Db, personId: string, location: string): Promise<string> {
  const id = uploadIdOf(location)
  const upload =
    id &&
    (await trx
      .selectFrom('uploads')
      .select('media_type')
      .where('id', '=', id)
      .where('owner_id', '=', personId)
      .executeTakeFirst())
  const invalid = (message: string) => new Refusal('invalid', { fields: { course_image: message } })
  if (!id || !upload) throw invalid('is not the location of an upload of yours')
  if (!upload.media_type.startsWith('image/') || !isShown(upload.media_type)) throw invalid('is not a picture')
  await holdUploads(trx, [id])
  return id
}
