import { useState } from 'react'
import { useTyped } from './useTyped.ts'

/** The values of a small form, which the device keeps until they are sent or discarded. */
export function useKept<V extends object>(what: string, place: string, start: V) {
  const typed = useTyped(what)
  const [values, setValues] = useState<V>(() => ({ ...start, ...readKept<V>(typed.read(place)) }))
  const [cameBack, setCameBack] = useState(() => typed.read(place) !== null)
  return {
    values,
    /** The values are from an earlier visit. */
    cameBack,
    set(change: Partial<V>) {
      const next = { ...values, ...change }
      setValues(next)
      if (JSON.stringify(next) !== JSON.stringify(start)) return void typed.keep(place, JSON.stringify(next))
      setCameBack(false)
      typed.drop(place)
    },
    /** After sending: the device keeps the values no longer. */
    forget: () => void typed.drop(place),
  }
}

export function readKept<V>(text: string | null): Partial<V> {
  try {
    return JSON.parse(text ?? '{}') as Partial<V>
  } catch {
    return {}
  }
}
