import { useState } from 'react'
import { useSendKey } from '../loading/useSendKey.ts'
import { useTyped } from '../typed/useTyped.ts'

/** A text that the device keeps while it is typed, until it is sent; `keyOf` stays the same for the text. */
export function useKeptText(place: string) {
  const typed = useTyped('regrade')
  const [text, setText] = useState(() => typed.read(place) ?? '')
  const sendKey = useSendKey()
  return {
    text,
    set(next: string) {
      setText(next)
      if (next === '') typed.drop(place)
      else typed.keep(place, next)
    },
    keyOf: sendKey.of,
  }
}
