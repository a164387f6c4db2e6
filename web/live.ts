import { createParser } from 'eventsource-parser'
import { useEffect } from 'react'
import { notifications } from '../contract/notifications.ts'
import { tellDraftNews } from './assignments/draftNews.ts'
import { authorization } from './call.ts'
import { queries } from './queryClient.ts'

/*
 * The server says when something in the person's courses changed; what is on screen is then read again.
 * A stream by fetch, because the browser's EventSource cannot send the token.
 */

let up = false
export const liveIsUp = (): boolean => up

/** Listens for as long as the component stands; comes back by itself after a loss. */
export function useLive(): void {
  useEffect(() => {
    const stop = new AbortController()
    void listen(stop.signal)
    return () => stop.abort()
  }, [])
}

async function listen(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const opened = await readStream(signal)
    up = false
    if (opened) {
      failures = 0
      // What happened while the line was down was not announced.
      void queries.invalidateQueries({ queryKey: ['users', 'notifications'] })
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'discussions' })
    }
    await pause(Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random()), signal)
  }
}

/** Reads until the stream ends; true when it had opened. */
async function readStream(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(notifications.stream.path, { headers: authorization(), signal })
    if (!response.ok || !response.body) return false
    up = true
    // What was typed elsewhere while the line was down was not told.
    tellDraftNews()
    const parser = createParser({
      onEvent({ event, data }) {
        if (event === 'changed') refresh((JSON.parse(data) as { courses: string[] }).courses)
        if (event === 'discussion') refreshTopic(JSON.parse(data) as { course_id: string; discussion_id: string })
        if (event === 'draft') tellDraftNews((JSON.parse(data) as { asgn_id: string }).asgn_id)
      },
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    return up
  }
}

function refresh(courses: string[]): void {
  void queries.invalidateQueries({ queryKey: ['users', 'notifications'] })
  void queries.invalidateQueries({ queryKey: ['courses', 'upcoming'] })
  for (const id of courses) void queries.invalidateQueries({ queryKey: ['courses', id] })
}

function refreshTopic({ course_id, discussion_id }: { course_id: string; discussion_id: string }): void {
  const topics = ['courses', course_id, 'discussions']
  void queries.invalidateQueries({ queryKey: [...topics, discussion_id] })
  void queries.invalidateQueries({ queryKey: topics, exact: true })
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })
