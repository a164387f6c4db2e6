import type { Check } from '../../../contract/staff/assignments.ts'
import { plainText } from '../../announcements/plainText.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ChangedGrades } from './ChangedGrades.tsx'

interface Props {
  check: Check['check']
  onConfirm: () => void
  onClose: () => void
}

/** Says in numbers, and of grades by name, what a change does to what students have done, and asks. */
export function EffectsDialog({ check, onConfirm, onClose }: Props) {
  const authoring = useAuthoring()
  const t = authoring.sheet
  return (
    <ConfirmDialog
      title={t.effectsTitle}
      size={check.grades.length > 0 ? 'md' : 'sm'}
      confirmLabel={t.effectsConfirm}
      cancelLabel={authoring.publishing.cancel}
      closeLabel={useText().close}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t.effectsIntro(check.handed_in, check.typing, check.graded)}</p>
      {check.effects.length > 0 && (
        <ul className="my-3 grid list-disc gap-1 ps-5">
          {check.effects.map(({ kind, title, count }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <li key={i}>{t.effects[kind](plainText(title), count)}</li>
          ))}
        </ul>
      )}
      {check.grades_changed > 0 && <ChangedGrades {...check} words={authoring} />}
      <p className="text-ink-soft">{t.effectsKept}</p>
    </ConfirmDialog>
  )
}
