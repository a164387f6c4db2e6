import { useSyncExternalStore } from 'react'
import type { inside } from './en/inside.ts'
import { en as outside } from './en.ts'

/*
 * Every word that a person reads, in catalogues of one shape: `useText().home.myCourses`. A message with a value is
 * a function, so a language forms its own plurals. A missing message does not compile.
 */

type Wide<T> = T extends string
  ? string
  : T extends (...values: infer A) => string
    ? (...values: A) => string
    : { readonly [K in keyof T]: Wide<T[K]> }

export type Catalogue = Wide<typeof outside & typeof inside>
export type Language = 'en' | 'th'

const KEY = 'language'
const listeners = new Set<() => void>()
let language: Language = 'en'
// English is in the first bundle, but for the words of what is inside a course: `loadInside` comes before its screens.
let en = outside as Catalogue
let catalogue = en

export const currentLanguage = (): Language => language
/** The catalogue, outside of a component. */
export const text = (): Catalogue => catalogue

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The catalogue of the reader's language; the component follows a change. */
export const useText = (): Catalogue => useSyncExternalStore(subscribe, text)
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** Changes the language and keeps the choice on this device. */
export async function chooseLanguage(next: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, next)
  } catch {}
  await apply(next)
}

/** The language chosen earlier, or the browser's, before the first screen. */
export async function loadLanguage(): Promise<void> {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {}
  const wanted = chosen ?? (navigator.language.startsWith('th') ? 'th' : 'en')
  await apply(wanted === 'th' ? 'th' : 'en')
}

/** Fetches the words of what is inside a course, where they are not there yet. */
export async function loadInside(): Promise<void> {
  if (en !== outside) return
  en = { ...outside, ...(await import('./en/inside.ts')).inside }
  if (language === 'en') await apply('en')
}

async function apply(next: Language): Promise<void> {
  // Thai is fetched, all of it, by those who read it.
  catalogue = next === 'th' ? (await import('./th.ts')).th : en
  language = next
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}
