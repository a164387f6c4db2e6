import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Playlist } from '../../../contract/contents.ts'
import { linkDescriptionMost, linkNameMost, linkUrlMost, playlistWrites } from '../../../contract/staff/links.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCourseId } from '../../courses/queries.ts'
import { OwnPicture } from '../../courses/staff/OwnPicture.tsx'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { playlistsOf } from '../queries.ts'
import { EditListed } from './EditListed.tsx'
import { playlistIdIn } from './playlistId.ts'
import { type Found, usePlaylistLookup } from './usePlaylistLookup.ts'

interface Fields extends PublishField {
  /** Its address, or its id at the provider. */
  playlist_id: string
  playlist_title: string
  playlist_channel: string
  /** The location of an upload. */
  playlist_picture: string | null
}

const empty: Start<Fields> = {
  values: { playlist_id: '', playlist_title: '', playlist_channel: '', playlist_picture: null, publish_at: NOW },
}
const startOf = (playlist: Playlist): Start<Fields> => {
  const { playlist_id, playlist_title, playlist_channel, publish_at = null, revision } = playlist
  const playlist_picture = playlist.playlist_thumbnails.url
  return { values: { playlist_id, playlist_title, playlist_channel, playlist_picture, publish_at }, revision }
}

/** A typed address is sent as the id in it. */
const withId = <F extends Partial<Fields>>(fields: F): F =>
  fields.playlist_id === undefined ? fields : { ...fields, playlist_id: playlistIdIn(fields.playlist_id) ?? '' }

/** Makes or edits a playlist, over the contents. */
export default function PlaylistDialog() {
  const { row_id: id } = useParams()
  const things = useQuery(playlistsOf(useCourseId()))
  return (
    <EditListed {...{ id, things, empty, startOf }}>
      {(start, list) => <PlaylistForm id={id} start={start} list={list} />}
    </EditListed>
  )
}

function PlaylistForm({ id, start, list }: { id: string | undefined; start: Start<Fields>; list: string }) {
  const { contents: t, publishing } = useAuthoring()
  const course_id = useCourseId()
  const leave = useLeave()
  const onLeave = () => leave(list)
  const form = useThingForm<Fields, Playlist>({
    ...{ what: 'playlist', id, start, isSingle: true, texts: [], startOf, onLeave },
    check: ({ playlist_id, playlist_title, publish_at }) => ({
      ...(playlistIdIn(playlist_id) === undefined && { playlist_id: t.needPlaylist }),
      ...(playlist_title.trim() === '' && { playlist_title: t.needName }),
      ...(publish_at === '' && { publish_at: publishing.needTime }),
    }),
    create: (values, idempotencyKey) =>
      callWithHeaders(playlistWrites.create, { params: { course_id }, body: withId(values), idempotencyKey }),
    edit: (row_id, changed, revision) =>
      callWithHeaders(playlistWrites.edit, { params: { course_id, row_id }, body: withId(changed), revision }),
    onSaved: () => void queries.invalidateQueries({ queryKey: playlistsOf(course_id).queryKey }),
  })
  const { values, errors, conflicts, set } = form
  const typed = playlistIdIn(values.playlist_id)
  // An existing playlist needs no look-up.
  const isAsked = typed !== undefined && typed !== start.values.playlist_id
  /** The result of the previous address goes with it, unless somebody has changed the text. */
  const [found, setFound] = useState<Partial<Found>>({})
  const looking = usePlaylistLookup(course_id, isAsked ? typed : undefined, (answer) => {
    const now: Partial<Found> = answer ?? {}
    const isOpen = (name: keyof Found) => (values[name] ?? '').trim() === (found[name] ?? '')
    set({
      ...(isOpen('playlist_title') && { playlist_title: now.playlist_title ?? '' }),
      ...(isOpen('playlist_channel') && { playlist_channel: now.playlist_channel ?? '' }),
      ...(isOpen('playlist_picture') && { playlist_picture: now.playlist_picture ?? null }),
    })
    setFound(now)
  })
  return (
    <ThingDialog
      title={id ? t.editPlaylist : t.addPlaylist}
      form={form}
      theirs={conflicts.playlist_title ?? conflicts.playlist_id ?? conflicts.playlist_channel}
      onLeave={onLeave}
    >
      <TextField
        label={t.playlistAddress}
        placeholder="https://www.youtube.com/playlist?list="
        value={values.playlist_id}
        onChange={(playlist_id) => set({ playlist_id })}
        error={errors.playlist_id}
        help={looking && { asking: t.looking, none: t.notFound }[looking]}
        maxLength={linkUrlMost}
        data-autofocus=""
      />
      <TextField
        label={t.name}
        value={values.playlist_title}
        onChange={(playlist_title) => set({ playlist_title })}
        error={errors.playlist_title}
        maxLength={linkNameMost}
      />
      <TextField
        label={t.channel}
        value={values.playlist_channel}
        onChange={(playlist_channel) => set({ playlist_channel })}
        error={errors.playlist_channel}
        maxLength={linkDescriptionMost}
      />
      <div className="flex flex-wrap items-center gap-4">
        <OwnPicture
          seed={id ?? 'playlist'}
          picture={values.playlist_picture}
          onPicture={(playlist_picture) => set({ playlist_picture })}
          isRefused={errors.playlist_picture !== undefined}
        />
        {values.playlist_picture && (
          <Button variant="bare" onClick={() => set({ playlist_picture: null })}>
            {t.noPicture}
          </Button>
        )}
      </div>
      {!form.isOut && (
        <div className="grid gap-4 lg:grid-cols-2">
          <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />
        </div>
      )}
    </ThingDialog>
  )
}
