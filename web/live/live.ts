import { useEffect } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import type { Changed } from '../../contract/parts.ts'
import { emitDraftEvent } from '../assignments/draftEvents.ts'
import { queries } from '../loading/queryClient.ts'
import { concerns } from './concerns.ts'
import { renew } from './renew.ts'
import { followStream, type LiveEvent, type StreamState } from './sharedStream.ts'
import { setStream, streamIsUp } from './state.ts'

/* The server announces changes in the person's courses; the queries on screen that they concern run again. */

const notifications = { queryKey: ['users', 'notifications'] }

/** Listens while the component is mounted. The tabs of one person share a stream. */
export function useLive(personId: string): void {
  useEffect(() => {
    let missed = false
    const onState = (state: StreamState) => {
      const was = streamIsUp()
      const is = state === 'opened' || state === 'up'
      setStream(is)
      if (is && (state === 'opened' || !was)) {
        emitDraftEvent()
        if (missed) catchUp()
      }
      // This tab polls from now on, or learns that it is signed out.
      if ((was && state === 'down') || state === 'refused') void queries.invalidateQueries(notifications)
      missed = true
    }
    return followStream(`live/${personId}`, { onEvent, onState })
  }, [personId])
}

/** Renews what may have changed while the stream was down. Tabs reconnect spread over a second or more. */
function catchUp(): void {
  void queries.invalidateQueries(notifications)
  void queries.invalidateQueries({ queryKey: ['courses'] })
}

function onEvent({ event, data }: LiveEvent): void {
  if (event === 'changed') refresh(JSON.parse(data) as Changed)
  if (event === 'discussion') refreshTopic(JSON.parse(data) as { course_id: string; discussion_id: string })
  if (event === 'seen')
    renew({ queryKey: topicsOf((JSON.parse(data) as { course_id: string }).course_id), exact: true })
  if (event === 'presence') refreshPresence(JSON.parse(data) as { course_id: string; thing_id: string })
  if (event === 'groups') refreshGroups(JSON.parse(data) as { course_id: string })
  if (event === 'attendance') refreshAttendance(JSON.parse(data) as { course_id: string; schedule_id: string })
  if (event === 'handed_in') refreshSubmissions(JSON.parse(data) as { course_id: string; asgn_id: string })
  if (event === 'draft') refreshDraft(JSON.parse(data) as { course_id: string; asgn_id: string })
}

const refresh = (changed: Changed) => renew({ predicate: ({ queryKey }) => concerns(changed, queryKey) })

function refreshTopic({ course_id, discussion_id }: { course_id: string; discussion_id: string }): void {
  const topics = topicsOf(course_id)
  renew({ queryKey: [...topics, discussion_id] })
  renew({ queryKey: topics, exact: true })
}

const topicsOf = (course_id: string) => ['courses', course_id, 'discussions']

/** The groups, and on an open worksheet the members of the person's own. */
function refreshGroups({ course_id }: { course_id: string }): void {
  renew({ queryKey: ['courses', course_id, 'grouping'] })
  const isOfMembers = ([, id, noun, , ...rest]: readonly unknown[]) =>
    id === course_id && noun === 'assignments' && rest.join('/') === 'draft/writers'
  renew({ predicate: ({ queryKey }) => isOfMembers(queryKey) })
}

const refreshPresence = ({ course_id, thing_id }: { course_id: string; thing_id: string }) =>
  renew({ queryKey: ['courses', course_id, 'presence', thing_id], exact: true })

/** The person's own attendance, also as a score, and staff's view of that class. */
function refreshAttendance({ course_id, schedule_id }: { course_id: string; schedule_id: string }): void {
  const classes = ['courses', course_id, 'schedules']
  for (const name of ['my', 'attendance', schedule_id]) renew({ queryKey: [...classes, name] })
  renew({ queryKey: ['courses', course_id, 'gradebook'] })
}

/**
 * In ms. These lists are as long as the course, and near a deadline somebody hands in each second: one reading serves
 * all of them.
 */
const HANDED_IN_MS = 5_000
const waiting = new Set<string>()

function refreshSubmissions({ course_id, asgn_id }: { course_id: string; asgn_id: string }): void {
  if (waiting.has(asgn_id)) return
  waiting.add(asgn_id)
  setTimeout(() => {
    waiting.delete(asgn_id)
    const assignment = ['courses', course_id, 'assignments', asgn_id]
    renew({ queryKey: [...assignment, 'submissions'], exact: true })
    renew({ queryKey: [...assignment, 'answers'] })
  }, HANDED_IN_MS)
}

/** Arrives every few seconds while someone types: the list loads again once, if it does not show the draft yet. */
function refreshDraft({ course_id, asgn_id }: { course_id: string; asgn_id: string }): void {
  emitDraftEvent(asgn_id)
  const list = ['courses', course_id, 'assignments', 'my']
  const known = queries.getQueryData<AssignmentSummary[]>(list)
  if (known?.some(({ _id, draft }) => _id === asgn_id && !draft)) renew({ queryKey: list, exact: true })
}
