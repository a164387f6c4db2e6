import { useCallback, useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'
import { forget, type To, type Unsent } from './outbox.ts'

/*
 * What is being written, kept on the device as it is typed; one text for each person and each place to write in.
 */

const keyOf = ({ person_id, discussion_id, post_id, comment_id }: To) =>
  ['draft', person_id, discussion_id, post_id, comment_id].filter(Boolean).join(':')

// Also in memory, for where storage is full or forbidden.
const texts = new Map<string, string>()
const { subscribe, tell } = listeners()

function read(key: string): string {
  const kept = texts.get(key)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, text: string): void {
  texts.set(key, text)
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {}
  tell()
}

/** The text that is being written in a place. */
export function useDraft(to: To): [text: string, set: (text: string) => void] {
  const key = keyOf(to)
  const text = useSyncExternalStore(subscribe, () => read(key))
  return [text, useCallback((next: string) => write(key, next), [key])]
}

/** The `id` of the form in which a text is written. */
export const boxOf = (to: To): string => keyOf(to)

/** Goes on writing there; a box that is only just opening takes the focus by itself. */
export function focusBox(to: To): void {
  document.getElementById(boxOf(to))?.querySelector('textarea')?.focus()
}

/** Puts a text that could not be sent back where it was written, after whatever stands there now. */
export function putBack(entry: Unsent): void {
  const key = keyOf(entry)
  write(key, [read(key).trimEnd(), entry.content].filter(Boolean).join('\n\n'))
  forget(entry)
}
