import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useCourseId } from '../courses/queries.ts'
import { useTyped } from '../typed/useTyped.ts'
import { hash } from '../ui/seed.ts'

export interface Addressee {
  _id: string
  name: string
}

/** The same for the same people in any order: an address has no room for the ids of all. */
export const keyOf = (people: Pick<Addressee, '_id'>[]): string =>
  `${people.length}:${hash(
    people
      .map(({ _id }) => _id)
      .sort()
      .join(),
  )}`

/** The address of a message to these people alone. Without `to` a message is for everyone. */
export const addressTo = (people: Addressee[]): string => `message?to=${keyOf(people)}`

/**
 * The people whom the list chose for the message of this address. The device keeps them, because a person who has to
 * sign in again comes back with the address alone. Undefined when nobody is known.
 */
export function useAddressees(to: string | null): Addressee[] | undefined {
  const place = `${useCourseId()}:${to}`
  const given = (useLocation().state as { people?: Addressee[] } | null)?.people
  const typed = useTyped('addressees')
  useEffect(() => {
    if (given) typed.keep(place, JSON.stringify(given))
  }, [given, place, typed])
  if (to === null) return undefined
  return given ?? (JSON.parse(typed.read(place) ?? 'null') as Addressee[] | null) ?? undefined
}
