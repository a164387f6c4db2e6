import type { Announcement } from '../../contract/announcements.ts'
import { announcementContentMost } from '../../contract/staff/announcements.ts'
import { NOW, type PublishField } from '../changes/publishing.ts'
import { withBare } from '../editor/addresses.ts'
import type { Start } from '../forms/useForm.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { queries } from '../loading/queryClient.ts'
import { announcementOf } from './queries.ts'

/** The audience of a thing; null: everyone. */
export type Audience = { section: string } | null

/** The fields of the form of an announcement. */
export interface Fields extends PublishField {
  announcement_title: string
  announcement_content: string
  audience: Audience
  pinned: boolean
}

export const empty: Start<Fields> = {
  values: { announcement_title: '', announcement_content: '', publish_at: NOW, audience: null, pinned: false },
}

export const startOf = (a: Announcement): Start<Fields> => ({
  values: {
    announcement_title: a.announcement_title,
    announcement_content: withBare(a.announcement_content),
    publish_at: a.publish_at ?? null,
    audience: a.audience ?? null,
    pinned: a.pinned ?? false,
  },
  revision: a.revision,
})

/** The errors that the server would find, field by field. The limits are the contract's constants, so the two agree. */
export const wrongIn = (
  { announcement_title, announcement_content: content, publish_at }: Fields,
  { announcements: t, publishing }: Pick<Authoring, 'announcements' | 'publishing'>,
) => ({
  ...(announcement_title.trim() === '' && { announcement_title: t.needTitle }),
  ...(content.length > announcementContentMost && {
    announcement_content: t.tooLong(content.length - announcementContentMost),
  }),
  ...(publish_at === '' && { publish_at: publishing.needTime }),
})

/** Shows the response of a write at once, and reads the lists again. */
export function showSaved(course_id: string, a: Announcement): Promise<void> {
  queries.setQueryData(announcementOf(course_id, a._id).queryKey, a)
  return queries.invalidateQueries({ queryKey: ['courses', course_id, 'announcements'] })
}
