import { useState } from 'react'
import { useMe } from '../session/queries.ts'
import { thisBrowser } from './entries.ts'
import { type Typed, typedOf } from './typed.ts'

/** The texts of one kind that the person of this tab types on this device. */
export function useTyped(what: string): Typed {
  const { _id } = useMe()
  const [typed] = useState(() => typedOf(thisBrowser, _id, what))
  return typed
}
