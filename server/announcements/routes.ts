import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { findAnnouncements, getAnnouncement } from './queries.ts'

type Row = Awaited<ReturnType<typeof getAnnouncement>>

const shown = (row: Row) => ({
  _id: row.id,
  announcement_title: row.title,
  announcement_content: row.content,
  announcement_datetime: row.posted_at,
})

export function announcementRoutes({ db, reads }: Deps): Handlers<typeof contract.announcements> {
  return {
    async list({ courseId, viewer, query }) {
      const rows = await reads({ courseId, viewer }, (copy) => findAnnouncements(copy, courseId, query.before))
      return rows.map(shown)
    },
    async one({ courseId, params }) {
      return shown(await getAnnouncement(db, courseId, params.announcement_id))
    },
  }
}
