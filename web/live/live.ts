import { useEffect } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import type { Changed } from '../../contract/parts.ts'
import { tellDraftNews } from '../assignments/draftNews.ts'
import { queries } from '../loading/queryClient.ts'
import { concerns } from './concerns.ts'
import { followLine, type LineState, type News } from './line.ts'
import { renew } from './renew.ts'
import { lineIsUp, setLine } from './state.ts'

/* The server says when something in the person's courses changed; what is on screen is then read again. */

const notifications = { queryKey: ['users', 'notifications'] }

/** Listens for as long as the component stands. The tabs of one person share a line. */
export function useLive(personId: string): void {
  useEffect(() => {
    let missed = false
    const onState = (state: LineState) => {
      const was = lineIsUp()
      const is = state === 'opened' || state === 'up'
      setLine(is)
      if (is && (state === 'opened' || !was)) {
        tellDraftNews()
        if (missed) catchUp()
      }
      // From now on this tab asks for itself; or it learns that it is signed out.
      if ((was && state === 'down') || state === 'refused') void queries.invalidateQueries(notifications)
      missed = true
    }
    return followLine(`live/${personId}`, { onNews, onState })
  }, [personId])
}

/** What happened while the line was down was not announced. */
function catchUp(): void {
  void queries.invalidateQueries(notifications)
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'discussions' })
  // The rest is read again when it is next looked at: all tabs come back at the same time.
  void queries.invalidateQueries({ queryKey: ['courses'], refetchType: 'none' })
}

function onNews({ event, data }: News): void {
  if (event === 'changed') refresh(JSON.parse(data) as Changed)
  if (event === 'discussion') refreshTopic(JSON.parse(data) as { course_id: string; discussion_id: string })
  if (event === 'seen')
    renew({ queryKey: topicsOf((JSON.parse(data) as { course_id: string }).course_id), exact: true })
  if (event === 'presence') refreshPresence(JSON.parse(data) as { course_id: string; thing_id: string })
  if (event === 'draft') refreshDraft(JSON.parse(data) as { course_id: string; asgn_id: string })
}

const refresh = (changed: Changed) => renew({ predicate: ({ queryKey }) => concerns(changed, queryKey) })

function refreshTopic({ course_id, discussion_id }: { course_id: string; discussion_id: string }): void {
  const topics = topicsOf(course_id)
  renew({ queryKey: [...topics, discussion_id] })
  renew({ queryKey: topics, exact: true })
}

const topicsOf = (course_id: string) => ['courses', course_id, 'discussions']

const refreshPresence = ({ course_id, thing_id }: { course_id: string; thing_id: string }) =>
  renew({ queryKey: ['courses', course_id, 'presence', thing_id], exact: true })

/** It is told every few seconds while somebody types: the list is read again once, when it does not say so yet. */
function refreshDraft({ course_id, asgn_id }: { course_id: string; asgn_id: string }): void {
  tellDraftNews(asgn_id)
  const list = ['courses', course_id, 'assignments', 'my']
  const known = queries.getQueryData<AssignmentSummary[]>(list)
  if (known?.some(({ _id, draft }) => _id === asgn_id && !draft)) renew({ queryKey: list, exact: true })
}
