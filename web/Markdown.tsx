import { lazy, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { fetchedMath, fetchMath } from './markdown/formulas.ts'
import { Plain } from './markdown/Plain.tsx'
import { isReasonable, mayHaveMath } from './markdown/text.ts'

// Of a text that came without waiting for it, such as one just written.
const LazyMath = lazy(async () => ({ default: (await fetchMath()) ?? Plain }))

interface Props {
  text: string
  /** An excerpt inside a link: nothing in it can be pressed or focused by itself. */
  still?: boolean
}

/** Text that a person wrote, as Markdown with code and formulas. HTML in it stays text. */
export function Markdown({ text, still }: Props) {
  const asTyped = <p className="whitespace-pre-wrap">{text}</p>
  if (!isReasonable(text)) return <div className="prose contain-paint">{asTyped}</div>
  const plain = <Plain text={text} still={still} />
  const WithMath = fetchedMath() ?? LazyMath
  return (
    // Nothing that a text draws leaves its own box.
    <div className="prose contain-paint">
      <ErrorBoundary fallback={asTyped} resetKeys={[text]}>
        {mayHaveMath(text) ? (
          <Suspense fallback={plain}>
            <WithMath text={text} still={still} />
          </Suspense>
        ) : (
          plain
        )}
      </ErrorBoundary>
    </div>
  )
}
