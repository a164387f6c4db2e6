import { type ComponentType, createElement } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { CallError } from './call.ts'
import { type AnyQuery, firstAnswers, type Load, type Params, start } from './prefetch.ts'

/** Code that did not arrive is the server not answering. */
export const notArrived = (cause?: unknown): CallError =>
  Object.assign(new CallError('offline', 0, 'A part of the product did not arrive.'), { cause })

/** @throws CallError */
export const arrived = <T>(code: Promise<T>): Promise<T> =>
  code.catch((cause) => {
    throw notArrived(cause)
  })

interface Place {
  Screen?: ComponentType
}

const Arrived = ({ place }: { place: Place }) => place.Screen && createElement(place.Screen)

/** A screen: its code, loaded when it is first needed, and the queries that it reads, started with it. */
export function screen(
  path: string | undefined,
  load: Load,
  needs?: (params: Params) => AnyQuery[],
  { loader, ...more }: Partial<RouteObject> & { loader?: (args: LoaderFunctionArgs) => unknown } = {},
) {
  const place: Place = {}
  return {
    path,
    // Not by the router's `lazy`: what failed once would have failed until the page is loaded again.
    async loader(args: LoaderFunctionArgs) {
      if (loader) loader(args)
      else start(needs?.(args.params as Params))
      place.Screen ??= (await arrived(load())).default
      await firstAnswers()
      return null
    },
    element: createElement(Arrived, { place }),
    handle: { load, needs },
    ...more,
  } as RouteObject
}
