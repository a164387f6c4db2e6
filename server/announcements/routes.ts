import { contract } from '../../contract/index.ts'
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

export function announcementRoutes({ db, shared }: Deps): Handlers<typeof contract.announcements> {
  return {
    list: ({ query: { before }, ...about }) =>
      shared.answer(
        contract.announcements.list,
        about,
        async () => (await findAnnouncements(db, about.courseId, before)).map(shown),
        before,
      ),
    async one({ courseId, params }) {
      return shown(await getAnnouncement(db, courseId, params.announcement_id))
    },
  }
}
