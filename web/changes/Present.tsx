import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Reply } from '../../contract/endpoint.ts'
import { presence } from '../../contract/staff/presence.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { call, keyOf } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { Avatar } from '../ui/Avatar.tsx'

type Doing = 'looking' | 'editing'

/** In ms, how often an open screen reports its presence. The server drops a person after 45 s without a report. */
const BEAT_MS = 20_000
/** Words count the people beyond these faces. */
const FACES = 3

/** A person may be at a thing in several tabs: each reports for itself. */
const tab = newIdempotencyKey()

const report = (params: Params, body: { doing: Doing | null; place?: string }, options: object) =>
  call(presence.at, { params, body: { ...body, tab }, ...options })

interface Params {
  course_id: string
  thing_id: string
}

const presentAt = (course_id: string, thing_id: string, doing: Doing, place = '') =>
  queryOptions({
    queryKey: keyOf(presence.at, { course_id, thing_id }),
    queryFn: ({ signal }) => report({ course_id, thing_id }, { doing, place }, { signal }),
    refetchInterval: BEAT_MS,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // The next beat tries again.
    retry: false,
  })

/** How many components of this page show a thing, by its id. */
const here = new Map<string, number>()

/** In ms: a person who moves through a table with the arrow keys appears only where they rest. */
const REST_MS = 400

/** The other staff at a thing, from a `Present` of it on the same screen, which alone reports. */
export const usePresent = (thing: string) =>
  useQuery<Reply<typeof presence.at>>({
    queryKey: keyOf(presence.at, { course_id: useCourseId(), thing_id: thing }),
    enabled: false,
  }).data

/**
 * The other staff who look at or edit the same thing now. Reports this person too, while it is mounted, with the place
 * in the thing.
 */
export function Present({ thing, doing, place }: { thing: string; doing: Doing; place?: string | undefined }) {
  const t = useAuthoring().present
  const course_id = useCourseId()
  const { data: all = [], refetch } = useQuery(presentAt(course_id, thing, doing, place))
  const at = `${doing} ${place}`
  const reported = useRef(at)
  useEffect(() => {
    if (reported.current === at) return
    const rest = setTimeout(() => {
      reported.current = at
      void refetch()
    }, REST_MS)
    return () => clearTimeout(rest)
  }, [at, refetch])
  useEffect(() => {
    const leave = () =>
      void report({ course_id, thing_id: thing }, { doing: null }, { keepalive: true }).catch(() => {})
    const count = (by: 1 | -1) => here.set(thing, (here.get(thing) ?? 0) + by)
    addEventListener('pagehide', leave)
    count(1)
    return () => {
      removeEventListener('pagehide', leave)
      count(-1)
      // When the editor replaces the reader's dialog, the person stays: the server might get the message of leaving last.
      setTimeout(() => {
        if (here.get(thing) === 0) leave()
      })
    }
  }, [course_id, thing])

  const editors = all.filter((person) => person.doing === 'editing')
  const shown = editors.length > 0 ? editors : all
  const [first] = shown
  const name = first && `${first.first} ${first.last}`
  const words = name && (editors.length > 0 ? t.editing : t.looking)(name, shown.length - 1)
  return (
    <div
      aria-live="polite"
      className="mr-auto flex min-w-0 max-w-full flex-none! items-center gap-2 max-sm:empty:absolute"
    >
      {words && (
        <>
          <span className="flex shrink-0 -space-x-2">
            {shown.slice(0, FACES).map(({ _id, first, last, img }) => (
              <Avatar key={_id} id={_id} name={`${first} ${last}`} src={img} size={28} className="ring-2 ring-card" />
            ))}
          </span>
          {/* On a phone the buttons need the width: the faces replace the words there. */}
          <span title={words} className="truncate text-ink-soft text-sm max-sm:sr-only">
            {words}
          </span>
        </>
      )}
    </div>
  )
}
