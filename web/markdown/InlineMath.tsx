import { lazy, Suspense } from 'react'
import { fetchedMath, fetchMath } from './formulas.ts'
import { mayHaveMath, splitFormulas } from './text.ts'

// For a text that did not wait for this code.
const LazyFormula = lazy(async () => ({ default: (await fetchMath())?.Formula ?? Unset }))

function Unset({ tex }: { tex: string }) {
  return `$${tex}$`
}

/** A line of text in which only formulas are formatted. */
export function InlineMath({ text }: { text: string }) {
  if (!mayHaveMath(text)) return text
  const Formula = fetchedMath()?.Formula ?? LazyFormula
  return (
    <Suspense fallback={text}>
      {splitFormulas(text).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the line
        index % 2 === 1 ? <Formula key={index} tex={part} block={false} /> : part,
      )}
    </Suspense>
  )
}
