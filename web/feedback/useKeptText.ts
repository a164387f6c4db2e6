import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSendKey } from '../loading/useSendKey.ts'
import { useTyped } from '../typed/useTyped.ts'

/**
 * A text that the device keeps while it is typed, until it is sent; `keyOf` stays the same for the text. In two tabs it
 * is one text.
 */
export function useKeptText(place: string) {
  const typed = useTyped('regrade')
  const [text, setText] = useState(() => typed.read(place) ?? '')
  const latest = useRef(text)
  const sendKey = useSendKey()
  function show(next: string) {
    latest.current = next
    setText(next)
  }
  const follow = useEffectEvent((where: string, next: string | null) => {
    if (where === place) show(next ?? '')
  })
  useEffect(() => typed.follow(follow), [typed])
  function set(next: string) {
    show(next)
    if (next === '') typed.drop(place)
    else typed.keep(place, next)
  }
  return {
    text,
    set,
    /** After sending it; what the person has typed since stays, here or in another tab. */
    forgetSent(sent: string) {
      if (latest.current === sent && (typed.read(place) ?? sent) === sent) set('')
    },
    keyOf: sendKey.of,
  }
}
