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
  announcement_author: row.author,
})

/** The list is made anew so often: the version of a course counts the names of those on it, not of who has left. */
const RENEW_MS = 60_000

export function announcementRoutes({ db, now, shared }: Deps): Handlers<typeof contract.announcements> {
  return {
    list: ({ query: { before }, courseId, version }) =>
      shared.answer(
        contract.announcements.list,
        { courseId, version: `${version},${Math.floor(now().getTime() / RENEW_MS)}` },
        async () => (await findAnnouncements(db, courseId, before)).map(shown),
        before,
      ),
    async one({ courseId, params }) {
      return shown(await getAnnouncement(db, courseId, params.announcement_id))
    },
  }
}
