import type { GradesCount } from '../../contract/staff/bulk.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface Props {
  grades: GradesCount
  onConfirm: () => void
  onClose: () => void
}

/** Says how many grades a change would change, and asks. */
export function GradesChange({ grades: { changed, released }, onConfirm, onClose }: Props) {
  const { sheet: t, publishing } = useAuthoring()
  return (
    <ConfirmDialog
      title={t.gradesTitle}
      confirmLabel={t.effectsConfirm}
      cancelLabel={publishing.cancel}
      closeLabel={useText().close}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="font-medium">{t.gradesChange(changed)}</p>
      <p>{t.gradesSeen(released)}</p>
      <p className="mt-3 text-ink-soft text-sm">{t.effectsKept}</p>
    </ConfirmDialog>
  )
}
