import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { type AnyQuery, type Load, type Params, start } from './prefetch.ts'

/** A screen: its code, loaded when it is first needed, and the queries that it reads, started with it. */
export function screen(
  path: string | undefined,
  load: Load,
  needs?: (params: Params) => AnyQuery[],
  more: Partial<RouteObject> = {},
) {
  return {
    path,
    lazy: async () => ({ Component: (await load()).default }),
    loader: ({ params }: LoaderFunctionArgs) => start(needs?.(params as Params)),
    handle: { load, needs },
    ...more,
  } as RouteObject
}
