import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { picturesAreUnderway, waitForPictures } from '../uploads/pictures.ts'

/**
 * Asks before the person leaves a page whose text the device could not keep. Kept text needs no question; a picture on
 * its way into the text is waited for, unless the person leaves now.
 */
export function LeaveGuard({ when }: { when: boolean }) {
  const t = useAuthoring().form
  const { close } = useText()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      when || (picturesAreUnderway() && nextLocation.pathname !== currentLocation.pathname),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (when || picturesAreUnderway()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (blocker.state !== 'blocked' || when) return
    let isWaiting = true
    void waitForPictures().then((all) => {
      if (!isWaiting) return
      // The text says which one failed.
      if (all) blocker.proceed()
      else blocker.reset()
    })
    return () => {
      isWaiting = false
    }
  }, [blocker, when])
  if (!isBlocked) return null
  return (
    <ConfirmDialog
      title={when ? t.leaveTitle : t.leavePictureTitle}
      confirmLabel={t.leave}
      cancelLabel={t.stay}
      closeLabel={close}
      tone="danger"
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {when ? t.leaveText : t.leavePictureText}
    </ConfirmDialog>
  )
}
