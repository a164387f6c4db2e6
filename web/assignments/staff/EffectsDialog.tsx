import type { Check } from '../../../contract/staff/assignments.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ChangedGrades } from './ChangedGrades.tsx'

interface Props {
  check: Check['check']
  /** The ids of the questions in their new order. */
  questions: string[]
  onConfirm: () => void
  onClose: () => void
}

/** Shows what a change does to students' work, in numbers and with the changed grades by name, and asks. */
export function EffectsDialog({ check, questions, onConfirm, onClose }: Props) {
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
        <ul className="my-3 grid grid-cols-[minmax(0,1fr)] gap-2">
          {check.effects.map(({ kind, title, count }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
            <li key={i} className="border-line border-s-2 ps-3">
              {kind === 'slot_gone' ? (
                <p className="wrap-anywhere font-medium">{title}</p>
              ) : (
                title && (
                  <div className="max-h-24 overflow-hidden font-medium">
                    <Markdown text={title} still />
                  </div>
                )
              )}
              <p>{t.effects[kind](count)}</p>
            </li>
          ))}
        </ul>
      )}
      {check.grades_changed > 0 && <ChangedGrades {...check} questions={questions} words={authoring} />}
      <p className="text-ink-soft">{t.effectsKept}</p>
    </ConfirmDialog>
  )
}
