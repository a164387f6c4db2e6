import type { Topic, TopicAbout } from '../../../contract/discussions.ts'
import { discussionDescriptionMost, discussionScoreMost } from '../../../contract/staff/discussions.ts'
import type { Audience } from '../../announcements/fields.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { withBare } from '../../editor/addresses.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'
import { queries } from '../../loading/queryClient.ts'

/** The fields of the form of a topic. */
export interface Fields extends PublishField {
  discussion_title: string
  discussion_description: string
  pinned: boolean
  locked: boolean
  post_first: boolean
  /** Null: it is not graded. */
  discussion_score: number | null
  audience: Audience
}

export const empty: Start<Fields> = {
  values: {
    ...{ discussion_title: '', discussion_description: '', publish_at: NOW },
    ...{ pinned: false, locked: false, post_first: false, discussion_score: null, audience: null },
  },
}

export const startOf = (topic: TopicAbout | Topic): Start<Fields> => ({
  values: {
    discussion_title: topic.discussion_title,
    discussion_description: withBare(topic.discussion_description),
    publish_at: topic.publish_at ?? null,
    pinned: topic.pinned ?? false,
    locked: topic.locked ?? false,
    post_first: topic.post_first ?? false,
    discussion_score: topic.discussion_score ?? null,
    audience: topic.audience ?? null,
  },
  revision: topic.revision,
})

/** The errors that the server would find, field by field. The limits are the contract's constants, so the two agree. */
export const wrongIn = (
  { discussion_title, discussion_description: description, publish_at, discussion_score: score }: Fields,
  { discussions: t, publishing }: Pick<Authoring, 'discussions' | 'publishing'>,
) => ({
  ...(discussion_title.trim() === '' && { discussion_title: t.needTitle }),
  ...(description.length > discussionDescriptionMost && {
    discussion_description: t.tooLong(description.length - discussionDescriptionMost),
  }),
  ...(score !== null &&
    (score < 0 || score > discussionScoreMost || Math.round(score * 100) / 100 !== score) && {
      discussion_score: t.wrongScore,
    }),
  ...(publish_at === '' && { publish_at: publishing.needTime }),
})

/** Reads the list again, and the topic. */
export const renewTopics = (course_id: string) =>
  queries.invalidateQueries({ queryKey: ['courses', course_id, 'discussions'] })
