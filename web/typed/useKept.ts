import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { changedFields, isSame } from '../forms/mergeFields.ts'
import { useTyped } from './useTyped.ts'

/**
 * The values of a small form, which the device keeps until they are sent or discarded. Where it is open twice, such as in
 * two tabs, it is one form.
 */
export function useKept<V extends object>(what: string, place: string, start: V) {
  const typed = useTyped(what)
  const onDevice = () => ({ ...start, ...readKept<V>(typed.read(place)) })
  const [values, setValues] = useState<V>(onDevice)
  const [found] = useState(() => typed.read(place))
  const [cameBack, setCameBack] = useState(found !== null)
  const latest = useRef(values)
  /** What the device took last: a full one keeps that, whatever is typed since. */
  const taken = useRef(found)
  const isThere = useRef(true)
  const follow = useEffectEvent((where: string, text: string | null) => {
    if (where !== place) return
    latest.current = { ...start, ...readKept<V>(text) }
    taken.current = text
    setValues(latest.current)
    setCameBack(text !== null)
  })
  useEffect(() => {
    isThere.current = true
    const unfollow = typed.follow(follow)
    return () => {
      isThere.current = false
      unfollow()
    }
  }, [typed])
  function put(next: V) {
    latest.current = next
    setValues(next)
    const text = JSON.stringify(next)
    if (!isSame(next, start)) {
      if (typed.keep(place, text)) taken.current = text
      return
    }
    setCameBack(false)
    typed.drop(place)
  }
  return {
    values,
    /** The values are from an earlier visit, from another form of this place, or were put back. */
    cameBack,
    set: (change: Partial<V>) => put({ ...latest.current, ...change }),
    /** Discards everything typed. Returns what puts it back, besides what is typed after this. */
    discard() {
      const typedHere = latest.current
      put(start)
      return () => {
        // Typed since then in another form of this place, if this one was left.
        const now = isThere.current ? latest.current : onDevice()
        put({ ...typedHere, ...changedFields(start, now) })
        setCameBack(true)
        if (!isThere.current) typed.show(place)
      }
    },
    /** After sending or cancelling: the device keeps the values no longer. */
    forget: () => void typed.drop(place),
    /** After sending `values`: forgets them. False if the person has typed since, also in a form opened anew: that stays. */
    forgetSent(values: V): boolean {
      const text = typed.read(place)
      const isOurs = text === taken.current || isSame({ ...values, ...readKept<V>(text) }, values)
      const isLast = latest.current === values && isOurs
      if (isLast) typed.drop(place)
      return isLast
    },
  }
}

export function readKept<V>(text: string | null): Partial<V> {
  try {
    return JSON.parse(text ?? '{}') as Partial<V>
  } catch {
    return {}
  }
}
