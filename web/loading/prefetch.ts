import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import { readToken } from '../session/token.ts'
import { queries } from './queryClient.ts'
import { whenIdle } from './whenIdle.ts'

export type Params = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: queries of every type stand in one list
export type AnyQuery = FetchQueryOptions<any, any, any, any>
export type Load = () => Promise<{ default: ComponentType }>

/** The code and queries of a route, in its `handle`. */
export interface Needs {
  load?: Load
  needs?: (params: Params) => AnyQuery[]
}

let routes: RouteObject[] = []
let discover: (path: string) => Promise<unknown> = async () => {}

/** Sets the route table, and the function that loads the routes of a path when they are not there from the start. */
export function registerRoutes(all: RouteObject[], more: (path: string) => Promise<unknown>): void {
  routes = all
  discover = more
}

/** Starts queries without waiting: the screen shows its own skeleton. */
export function start(needed: AnyQuery[] = []): null {
  if (readToken()) for (const one of needed) void queries.prefetchQuery(one)
  return null
}

/** In ms; after that the skeletons show. */
const SOON = 300
let first: Promise<unknown> | undefined

/**
 * At the start of the application: waits for all started queries, up to a moment. A skeleton that is gone before anyone
 * sees it costs a slow processor as much as the screen itself.
 */
export function firstAnswers(): Promise<unknown> {
  first ??= Promise.race([allAnswered(), new Promise((done) => setTimeout(done, SOON))])
  return first
}

const allAnswered = () =>
  new Promise<void>((done) => {
    if (queries.isFetching() === 0) return done()
    const stop = queries.getQueryCache().subscribe(() => {
      if (queries.isFetching() > 0) return
      stop()
      done()
    })
  })

/** Loads the code and data of a path before navigation: on hover, focus or touch of its link. */
export async function prefetch(path: string): Promise<void> {
  for (const { load, needs, params } of await needsOf(path)) {
    // The answers take longer than the files.
    start(needs?.(params))
    void load?.().catch(() => {})
  }
}

/** Whether each byte costs this person: then nothing loads before they ask for it. */
const isFrugal = () => {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData || connection?.effectiveType?.endsWith('2g'))
}

/** Runs a task for one path after another, each in idle time. Returns the function that stops it. */
function inIdleTime(paths: string[], fetchFor: (path: string) => Promise<unknown>): () => void {
  let wanted = !isFrugal()
  const next = ([path, ...rest]: string[]) => {
    if (path === undefined) return
    whenIdle(async () => {
      if (!wanted) return
      await fetchFor(path)
      next(rest)
    })
  }
  next(paths)
  return () => {
    wanted = false
  }
}

/** The query that loads a part of a screen's code. */
export const codeKey = (name: string): QueryKey => [CODE, name]
const CODE = 'code'

/** Loads the code of likely paths, one after another, in idle time; staff's parts for staff only. */
export const prefetchCode = (paths: string[]): (() => void) =>
  inIdleTime(paths, async (path) => {
    for (const { load, needs, params } of await needsOf(path)) {
      await load?.().catch(() => {})
      const parts = needs?.(params).filter(({ queryKey }) => queryKey[0] === CODE) ?? []
      await Promise.all(parts.map((part) => queries.prefetchQuery(part)))
    }
  })

/** Loads code and data in idle time, after the page has all of its own. Cached data is not loaded again. */
export const prefetchIdle = (paths: string[]): (() => void) =>
  inIdleTime(paths, async (path) => {
    if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }))
    await allAnswered()
    const all = await needsOf(path)
    for (const { load } of all) await load?.().catch(() => {})
    if (!readToken()) return
    const missing = all
      .flatMap(({ needs, params }) => needs?.(params) ?? [])
      .filter(({ queryKey }) => queries.getQueryData(queryKey) === undefined)
    await Promise.all(missing.map((one) => queries.prefetchQuery({ ...one, retry: false })))
  })

async function needsOf(path: string): Promise<(Needs & { params: Params })[]> {
  // Without the routes there is no prefetch; the navigation shows the error.
  await discover(path).catch(() => {})
  const found = matchRoutes(routes, path.split('?')[0] ?? path) ?? []
  return found.map(({ route, params }) => ({ ...(route.handle as Needs), params: params as Params }))
}
