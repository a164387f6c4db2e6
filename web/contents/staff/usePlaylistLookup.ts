import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { playlistWrites } from '../../../contract/staff/links.ts'
import { call, keyOf } from '../../loading/call.ts'

/** In ms, the wait from the last keystroke in the address to the look-up. */
const TYPING = 300

export type Found = { playlist_title: string; playlist_channel: string; playlist_picture: string | null }

/**
 * Looks up a playlist once its address is typed, and calls `onAnswer` once with the result: null when the provider does
 * not know it. Returns whether a look-up is under way, or found nothing.
 */
export function usePlaylistLookup(
  course_id: string,
  playlist_id: string | undefined,
  onAnswer: (found: Found | null) => void,
): 'asking' | 'none' | undefined {
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(playlist_id), TYPING)
    return () => clearTimeout(timer)
  }, [playlist_id])
  const { data, isFetching, isError } = useQuery({
    queryKey: [...keyOf(playlistWrites.look, { course_id }), asked],
    queryFn: ({ signal }) =>
      call(playlistWrites.look, { params: { course_id }, body: { playlist_id: asked ?? '' }, signal }),
    enabled: asked !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const answer = isError ? null : data
  const give = useEffectEvent(onAnswer)
  useEffect(() => {
    if (answer !== undefined) give(answer)
  }, [answer])
  if (isFetching) return 'asking'
  return answer === null ? 'none' : undefined
}
