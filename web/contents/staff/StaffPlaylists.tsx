import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { playlistWrites } from '../../../contract/staff/links.ts'
import { useThingActions } from '../../changes/useThingActions.tsx'
import { PublishBadge } from '../../common/PublishBadge.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { PlaneDrawing } from '../../ui/drawings.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { PlaylistRow } from '../Playlists.tsx'
import { playlistsOf } from '../queries.ts'
import { AddButton } from './AddButton.tsx'

/** The playlists, each with staff's menu. */
export default function StaffPlaylists() {
  const { contents: t } = useText()
  const { contents: words, publishing } = useAuthoring()
  const course_id = useCourseId()
  const navigate = useNavigate()
  const { data } = useSuspenseQuery(playlistsOf(course_id))
  const { actionsOf, dialog } = useThingActions<(typeof data)[number]>({
    noun: 'playlists',
    pathOf: ({ _id }) => `/course/${course_id}/content/playlist/${_id}`,
    publish: ({ _id, revision }, publish_at) =>
      callWithHeaders(playlistWrites.edit, { params: { course_id, row_id: _id }, body: { publish_at }, revision }),
    remove: ({ _id, revision }) =>
      callWithHeaders(playlistWrites.remove, { params: { course_id, row_id: _id }, revision }),
    onDone: () => void queries.invalidateQueries({ queryKey: playlistsOf(course_id).queryKey }),
  })
  return (
    <>
      {data.length === 0 && (
        <Empty compact drawing={<PlaneDrawing />} title={words.noPlaylists} text={words.noPlaylistsText} />
      )}
      <ul aria-label={t.playlists}>
        {data.map((playlist) => (
          <li key={playlist._id} className="flex items-center gap-1">
            <PlaylistRow playlist={playlist}>
              <PublishBadge at={playlist.publish_at} when={(at) => words.goesOut(dateTime(at))} />
            </PlaylistRow>
            <ActionMenu label={publishing.menu(playlist.playlist_title)} actions={actionsOf(playlist)} />
          </li>
        ))}
      </ul>
      <AddButton
        label={words.addPlaylist}
        onPress={() => void navigate(`/course/${course_id}/content/playlist/new`, { preventScrollReset: true })}
      />
      {dialog}
    </>
  )
}
