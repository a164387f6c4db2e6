import { type ReactNode, Suspense, useLayoutEffect, useReducer } from 'react'
import { queries } from './queryClient.ts'

interface Props {
  /** The placeholder until the data has loaded. */
  placeholder: ReactNode
  children: ReactNode
}

/**
 * Suspense that shows loaded content at once. React's own waits until 300 ms after the page's latest placeholder, to
 * show several parts together; most data is here sooner.
 */
export function Waiting({ placeholder, children }: Props) {
  const [, draw] = useReducer((n: number) => n + 1, 0)
  return (
    <Suspense fallback={<Placeholder onAnswer={draw}>{placeholder}</Placeholder>}>
      {/*
       * biome-ignore lint/complexity/noUselessFragments: a new element each time, or React would not look at it again
       */}
      <>{children}</>
    </Suspense>
  )
}

function Placeholder({ onAnswer, children }: { onAnswer: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    // The data may have come during this render.
    if (queries.isFetching() === 0) onAnswer()
    return queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') onAnswer()
    })
  }, [onAnswer])
  return children
}
