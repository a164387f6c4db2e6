import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

/** Asks before the person leaves a page whose text the device could not keep. Kept text needs no question. */
export function LeaveGuard({ when }: { when: boolean }) {
  const t = useAuthoring().form
  const { close } = useText()
  const blocker = useBlocker(when)
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t.leaveTitle}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      closeLabel={close}
      tone="danger"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {t.leaveText}
    </ConfirmDialog>
  )
}
