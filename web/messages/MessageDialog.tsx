import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { messageOf } from './queries.ts'

/** A message of staff to its recipients, over the home of the course. */
export default function MessageDialog() {
  const t = useText()
  const courseId = useCourseId()
  const message = useQuery(messageOf(courseId, useParams().message_id ?? ''))
  const leave = useLeave()
  const { data } = message
  const list = `/course/${courseId}/home`
  useBackOnFailure(message, list, { reader: true })
  const by = data?.author ? `${data.author.first} ${data.author.last}`.trim() : ''
  return (
    <Dialog title={data?.title ?? t.loading} loading={!data} closeLabel={t.close} onClose={() => leave(list)} size="lg">
      {data && <Title over of={data.title} />}
      {data ? (
        <>
          <p className="mb-4 text-ink-soft text-sm">
            {by} · {dateTime(data.sent_at)}
          </p>
          <Markdown text={data.content} />
        </>
      ) : (
        <SkeletonGroup label={t.loading}>
          <Skeleton />
          <Skeleton className="w-2/3" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
