import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useListed } from '../../changes/useEdited.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import type { Start } from '../../forms/useForm.ts'

interface Props<T, V> {
  /** Absent: a new one. */
  id: string | undefined
  /** The list with the thing. */
  things: UseQueryResult<T[]>
  empty: Start<V>
  startOf: (thing: T) => Start<V>
  /** The form, once its first values are known; `list` is the address to which it leads back. */
  children: (start: Start<V>, list: string) => ReactNode
}

/** The dialog over the contents in which staff make a thing, or edit one of a list. */
export function EditListed<T extends { _id: string }, V>({ id, things, empty, startOf, children }: Props<T, V>) {
  const list = `/course/${useCourseId()}/content`
  const { author } = useCan()
  const { thing, gone } = useListed(id, things)
  if (!author || (id && thing === null)) return <Navigate to={list} replace />
  const start = id ? thing && { ...startOf(thing), gone } : empty
  return start && children(start, list)
}
