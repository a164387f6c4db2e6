import type { Assignment } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/Toast.tsx'
import { AnswerList } from './AnswerList.tsx'
import type { Draft } from './draft.ts'
import { filenameIn, isSlot } from './form.ts'
import { useUnsent } from './useDraft.ts'

/** Text from this device that a submission from elsewhere left out. It stays until the person discards it. */
export function Unsent({ assignment, draft, disabled }: { assignment: Assignment; draft: Draft; disabled: boolean }) {
  const t = useText().assignments.unsent
  const unsent = useUnsent(draft)
  if (unsent.size === 0) return null
  const answers = [...unsent].map(
    ([name, value]) => [name, isSlot(name) ? { filename: filenameIn(value) } : value] as const,
  )
  return (
    <Alert tone="soon" live title={t.title}>
      <p>{t.text}</p>
      <div className="my-3">
        <AnswerList assignment={assignment} answers={new Map(answers)} />
      </div>
      <div className="flex flex-wrap gap-3">
        {!disabled && (
          <Button size="sm" onClick={draft.useUnsent}>
            {t.use}
          </Button>
        )}
        <Button size="sm" onClick={() => toast(t.discarded, 'done', { label: t.undo, run: draft.discardUnsent() })}>
          {t.discard}
        </Button>
      </div>
    </Alert>
  )
}
