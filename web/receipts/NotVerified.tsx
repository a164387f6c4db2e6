import { useText } from '../i18n/index.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'

/** The check failed to run, and can be tried again. */
export function NotVerified({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { retry, errors, assignments } = useText()
  return (
    <Alert
      live
      tone="wrong"
      title={assignments.receipt.failedTitle}
      action={
        <Button size="sm" onClick={onRetry}>
          {retry}
        </Button>
      }
    >
      {failureWords(error, errors).text}
    </Alert>
  )
}
