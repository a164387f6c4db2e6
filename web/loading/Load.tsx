import { QueryErrorResetBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
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
          fallbackRender={(failure) => <Failed {...failure} title={failed} compact={compact} />}
        >
          <Waiting placeholder={fallback}>{children}</Waiting>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

function Failed({ error, resetErrorBoundary, title, compact }: FallbackProps & { title?: string; compact?: boolean }) {
  const { errors, retry } = useText()
  useComeback(error, resetErrorBoundary)
  const isGone = isNotFound(error)
  return (
    <ErrorState
      compact={compact}
      title={isGone ? errors.notFoundTitle : (title ?? errors.short)}
      text={isGone ? errors.notFoundText : failureWords(error, errors).text}
      retryLabel={retry}
      onRetry={resetErrorBoundary}
    />
  )
}
