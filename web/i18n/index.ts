import { useSyncExternalStore } from 'react'
import type { inside as englishInside } from './en/inside.ts'
import { en } from './en.ts'

/*
 * All words of the product, in catalogues of one shape: `useText().home.myCourses`. A message with a value is a
 * function, so a language forms its own plurals. A missing message does not compile.
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
  /** Includes the words inside a course. */
  inside: boolean
}

const KEY = 'language'
const listeners = new Set<() => void>()
// The first bundle has English, except for the words inside a course: `loadInside` loads those before its screens.
let shown: Words = { language: 'en', inside: false }
let catalogue = en as Outside as Catalogue
/** The last request; its words may still be loading. */
let wanted = shown

export const currentLanguage = (): Language => shown.language
/** The catalogue, for code outside of a component. */
export const text = (): Catalogue => catalogue

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The catalogue of the reader's language; the component renders again when it changes. */
export const useText = (): Catalogue => useSyncExternalStore(subscribe, text, text)
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage)

/** Changes the language and stores the choice on this device. */
export async function chooseLanguage(next: Language): Promise<void> {
  await apply({ language: next })
  try {
    localStorage.setItem(KEY, shown.language)
  } catch {}
}

/** Loads the stored language, or the browser's, before the first screen. */
export async function loadLanguage(): Promise<void> {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(KEY)
  } catch {}
  const asked = chosen ?? (navigator.language.startsWith('th') ? 'th' : 'en')
  // If its words fail to load, English is better than nothing.
  await apply({ language: asked === 'th' ? 'th' : 'en' }).catch(() => {})
}

/** Loads the words inside a course, unless they are there. */
export async function loadInside(): Promise<void> {
  if (!shown.inside) await apply({ inside: true })
}

/** Shows the words of the latest request, also when a newer one came while they loaded. */
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
      // The words of another call are still loading.
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
