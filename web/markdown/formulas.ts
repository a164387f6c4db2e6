import type { ComponentType } from 'react'
import { mayHaveMath } from './text.ts'

let fetched: ComponentType<{ text: string; still?: boolean | undefined }> | undefined

/** What sets formulas, once it is there. */
export const fetchedMath = () => fetched

/** Fetches what sets formulas, which is large: for a text that has one. Nothing comes when that fails. */
export async function fetchMath() {
  const [module] = await Promise.all([
    import('./WithMath.tsx').catch(() => undefined),
    // With its font, so that formulas do not move when that comes.
    document.fonts.load('1em "STIX Two Math"').catch(() => {}),
  ])
  fetched ??= module?.default
  return fetched
}

/** An answer waits for what sets the formulas of its texts, so that what stands below them does not move later. */
export async function formulasOf(texts: (string | undefined)[]): Promise<void> {
  if (!fetched && texts.some((text) => text && mayHaveMath(text))) await fetchMath()
}
