import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { isPassing } from './call.ts'
import { useText } from './i18n/index.ts'
import { ErrorState } from './ui/ErrorState.tsx'

interface Props {
  /** The skeleton, in the final layout. */
  fallback: ReactNode
  /** What to show when it fails, in place of the plain 'Error'. */
  failed?: string
  compact?: boolean
  children: ReactNode
}

/** The one boundary of a part of a screen: its skeleton while it loads, its words and a retry when that fails. */
export function Load({ fallback, failed, compact, children }: Props) {
  const t = useText()
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          onReset={reset}
          fallbackRender={({ error, resetErrorBoundary }) => (
            <ErrorState
              compact={compact}
              title={failed ?? t.errors.short}
              text={isPassing(error) ? t.errors.offlineText : t.errors.otherText}
              retryLabel={t.retry}
              onRetry={resetErrorBoundary}
            />
          )}
        >
          <Suspense fallback={fallback}>{children}</Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}
