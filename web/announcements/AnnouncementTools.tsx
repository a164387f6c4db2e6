import { useLocation, useNavigate } from 'react-router'
import type { Announcement } from '../../contract/announcements.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { Present } from '../changes/Present.tsx'
import { asNow } from '../changes/publishing.ts'
import { revisionOf } from '../changes/revisions.ts'
import { useWrite } from '../changes/useWrite.ts'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EditIcon, HistoryIcon, TrashIcon } from '../ui/icons.tsx'
import { showSaved } from './fields.ts'
import { announcementsOf } from './queries.ts'

/** Staff's buttons and menu on an announcement. */
export default function AnnouncementTools({ announcement }: { announcement: Announcement }) {
  const t = useAuthoring().publishing
  const course_id = useCourseId()
  const leave = useLeave()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { busy, write } = useWrite('announcements')
  const { _id } = announcement
  const params = { course_id, announcement_id: _id }
  const path = `/course/${course_id}/announcement/${_id}`
  const isHidden = isUnpublished(announcement)

  const publish = async (publish_at: string | null, done: string) => {
    const input = () => ({ params, body: { publish_at }, revision: revisionOf(announcement) })
    const data = await write(() => callWithHeaders(announcementWrites.edit, input()), done)
    if (data) await showSaved(course_id, data)
  }

  const remove = async () => {
    const send = () => callWithHeaders(announcementWrites.remove, { params, revision: revisionOf(announcement) })
    if (!(await write(send, t.removedToast))) return
    leave(`/course/${course_id}/home`)
    await queries.invalidateQueries({ queryKey: announcementsOf(course_id).queryKey })
  }

  return (
    <div className="flex w-full flex-wrap items-center justify-end gap-3">
      <div className="-ml-2 flex">
        <IconButton label={t.remove} icon={<TrashIcon />} disabled={busy} onClick={() => void remove()} />
        <AppLink
          to={`${path}/history`}
          preventScrollReset
          aria-label={t.history}
          title={t.history}
          className="inline-grid size-11 place-items-center rounded-full text-ink-soft hover:bg-hover hover:text-ink"
        >
          <HistoryIcon />
        </AppLink>
      </div>
      <Present thing={_id} doing="looking" />
      {isHidden ? (
        <Button pending={busy} onClick={() => void publish(asNow(), t.publishedToast)}>
          {t.publishNow}
        </Button>
      ) : (
        <Button pending={busy} onClick={() => void publish(null, t.unpublishedToast)}>
          {t.unpublish}
        </Button>
      )}
      <Button
        variant="primary"
        icon={<EditIcon size={18} />}
        onClick={() => void navigate(`${path}/edit`, { preventScrollReset: true, replace: true, state })}
      >
        {t.edit}
      </Button>
    </div>
  )
}
