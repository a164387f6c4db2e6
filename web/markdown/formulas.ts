import { mayHaveMath } from './text.ts'

let fetched: typeof import('./WithMath.tsx') | undefined

/** The code that sets formulas, once it has loaded. */
export const fetchedMath = () => fetched

/** Loads the code that sets formulas, which is large, for a text that has one. A failure leaves formulas as typed. */
export async function fetchMath() {
  const [module] = await Promise.all([
    import('./WithMath.tsx').catch(() => undefined),
    // With its font, so that formulas do not move when it loads.
    document.fonts.load('1em "STIX Two Math"').catch(() => {}),
  ])
  fetched ??= module
  return fetched
}

/** Makes a query wait for the code that its texts' formulas need, so that nothing below them moves later. */
export async function formulasOf(texts: (string | undefined)[]): Promise<void> {
  if (!fetched && texts.some((text) => text && mayHaveMath(text))) await fetchMath()
}
