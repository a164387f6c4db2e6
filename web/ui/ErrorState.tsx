import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { StormDrawing } from './drawings.tsx'
import { Empty } from './Empty.tsx'
import { returnFocus } from './focus.ts'
import { RetryIcon } from './icons.tsx'

export type ErrorStateProps = {
  title: ReactNode
  text?: ReactNode
  drawing?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  /** Another way on, beside or instead of a retry. */
  action?: ReactNode
  compact?: boolean
}

export function ErrorState(props: ErrorStateProps) {
  const { title, text, drawing = <StormDrawing />, retryLabel, onRetry, action, compact } = props
  return (
    <div ref={returnFocus} role="alert">
      <Empty
        drawing={drawing}
        title={title}
        text={text}
        compact={compact}
        action={
          (onRetry || action) && (
            <>
              {onRetry && (
                <Button size={compact ? 'sm' : 'md'} icon={<RetryIcon size={18} />} onClick={onRetry}>
                  {retryLabel}
                </Button>
              )}
              {action}
            </>
          )
        }
      />
    </div>
  )
}
