import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Playlist } from '../../contract/contents.ts'
import { NewTab } from '../common/NewTab.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { PlaylistIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { playlistsOf } from './queries.ts'

/** The page of a playlist at the video provider. */
const addressOf = ({ playlist_id }: Playlist) =>
  `https://www.youtube.com/playlist?${new URLSearchParams({ list: playlist_id })}`

export function Playlists() {
  const t = useText().contents
  const { data } = useSuspenseQuery(playlistsOf(useCourseId()))
  if (data.length === 0) return <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.noPlaylists} />
  return (
    <ul aria-label={t.playlists}>
      {data.map((playlist) => (
        <li key={playlist._id}>
          <PlaylistRow playlist={playlist} />
        </li>
      ))}
    </ul>
  )
}

/** One playlist; the children stand below its words. */
export function PlaylistRow({ playlist, children }: { playlist: Playlist; children?: ReactNode }) {
  return (
    <a
      href={addressOf(playlist)}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-w-0 flex-1 items-center gap-3 rounded-md p-3 outline-offset-[-2px] hover:bg-hover"
    >
      <span className="relative w-28 shrink-0 overflow-hidden rounded-md">
        {/* A picture from the provider would tell it who reads, so only the course's own are shown. */}
        <CourseCover id={playlist._id} src={ownPicture(playlist.playlist_thumbnails.url)} />
        <span className="absolute right-1 bottom-1 grid size-7 place-items-center rounded-sm bg-raised text-ink shadow-card">
          <PlaylistIcon size={18} />
        </span>
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 break-words font-medium">{playlist.playlist_title}</span>
        <span className="block break-words text-ink-soft text-sm">{playlist.playlist_channel}</span>
        {children}
      </span>
      <NewTab />
    </a>
  )
}

const ownPicture = (url: string | null) => (url?.startsWith('/') && !url.startsWith('//') ? url : null)

export function PlaylistsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      {[0, 1].map((n) => (
        <div key={n} className="flex items-center gap-3 p-3">
          <Skeleton shape="block" className="aspect-video w-28 shrink-0" />
          <div className="flex-1">
            <Skeleton />
            <Skeleton className="w-1/2 text-sm" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
