import { useSyncExternalStore } from 'react'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import { listeners } from '../ui/listeners.ts'
import { forget, type To, type Unsent } from './outbox.ts'

/*
 * What is being written, kept on the device as it is typed; one text for each person and each place to write in.
 */

const typedBy = ({ person_id }: To) => typedOf(thisBrowser, person_id, 'writing')

const placeOf = ({ discussion_id, post_id, comment_id }: To) =>
  [discussion_id, post_id, comment_id].filter(Boolean).join(':')

// Also in memory, for where storage is full or forbidden.
const texts = new Map<string, string>()
const { subscribe, tell } = listeners()

const read = (to: To): string => texts.get(boxOf(to)) ?? typedBy(to).read(placeOf(to)) ?? ''

function write(to: To, text: string): void {
  texts.set(boxOf(to), text)
  if (text) typedBy(to).keep(placeOf(to), text)
  else typedBy(to).drop(placeOf(to))
  tell()
}

/** The text that is being written in a place. */
export function useDraft(to: To): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(subscribe, () => read(to))
  return [text, (next) => write(to, next)]
}

/** The `id` of the form in which a text is written. */
export const boxOf = (to: To): string => `draft:${to.person_id}:${placeOf(to)}`

/** Goes on writing there; a box that is only just opening takes the focus by itself. */
export function focusBox(to: To): void {
  document.getElementById(boxOf(to))?.querySelector('textarea')?.focus()
}

/** Puts a text that could not be sent back where it was written, after whatever stands there now. */
export function putBack(entry: Unsent): void {
  write(entry, [read(entry).trimEnd(), entry.content].filter(Boolean).join('\n\n'))
  forget(entry)
}
