import { useEffect, useId } from 'react'
import { useBlocker } from 'react-router'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { filesAreUnderway, waitForFiles } from '../uploads/underway.ts'

/** The guards of this page whose text the device could not keep. */
const unkept = new Set<string>()

/**
 * Asks before the person leaves a page whose text the device could not keep. Kept text needs no question; a file on its
 * way into the form is waited for, unless the person leaves now.
 * Of several guards on a page React Router asks only the last one: it answers for all.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const t = useAuthoring().form
  const { close } = useText()
  const id = useId()
  useEffect(() => {
    if (!when) return
    unkept.add(id)
    return () => void unkept.delete(id)
  }, [id, when])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unkept.size > 0 || (filesAreUnderway() && nextLocation.pathname !== currentLocation.pathname),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (when || filesAreUnderway()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  const isBlocked = blocker.state === 'blocked'
  const isLost = isBlocked && unkept.size > 0
  useEffect(() => {
    if (blocker.state !== 'blocked' || isLost) return
    let isWaiting = true
    void waitForFiles().then((all) => {
      if (!isWaiting) return
      // The form says which one failed.
      if (all) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isWaiting = false
    }
  }, [blocker, isLost])
  if (!isBlocked) return null
  return (
    <ConfirmDialog
      title={isLost ? t.leaveTitle : t.leaveFileTitle}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      closeLabel={close}
      tone="danger"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {isLost ? t.leaveText : t.leaveFileText}
    </ConfirmDialog>
  )
}
