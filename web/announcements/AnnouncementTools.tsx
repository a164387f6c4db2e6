import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Announcement } from '../../contract/announcements.ts'
import { announcementWrites } from '../../contract/staff/announcements.ts'
import { Present } from '../changes/Present.tsx'
import { toastWithUndo } from '../changes/undo.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { EditIcon, TrashIcon } from '../ui/icons.tsx'
import { HistoryIcon } from '../ui/staff/icons.tsx'
import { toast } from '../ui/Toast.tsx'
import { isUnpublished } from './Badges.tsx'
import { asNow, showWritten } from './fields.ts'
import { announcementsOf } from './queries.ts'

/** What staff do with an announcement where they read it. */
export default function AnnouncementTools({ announcement }: { announcement: Announcement }) {
  const t = useAuthoring().announcements
  const course_id = useCourseId()
  const leave = useLeave()
  const navigate = useNavigate()
  const { state } = useLocation()
  const [busy, setBusy] = useState(false)
  const { _id, revision } = announcement
  const params = { course_id, announcement_id: _id }
  const path = `/course/${course_id}/announcement/${_id}`
  const isHidden = isUnpublished(announcement)

  async function run(write: () => Promise<void>) {
    setBusy(true)
    try {
      await write()
    } catch (error) {
      const isConflict = error instanceof CallError && error.code === 'conflict'
      if (isConflict) void queries.invalidateQueries({ queryKey: ['courses', course_id, 'announcements'] })
      toast(isConflict ? t.changedMeanwhile : t.failed, 'wrong')
    }
    setBusy(false)
  }

  const publish = (publish_at: string | null, done: string) =>
    run(async () => {
      const { data, headers } = await callWithHeaders(announcementWrites.edit, {
        params,
        body: { publish_at },
        revision,
      })
      await showWritten(course_id, data)
      toastWithUndo(done, course_id, headers, t)
    })

  const remove = () =>
    run(async () => {
      const { headers } = await callWithHeaders(announcementWrites.remove, { params, revision })
      leave(`/course/${course_id}/home`)
      toastWithUndo(t.removed, course_id, headers, t)
      await queries.invalidateQueries({ queryKey: announcementsOf(course_id).queryKey })
    })

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
        <Button pending={busy} onClick={() => void publish(null, t.unpublished)}>
          {t.unpublish}
        </Button>
      )}
      <Button
        variant="primary"
        icon={<EditIcon size={18} />}
        onClick={() => void navigate(`${path}/edit`, { preventScrollReset: true, replace: true, state })}
      >
        {t.editIt}
      </Button>
    </div>
  )
}
