import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { assignments } from '../../contract/assignments.ts'
import { type DraftWriter, presenceMs } from '../../contract/drafts.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { onDraftEvent } from './draftEvents.ts'
import { writersOf } from './queries.ts'

/** The shortest time between two requests after draft events. */
const LEAST_MS = 3_000

const none: DraftWriter[] = []

/** The people who have the group's draft open. Reports this person too, while the worksheet is visible. */
export function useWriters(course_id: string, asgn_id: string, isShared: boolean): DraftWriter[] {
  const { data = none } = useQuery({
    ...writersOf(course_id, asgn_id),
    enabled: isShared,
    refetchInterval: presenceMs,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (!isShared) return
    const params = { course_id, asgn_id }
    let last = 0
    let waiting: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      waiting = undefined
      last = Date.now()
      if (document.visibilityState === 'visible')
        void queries.invalidateQueries({ queryKey: writersOf(course_id, asgn_id).queryKey })
    }
    // The last of several events may be the one that somebody came.
    const stop = onDraftEvent(asgn_id, () => {
      waiting ??= setTimeout(ask, Math.max(0, last + LEAST_MS - Date.now()))
    })
    const leave = () =>
      void call(assignments.draftWriters, { params, keepalive: true, body: { here: false } }).catch(() => {})
    addEventListener('pagehide', leave)
    return () => {
      stop()
      clearTimeout(waiting)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [course_id, asgn_id, isShared])
  return data
}
