import { Announcement } from '../../contract/announcements.ts'
import { contract } from '../../contract/index.ts'
import type { MemberGrant } from '../access/rules.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { publicationOf, publishAt } from '../publishing/rules.ts'
import type { Handlers } from '../serve.ts'
import { signedAddress } from '../uploads/location.ts'
import { keepPictures, type Picture, withBareAddresses, withSignedAddresses } from './pictures.ts'
import { type AnnouncementRow, findAnnouncements, getAnnouncement, updateAnnouncement } from './queries.ts'

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
 * The list is made anew so often, long before the addresses of its pictures expire: the versions of a course count the
 * names of those on it, not of who has left.
 */
const RENEW_MS = 60_000

export function announcementRoutes(deps: Deps): Handlers<typeof contract.announcements> {
  const { db, now, cache, fileKey } = deps
  const sign = (picture: Picture) => signedAddress(fileKey, picture, now())
  const find = async (grant: MemberGrant, id: string) =>
    shown(await getAnnouncement(db, grant, id), grant.audience, sign)
  /** Not found when it is gone. */
  const stale = async (trx: Db, grant: MemberGrant, id: string) => {
    const current = shown(await getAnnouncement(trx, grant, id), grant.audience, sign)
    return new Refusal('conflict', { current: Announcement.parse(current) })
  }
  return {
    list: ({ query: { before }, ...grant }) =>
      cache.answer(
        contract.announcements.list,
        grant,
        async () => (await findAnnouncements(db, grant, before)).map((row) => shown(row, grant.audience, sign)),
        {
          of: JSON.stringify([grant.audience === 'student' && grant.section, before]),
          version: Math.floor(now().getTime() / RENEW_MS),
        },
      ),
    one: ({ params, ...grant }) => find(grant, params.announcement_id),
    async create(input) {
      const { viewer, courseId, newId, body } = input
      const id = newId()
      const about = { _id: id, title: body.announcement_title }
      const content = withBareAddresses(body.announcement_content)
      // Before the change, which counts as published what is not later than itself.
      const publish_at = publishAt(body.publish_at, { publish_at: null }, now())
      await write(deps, input, { kind: 'announcement_created', about }, async (trx) => {
        await trx
          .insertInto('announcements')
          .values({
            ...{ course_id: courseId, id, author_id: viewer._id, created_at: now() },
            ...{ title: body.announcement_title, content, pinned: body.pinned },
            section: body.audience?.section ?? null,
            publish_at,
          })
          .execute()
        await keepPictures(trx, { courseId, id, content, authorId: viewer._id })
      })
      return find(input, id)
    },
    async edit(input) {
      const { viewer, courseId, revision, body } = input
      const id = input.params.announcement_id
      const before = await getAnnouncement(db, input, id)
      const columns = {
        title: body.announcement_title ?? before.title,
        content: withBareAddresses(body.announcement_content ?? before.content),
        publish_at: publishAt(body.publish_at, before, now()),
        section: body.audience === undefined ? before.section : (body.audience?.section ?? null),
        pinned: body.pinned ?? before.pinned,
      }
      const kind = `announcement_${publicationOf(before, columns, now()) ?? 'edited'}` as const
      await write(deps, input, { kind, about: { _id: id, title: columns.title } }, async (trx) => {
        if (!(await updateAnnouncement(trx, { courseId, id, revision }, columns))) throw await stale(trx, input, id)
        await keepPictures(trx, { courseId, id, content: columns.content, authorId: viewer._id })
      })
      return find(input, id)
    },
    async remove(input) {
      const { courseId, revision } = input
      const id = input.params.announcement_id
      const { title } = await getAnnouncement(db, input, id)
      await write(deps, input, { kind: 'announcement_deleted', about: { _id: id, title } }, async (trx) => {
        if (!(await updateAnnouncement(trx, { courseId, id, revision }, { deleted_at: now() })))
          throw await stale(trx, input, id)
      })
      return { _id: id }
    },
  }
}
