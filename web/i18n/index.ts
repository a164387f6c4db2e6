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

interface Words {
  language: Language
  /** With those of what is inside a course. */
  inside: boolean
}

const KEY = 'language'
const listeners = new Set<() => void>()
// English is in the first bundle, but for the words of what is inside a course: `loadInside` comes before its screens.
let shown: Words = { language: 'en', inside: false }
let catalogue = en as Outside as Catalogue
/** What was asked for last; its words may still be on their way. */
let wanted = shown

export const currentLanguage = (): Language => shown.language
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
  await apply({ language: next })
  try {
    localStorage.setItem(KEY, shown.language)
  } catch {}
}

/** The language chosen earlier, or the browser's, before the first screen. */
export async function loadLanguage(): Promise<void> {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {}
  const asked = chosen ?? (navigator.language.startsWith('th') ? 'th' : 'en')
  // Where its words do not arrive, English is better than nothing.
  await apply({ language: asked === 'th' ? 'th' : 'en' }).catch(() => {})
}

/** Fetches the words of what is inside a course, where they are not there yet. */
export async function loadInside(): Promise<void> {
  if (!shown.inside) await apply({ inside: true })
}

/** Shows the words that are wanted now, also when more was wanted while they were on their way. */
async function apply(change: Partial<Words>): Promise<void> {
  wanted = { ...wanted, ...change }
  while (shown !== wanted) {
    const asked = wanted
    try {
      const found = await fetchWords(asked)
      if (asked === wanted) {
        shown = asked
        catalogue = found
        document.documentElement.lang = shown.language
        for (const listener of listeners) listener()
      }
    } catch (error) {
      if (asked !== wanted) continue
      // What another call wants is still on its way.
      wanted = { ...wanted, ...(change.inside ? { inside: false } : { language: shown.language }) }
      throw error
    }
  }
}

async function fetchWords({ language, inside }: Words): Promise<Catalogue> {
  const [outer, inner] = await Promise.all([
    language === 'th' ? import('./th.ts').then(({ th }) => th) : en,
    inside && (language === 'th' ? import('./th/inside.ts') : import('./en/inside.ts')).then((words) => words.inside),
  ])
  return { ...outer, ...(inner as Inside) }
}
