import type { Announcement } from '../contract/announcements.ts'
import type { Topic } from '../contract/discussions.ts'
import { notifications } from '../contract/notifications.ts'
import { type Seen, watchAudience } from './audience.ts'
import { atOnce } from './load.ts'
import type { World } from './world.ts'

interface Given {
  origin: string
  lecture: World['lecture']
}

/** Everyone on a large course looks at one discussion, in which another person posts each second. */
export function lecture({ origin, lecture: { readers, discussion_id } }: Given): Promise<Seen> {
  const path = `/api/courses/${readers[0]?.course_id}/discussions/${discussion_id}`
  const scene = {
    ...{ origin, readers, warm: 5, measured: 30, everyMs: 1_000 },
    paths: [path] as [string],
    hears: ({ event }: { event?: string | undefined }) => event === 'discussion',
    textsIn: ({ posts }: Topic) => posts.map(({ content }) => content),
  }
  return atOnce(() =>
    watchAudience<Topic>({
      ...scene,
      write: (send, content, n) => send('POST', path, readers[n % readers.length]?.token ?? '', { content }),
    }),
  )
}

/** Everyone on a large course looks at its home, while an instructor publishes an announcement each five seconds. */
export function publishing({ origin, lecture: { readers, instructor } }: Given): Promise<Seen> {
  const course = `/api/courses/${instructor.course_id}`
  return atOnce(() =>
    watchAudience<Announcement[]>({
      ...{ origin, readers, warm: 2, measured: 10, everyMs: 5_000 },
      // The answers that the course's home reads of announcements, and the bell of every page.
      paths: [`${course}/announcements`, `${course}/activity`, notifications.unread.path],
      hears: ({ event, data }) => event === 'changed' && data.includes(instructor.course_id),
      textsIn: (list) => list.map((one) => one.announcement_title),
      write: (send, announcement_title) =>
        send('POST', `${course}/announcements`, instructor.token, {
          ...{ announcement_title, announcement_content: 'Bring a pencil.', publish_at: '2000-01-01T00:00:00Z' },
        }),
    }),
  )
}
