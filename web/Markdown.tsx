import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { fetchedMath, fetchMath } from './markdown/formulas.ts'
import { Plain, type TextProps } from './markdown/Plain.tsx'
import { isReasonable, mayHaveMath } from './markdown/text.ts'

// Of a text that came without waiting for it, such as one just written.
const LazyMath = lazy(async () => ({ default: (await fetchMath()) ?? Plain }))

/** Text that a person wrote, as Markdown with code and formulas. HTML in it stays text. */
export function Markdown(props: TextProps) {
  const { text } = props
  const asTyped = <p className="whitespace-pre-wrap">{text}</p>
  if (!isReasonable(text)) return <div className="prose contain-paint">{asTyped}</div>
  const plain = <Plain {...props} />
  const WithMath = fetchedMath() ?? LazyMath
  return (
    // Nothing that a text draws leaves its own box.
    <div className="prose contain-paint">
      <ErrorBoundary fallback={asTyped} resetKeys={[text]}>
        {mayHaveMath(text) ? (
          <Suspense fallback={plain}>
            <WithMath {...props} />
          </Suspense>
        ) : (
          plain
        )}
      </ErrorBoundary>
    </div>
  )
}
