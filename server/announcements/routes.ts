import { Announcement } from '../../contract/announcements.ts'
import { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import { thingWriters } from '../changes/things.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { keepPictures, type Picture, withBareAddresses, withSignedAddresses } from '../uploads/pictures.ts'
import { type AnnouncementRow, findAnnouncements, findTitles, getAnnouncement } from './queries.ts'

type Sign = (picture: Picture) => string

const shown = (row: AnnouncementRow, audience: MemberGrant['audience'], sign: Sign) => ({
  _id: row.id,
  announcement_title: row.title,
  announcement_content: withSignedAddresses(row.content, row.pictures, sign),
  announcement_datetime: row.publish_at ?? row.created_at,
  announcement_author: row.author,
  ...(audience === 'staff' && {
    revision: row.revision,
    publish_at: row.publish_at,
    audience: row.section === null ? null : { section: row.section },
  }),
  ...((audience === 'staff' || row.pinned) && { pinned: row.pinned }),
})

/**
 * In ms, how often the cache renews the list, long before the addresses of its pictures expire: the versions of a course count
 * the names of its members, but not of people who left.
 */
const RENEW_MS = 60_000

export function announcementRoutes(deps: Deps): Handlers<typeof contract.announcements> {
  const { db, now, cache, fileKey } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
  const read = async (from: Db, grant: MemberGrant, id: string) =>
    shown(await getAnnouncement(from, grant, id), grant.audience, sign)
  const writers = thingWriters(deps, { noun: 'announcement', table: 'announcements', read, schema: Announcement })
  return {
    list: ({ query: { before }, ...grant }) =>
      cache.answer(
        contract.announcements.list,
        grant,
        async () => (await findAnnouncements(db, grant, before)).map((row) => shown(row, grant.audience, sign)),
        {
          section: grant.section,
          ...(before !== undefined && { of: before }),
          version: Math.floor(now().getTime() / RENEW_MS),
        },
      ),
    titles: (grant) => findTitles(db, grant),
    one: ({ params, ...grant }) => read(db, grant, params.announcement_id),
    create(input) {
      const { viewer, courseId, newId, body } = input
      const content = withBareAddresses(body.announcement_content)
      const columns = {
        ...{ author_id: viewer._id, created_at: now(), title: body.announcement_title, content, pinned: body.pinned },
        section: body.audience?.section ?? null,
        publish_at: publishAt(body.publish_at, { publish_at: null }, now()),
      }
      const pictures = { courseId, id: newId(), content, authorId: viewer._id }
      return writers.create(input, columns, {
        title: columns.title,
        andThen: (trx) => keepPictures(trx, 'announcement_pictures', pictures),
      })
    },
    async edit(input) {
      const { viewer, courseId, body } = input
      const id = input.params.announcement_id
      const before = await getAnnouncement(db, input, id)
      const columns = {
        title: body.announcement_title ?? before.title,
        content: withBareAddresses(body.announcement_content ?? before.content),
        publish_at: publishAt(body.publish_at, before, now()),
        section: body.audience === undefined ? before.section : (body.audience?.section ?? null),
        pinned: body.pinned ?? before.pinned,
      }
      const pictures = { courseId, id, content: columns.content, authorId: viewer._id }
      const andThen = (trx: Db) => keepPictures(trx, 'announcement_pictures', pictures)
      return writers.edit(input, id, columns, { title: columns.title, before, andThen })
    },
    async remove(input) {
      const id = input.params.announcement_id
      const { title } = await getAnnouncement(db, input, id)
      return writers.remove(input, id, { title })
    },
  }
}
