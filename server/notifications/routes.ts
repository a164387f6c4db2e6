import type { contract } from '../../contract/index.ts'
import { mostNotifications } from '../../contract/notifications.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { openEventStream } from './eventStream.ts'
import { countUnread, findNotifications, markAllRead, markRead } from './queries.ts'
import { shownNotification } from './shown.ts'

export function notificationRoutes(deps: Deps): Handlers<typeof contract.notifications> {
  const { db, now, live } = deps
  /** Their other tabs and devices learn that they have read it. */
  const tell = (person_id: string) => live.tell({ kind: 'notifications_read', person_id })
  return {
    async list({ viewer }) {
      const { all, isUnread } = await findNotifications(deps, viewer._id, now())
      return {
        notifications: all.slice(0, mostNotifications).map((one) => shownNotification(one, !isUnread(one))),
        unread_notifications: all.filter(isUnread).length,
      }
    },
    async unread({ viewer }) {
      return { unread_notifications: await countUnread(deps, viewer._id, now()) }
    },
    async readAll({ viewer, query }) {
      const until = query.until === undefined ? undefined : new Date(query.until)
      await markAllRead(db, viewer._id, until && until < now() ? until : now())
      tell(viewer._id)
      return { unread_notifications: until ? await countUnread(deps, viewer._id, now()) : 0 }
    },
    async readOne({ viewer, params }) {
      const id = params.notification_id
      const { all, isUnread } = await findNotifications(deps, viewer._id, now())
      const unread = all.filter(isUnread)
      const others = unread.filter((n) => n.id !== id)
      const isNew = others.length < unread.length && (await markRead(db, viewer._id, id, now()))
      if (isNew) tell(viewer._id)
      return { unread_notifications: others.length }
    },
    stream: ({ viewer, query, request, reply }) =>
      openEventStream(deps, { viewer, sinceMs: Number(query.since_ms ?? 0), request, reply }),
  }
}
