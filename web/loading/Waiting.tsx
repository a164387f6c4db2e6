import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react'
import { queries } from './queryClient.ts'

interface Props {
  /** What stands there until the answers have come. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Suspense that shows what has come at once. React by itself holds it back until 300 ms after the latest placeholder
 * of the page, so as to show several parts together: most answers are here sooner.
 */
export function Waiting({ placeholder, children }: Props) {
  const [, draw] = useReducer((n: number) => n + 1, 0)
  return (
    <Suspense fallback={<Placeholder onAnswer={draw}>{placeholder}</Placeholder>}>
      {/* biome-ignore lint/complexity/noUselessFragments: a new element each time, or React would not look at it again */}
      <>{children}</>
    </Suspense>
  )
}

function Placeholder({ onAnswer, children }: { onAnswer: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    // It may have come while this was drawn.
    if (queries.isFetching() === 0) onAnswer()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') onAnswer()
    })
  }, [onAnswer])
  return children
}
