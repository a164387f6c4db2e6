import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useText } from '../i18n/index.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { isNotFound } from './call.ts'
import { failureWords } from './failureWords.ts'
import { useComeback } from './useComeback.ts'
import { Waiting } from './Waiting.tsx'

interface Props {
  /** The skeleton, in the final layout. */
  fallback: ReactNode
  /** The title of the error state, in place of 'Error'. */
  failed?: string
  compact?: boolean
  children: ReactNode
}

/** The one boundary of a part of a screen: its skeleton while it loads, its error and retry when it fails. */
export function Load({ fallback, failed, compact, children }: Props) {
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          onReset={reset}
          fallbackRender={({ error, resetErrorBoundary }) => (
            <Failed error={error} onRetry={resetErrorBoundary} title={failed} compact={compact} />
          )}
        >
          <Waiting placeholder={fallback}>{children}</Waiting>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

interface FailedProps {
  error: unknown
  onRetry: () => void
  title?: string | undefined
  compact?: boolean | undefined
}

/** Replaces a part that could not be loaded. It tries again by itself when that may succeed. */
export function Failed({ error, onRetry, title, compact }: FailedProps) {
  const { errors, retry } = useText()
  useComeback(error, onRetry)
  const isGone = isNotFound(error)
  return (
    <ErrorState
      compact={compact}
      title={isGone ? errors.notFoundTitle : (title ?? errors.short)}
      text={isGone ? errors.notFoundText : failureWords(error, errors).text}
      retryLabel={retry}
      onRetry={onRetry}
    />
  )
}
