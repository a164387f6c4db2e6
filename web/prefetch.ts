import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { matchRoutes, type RouteObject } from 'react-router'
import { queries } from './queryClient.ts'
import { readToken } from './session/token.ts'

export type Params = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: queries of every type stand in one list
export type AnyQuery = FetchQueryOptions<any, any, any, any>
export type Load = () => Promise<{ default: ComponentType }>

/** What a route needs; kept in its `handle`. */
export interface Needs {
  load?: Load
  needs?: (params: Params) => AnyQuery[]
}

let routes: RouteObject[] = []
let discover: (path: string) => Promise<unknown> = async () => {}

/** The route table, and what fetches the part of it that a path needs and that is not there from the start. */
export function registerRoutes(all: RouteObject[], more: (path: string) => Promise<unknown>): void {
  routes = all
  discover = more
}

/** Starts queries without waiting: the screen shows its own skeleton. */
export function start(needed: AnyQuery[] = []): null {
  if (readToken()) for (const one of needed) void queries.prefetchQuery(one)
  return null
}

/** In ms; after that the placeholders show that something is on its way. */
const SOON = 300
let first: Promise<unknown> | undefined

/**
 * When the product is opened: until all that was started has its answer, or for a moment. A placeholder that is gone
 * before anybody saw it costs a slow processor as much as the screen itself.
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

/** Fetches what a path will need, code and data, before it is gone to: on hover, focus or touch of its link. */
export async function prefetch(path: string): Promise<void> {
  for (const { load, needs, params } of await needsOf(path)) {
    void load?.().catch(() => {})
    start(needs?.(params))
  }
}

/** Fetches the code of paths that may be gone to, one after another, while there is nothing else to do. */
export function prefetchCode(paths: string[]): () => void {
  // Safari has no such hour of leisure; a while after the screen came is near it.
  const later = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 500))
  let wanted = true
  const next = ([path, ...rest]: string[]) => {
    if (path === undefined) return
    later(async () => {
      if (!wanted) return
      for (const { load } of await needsOf(path)) await load?.().catch(() => {})
      next(rest)
    })
  }
  next(paths)
  return () => {
    wanted = false
  }
}

async function needsOf(path: string): Promise<(Needs & { params: Params })[]> {
  // Without it nothing is fetched ahead; the navigation says what is wrong.
  await discover(path).catch(() => {})
  const found = matchRoutes(routes, path.split('?')[0] ?? path) ?? []
  return found.map(({ route, params }) => ({ ...(route.handle as Needs), params: params as Params }))
}
