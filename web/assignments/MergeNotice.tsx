import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import type { Draft } from './draft.ts'
import { useConflicts } from './useDraft.ts'

/** Two devices or group members changed the same words: says so until the person has read it. */
export function MergeNotice({ draft }: { draft: Draft }) {
  const t = useText()
  const conflicts = useConflicts(draft)
  if (conflicts.length === 0) return null
  return (
    <Alert
      tone="soon"
      live
      title={t.assignments.bothTitle}
      action={
        <Button size="sm" onClick={draft.forgetConflicts}>
          {t.close}
        </Button>
      }
    >
      {t.assignments.both}
    </Alert>
  )
}
