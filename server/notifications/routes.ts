import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { countUnread, findNotifications, markAllRead, markRead } from './queries.ts'
import { streamNews } from './stream.ts'

export function notificationRoutes(deps: Deps): Handlers<typeof contract.notifications> {
  const { db, now, live } = deps
  /** On whichever tab or device they are, they have read it. */
  const tell = (person_id: string) => live.publish({ kind: 'notifications_read', person_id })
  return {
    async list({ viewer }) {
      const rows = await findNotifications(db, viewer._id, now())
      return {
        notifications: rows.map((row) => ({
          _id: row.id,
          timestamp: row.created_at,
          read: !row.unread,
          message: { link: row.link, type: row.type, course_name: row.course_name, message: row.title },
        })),
        unread_notifications: rows[0]?.unread_count ?? 0,
      }
    },
    async readAll({ viewer }) {
      await markAllRead(db, viewer._id, now())
      await tell(viewer._id)
      return { unread_notifications: 0 }
    },
    async readOne({ viewer, params }) {
      if (await markRead(db, viewer._id, params.notification_id, now())) await tell(viewer._id)
      return { unread_notifications: await countUnread(db, viewer._id, now()) }
    },
    stream: ({ viewer, request, reply }) => streamNews(deps, viewer, request, reply),
  }
}
