import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { AsTyped } from './AsTyped.tsx'
import { readableLength } from './bounds.ts'
import { fetchedMath, fetchMath } from './formulas.ts'
import { Plain, type TextProps } from './Plain.tsx'
import { mayHaveMath } from './text.ts'

// For a text that did not wait for this code, such as one just written.
const LazyMath = lazy(async () => ({ default: (await fetchMath())?.default ?? Plain }))

/** A person's text, as Markdown with code and formulas. HTML in it stays text. */
export function Markdown(props: TextProps) {
  const end = readableLength(props.text)
  const read = { ...props, text: props.text.slice(0, end) }
  const rest = props.text.slice(end)
  const plain = <Plain {...read} />
  const WithMath = fetchedMath()?.default ?? LazyMath
  return (
    // Keeps everything that a text draws inside its own box.
    <div className="prose contain-paint">
      <ErrorBoundary fallback={<p className="whitespace-pre-wrap">{read.text}</p>} resetKeys={[read.text]}>
        {mayHaveMath(read.text) ? (
          <Suspense fallback={plain}>
            <WithMath {...read} />
          </Suspense>
        ) : (
          plain
        )}
      </ErrorBoundary>
      {rest && <AsTyped>{rest}</AsTyped>}
    </div>
  )
}
