import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Plain } from './markdown/Plain.tsx'
import { isReasonable, mayHaveMath } from './markdown/text.ts'

// What sets formulas is large: it is fetched for a text that has one. Without it, formulas stand as they were typed.
let fetched: ComponentType<Props> | undefined
const fetchMath = async () => {
  const [component] = await Promise.all([
    import('./markdown/WithMath.tsx').then(
      (module) => module.default,
      () => Plain,
    ),
    // With its font, so that formulas do not move when that comes.
    document.fonts.load('1em "STIX Two Math"').catch(() => {}),
  ])
  fetched ??= component
  return { default: fetched }
}
const LazyMath = lazy(fetchMath)

/** Whether the formulas of these texts can be set at once. For a page that waits for that, so as not to move later. */
export function useFormulas(texts: (string | undefined)[]): boolean {
  const needed = texts.some((text) => text && mayHaveMath(text))
  const [ready, setReady] = useState(!!fetched)
  useEffect(() => {
    if (needed && !ready) void fetchMath().then(() => setReady(true))
  }, [needed, ready])
  return ready || !needed
}

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
  const WithMath = fetched ?? LazyMath
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
