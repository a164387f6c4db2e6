import { type ComponentType, createElement } from 'react'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { CallError } from './call.ts'
import { type AnyQuery, firstAnswers, type Load, type Params, start } from './prefetch.ts'

/** Code that fails to load counts as no answer of the server. */
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

/** A route with a screen: its code loads at the first visit, and its queries start with it. */
export function screen(
  path: string | undefined,
  load: Load,
  needs?: (params: Params) => AnyQuery[],
  { loader, ...more }: Partial<RouteObject> & { loader?: (args: LoaderFunctionArgs) => unknown } = {},
) {
  const place: Place = {}
  return {
    path,
    // Not the router's `lazy`, which would keep a failure until the page is reloaded.
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
