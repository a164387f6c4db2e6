import type { Meeting } from '../../../contract/meetings.ts'
import { meetingWrites } from '../../../contract/staff/meetings.ts'
import { asNow } from '../../changes/publishing.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { useWrite } from '../../changes/useWrite.ts'
import { isUnpublished } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { EyeIcon, TrashIcon } from '../../ui/icons.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'

/** Staff's menu of a meeting, also for the later ones of its series. */
export default function MeetingMenu({ meeting }: { meeting: Meeting }) {
  const { meetings: t, publishing } = useAuthoring()
  const course_id = useCourseId()
  const { write } = useWrite('meetings')
  const params = { course_id, meeting_id: meeting._id }
  const publish = (publish_at: string | null, following = false) =>
    callWithHeaders(meetingWrites.edit, {
      ...{ params, query: query(following), body: { publish_at }, revision: revisionOf(meeting) },
    })
  const remove = (following = false) =>
    callWithHeaders(meetingWrites.remove, { params, query: query(following), revision: revisionOf(meeting) })
  // Also the answers about single meetings, and the strip of upcoming ones.
  const onDone = () => void queries.invalidateQueries({ queryKey: ['courses', course_id, 'meetings'] })
  const { actionsOf, dialog } = useThingActions<Meeting>({
    noun: 'meetings',
    pathOf: ({ _id }) => `/course/${course_id}/meeting/${_id}`,
    publish: (_, at) => publish(at),
    remove: () => remove(),
    onDone,
  })
  const send = async (what: () => ReturnType<typeof publish | typeof remove>, done: string) => {
    if (await write<unknown>(what, done)) onDone()
  }
  const actions = actionsOf(meeting)
  const last = actions.length - 1
  const ofSeries = meeting.meeting_series != null
  return (
    <>
      <ActionMenu
        label={publishing.menu(meeting.meeting_title)}
        actions={[
          ...actions.slice(0, last),
          ofSeries &&
            isUnpublished(meeting) && {
              id: 'publish-following',
              label: t.publishFollowing,
              icon: <EyeIcon />,
              run: () => void send(() => publish(asNow(), true), publishing.publishedToast),
            },
          ofSeries && {
            id: 'remove-following',
            label: t.removeFollowing,
            icon: <TrashIcon />,
            run: () => void send(() => remove(true), publishing.removedToast),
          },
          ...actions.slice(last),
        ]}
      />
      {dialog}
    </>
  )
}

const query = (following: boolean) => ({ following: following ? ('true' as const) : ('false' as const) })
