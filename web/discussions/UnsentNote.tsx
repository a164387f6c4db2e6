import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { RetryIcon } from '../ui/icons.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { focusBox, putBack } from './drafts.ts'
import { sendAgain, type Unsent } from './outbox.ts'

/** The status of a text that the server does not have yet. */
export function UnsentNote({ entry, onEdit }: { entry: Unsent; onEdit?: () => void }) {
  const t = useText()
  if (!entry.reason) {
    return (
      <p className="flex items-center gap-2 text-ink-soft text-sm">
        <Spinner size={16} />
        {t.discussions.sending}
      </p>
    )
  }
  return (
    <Alert
      tone="wrong"
      live
      title={t.discussions.notSent}
      action={
        <div className="flex gap-2">
          <Button size="sm" icon={<RetryIcon size={16} />} onClick={() => sendAgain(entry)}>
            {t.retry}
          </Button>
          <Button
            size="sm"
            variant="bare"
            onClick={() => {
              putBack(entry)
              onEdit?.()
              focusBox(entry)
            }}
          >
            {t.discussions.edit}
          </Button>
        </div>
      }
    >
      {t.discussions.reasons[entry.reason]} {entry.kept ? t.discussions.kept : t.discussions.notKept}
    </Alert>
  )
}
