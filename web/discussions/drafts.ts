import { useSyncExternalStore } from 'react'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import { listeners } from '../ui/listeners.ts'
import { type Destination, forget, type Unsent } from './outbox.ts'

/* Texts that a person is writing, stored on the device as they type; one for each person and place. */

const typedBy = ({ person_id }: Destination) => typedOf(thisBrowser, person_id, 'writing')

const placeOf = ({ discussion_id, post_id, comment_id }: Destination) =>
  [discussion_id, post_id, comment_id].filter(Boolean).join(':')

// In memory too, where storage is full or forbidden.
const texts = new Map<string, string>()
const { subscribe, tell } = listeners()

const read = (to: Destination): string => texts.get(boxOf(to)) ?? typedBy(to).read(placeOf(to)) ?? ''

function write(to: Destination, text: string): void {
  texts.set(boxOf(to), text)
  if (text) typedBy(to).keep(placeOf(to), text)
  else typedBy(to).drop(placeOf(to))
  tell()
}

/** Whether a place has a draft. */
export const hasDraft = (to: Destination): boolean => read(to) !== ''

/** The draft of a place. */
export function useDraft(to: Destination): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => read(to))
  return [text, (next) => write(to, next)]
}

/** The `id` of the form of a place. */
export const boxOf = (to: Destination): string => `draft:${to.person_id}:${placeOf(to)}`

/** Moves the focus to the field; a field that is just opening takes it by itself. */
export function focusBox(to: Destination): void {
  document.getElementById(boxOf(to))?.querySelector('textarea')?.focus()
}

/** Puts an unsent text back into its field, after the draft that stands there. */
export function putBack(entry: Unsent): void {
  write(entry, [read(entry).trimEnd(), entry.content].filter(Boolean).join('\n\n'))
  forget(entry)
}
