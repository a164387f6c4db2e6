import { queryOptions, type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { codeKey } from './prefetch.ts'
import { arrived } from './screen.ts'

type Code<P> = { default: ComponentType<P> }

/** A part for staff, whose code nobody else loads. It loads, fails and retries like a query. */
export const staffCode = <P extends object>(name: string, load: () => Promise<Code<P>>) =>
  queryOptions({
    queryKey: codeKey(name),
    queryFn: () => arrived(load()),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface Props<P> {
  code: UseSuspenseQueryOptions<Code<P>>
  /** The props of the part. */
  given: P
}

export function StaffPart<P extends object>({ code, given }: Props<P>) {
  const { default: Part } = useSuspenseQuery(code).data
  return <Part {...given} />
}
