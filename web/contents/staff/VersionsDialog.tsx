import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { contentWrites } from '../../../contract/staff/contents.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { Title } from '../../common/Title.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime, exact } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders, query } from '../../loading/call.ts'
import { Load } from '../../loading/Load.tsx'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PlaneDrawing } from '../../ui/drawings.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Time } from '../../ui/Time.tsx'
import { sizeOf } from '../kinds.tsx'
import { contentOf } from '../queries.ts'

/** The earlier versions of a file, over the contents: to look at, and to restore with one press. */
export default function VersionsDialog() {
  const t = useAuthoring().contents
  const { close } = useText()
  const list = `/course/${useCourseId()}/content`
  const { content_id = '' } = useParams()
  const { author } = useCan()
  const leave = useLeave()
  if (!author) return <Navigate to={list} replace />
  return (
    <Dialog title={t.versions} closeLabel={close} onClose={() => leave(list)} size="lg">
      <Title over of={t.versions} />
      <Load compact fallback={<Skeleton shape="block" className="h-12" />}>
        <Versions id={content_id} />
      </Load>
    </Dialog>
  )
}

function Versions({ id: content_id }: { id: string }) {
  const t = useAuthoring().contents
  const history = useAuthoring().history
  const text = useText().contents
  const course_id = useCourseId()
  const params = { course_id, content_id }
  const { data } = useSuspenseQuery(query(contentWrites.versions, params))
  const { data: now } = useSuspenseQuery(contentOf(course_id, content_id))
  const { busy, write } = useWrite('contents')
  if (data.length === 0)
    return <Empty compact drawing={<PlaneDrawing />} title={t.noVersions} text={t.noVersionsText} />

  async function bringBack(version: string) {
    const input = () => ({ params, body: { version }, revision: revisionOf(now) })
    const send = () => callWithHeaders(contentWrites.edit, input())
    if (await write(send, t.replaced)) await queries.invalidateQueries({ queryKey: ['courses', course_id, 'contents'] })
  }
  return (
    <ol aria-label={t.versions} className="divide-y divide-line">
      {data.map(({ _id, filename, file_bytes, file_path, replaced_at, replaced_by }) => (
        <li key={_id} className="flex flex-wrap items-center gap-3 py-3">
          <div className="min-w-48 flex-1">
            <p className="break-words font-medium">{filename}</p>
            <p className="text-ink-soft text-sm">
              {sizeOf(file_bytes, text)} ·{' '}
              {t.replacedBy(replaced_by ? `${replaced_by.first} ${replaced_by.last}`.trim() : history.somebody)}{' '}
              <Time iso={replaced_at} exact={exact(replaced_at)}>
                {dateTime(replaced_at)}
              </Time>
            </p>
          </div>
          <ButtonLink href={file_path} download={filename} icon={<DownloadIcon size={18} />}>
            {text.download}
          </ButtonLink>
          <Button pending={busy} onClick={() => void bringBack(_id)}>
            {t.bringBack}
          </Button>
        </li>
      ))}
    </ol>
  )
}
