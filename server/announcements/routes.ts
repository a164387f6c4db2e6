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

/** The list is made anew so often: the versions of a course count the names of those on it, not of who has left. */
const RENEW_MS = 60_000

export function announcementRoutes({ db, now, cache }: Deps): Handlers<typeof contract.announcements> {
  return {
    list: ({ query: { before }, ...view }) =>
      cache.answer(
        contract.announcements.list,
        view,
        async () => (await findAnnouncements(db, view.courseId, before)).map(shown),
        { of: before ?? '', version: Math.floor(now().getTime() / RENEW_MS) },
      ),
    async one({ courseId, params }) {
      return shown(await getAnnouncement(db, courseId, params.announcement_id))
    },
  }
}
