import { useSyncExternalStore } from 'react'
import type { inside as englishInside } from './en/inside.ts'
import { en } from './en.ts'

/*
 * Every word that a person reads, in catalogues of one shape: `useText().home.myCourses`. A message with a value is
 * a function, so a language forms its own plurals. A missing message does not compile.
 */

type Wide<T> = T extends string
  ? string
  : T extends (...values: infer A) => string
    ? (...values: A) => string
    : { readonly [K in keyof T]: Wide<T[K]> }

export type Outside = Wide<typeof en>
export type Inside = Wide<typeof englishInside>
export type Catalogue = Outside & Inside
export type Language = 'en' | 'th'

const KEY = 'language'
const listeners = new Set<() => void>()
let language: Language = 'en'
// English is in the first bundle, but for the words of what is inside a course: `loadInside` comes before its screens.
let catalogue = en as Outside as Catalogue
let withInside = false

export const currentLanguage = (): Language => language
/** The catalogue, outside of a component. */
export const text = (): Catalogue => catalogue

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The catalogue of the reader's language; the component follows a change. */
export const useText = (): Catalogue => useSyncExternalStore(subscribe, text, text)
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
  // Where its words do not arrive, English is better than nothing.
  await apply(wanted === 'th' ? 'th' : 'en').catch(() => {})
}

/** Fetches the words of what is inside a course, where they are not there yet. */
export async function loadInside(): Promise<void> {
  if (!withInside) await apply(language, true)
}

async function apply(next: Language, more = withInside): Promise<void> {
  const [outside, inside] = await Promise.all([
    next === 'th' ? import('./th.ts').then(({ th }) => th) : en,
    more && (next === 'th' ? import('./th/inside.ts') : import('./en/inside.ts')).then((words) => words.inside),
  ])
  catalogue = { ...outside, ...(inside as Inside) }
  withInside = more
  language = next
  document.documentElement.lang = next
  for (const listener of listeners) listener()
}
