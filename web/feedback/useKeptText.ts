import { useRef, useState } from 'react'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { useMe } from '../session/queries.ts'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'

/** A text that the device keeps as it is typed, until it is sent; `keyOf` is the same for as long as the text is. */
export function useKeptText(place: string, what = 'regrade') {
  const me = useMe()
  const [typed] = useState(() => typedOf(thisBrowser, me._id, what))
  const [text, setText] = useState(() => typed.read(place) ?? '')
  const sent = useRef({ text: '', key: '' })
  return {
    text,
    set(next: string) {
      setText(next)
      if (next === '') typed.drop(place)
      else typed.keep(place, next)
    },
    keyOf(of: string) {
      if (sent.current.text !== of) sent.current = { text: of, key: newIdempotencyKey() }
      return sent.current.key
    },
  }
}
