import { useRef, useState } from 'react'
import { useSendKey } from '../loading/useSendKey.ts'
import { useTyped } from '../typed/useTyped.ts'

/** A text that the device keeps while it is typed, until it is sent; `keyOf` stays the same for the text. */
export function useKeptText(place: string) {
  const typed = useTyped('regrade')
  const [text, setText] = useState(() => typed.read(place) ?? '')
  const latest = useRef(text)
  const sendKey = useSendKey()
  function set(next: string) {
    latest.current = next
    setText(next)
    if (next === '') typed.drop(place)
    else typed.keep(place, next)
  }
  return {
    text,
    set,
    /** After sending it; what the person has typed since stays. */
    forgetSent(sent: string) {
      if (latest.current === sent) set('')
    },
    keyOf: sendKey.of,
  }
}
