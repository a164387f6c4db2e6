import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog, type DialogCloseReason } from './Dialog.tsx'

export type ConfirmDialogProps = {
  title: string
  /** The question. */
  children: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  onConfirm: () => void
  onClose: (reason: DialogCloseReason) => void
  tone?: 'primary' | 'danger'
  pending?: boolean
  /** `md` for more than a question: then not all of it is read out at once. */
  size?: 'sm' | 'md'
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel,
    closeLabel,
    onConfirm,
    onClose,
    tone = 'primary',
    pending,
    size = 'sm',
  } = props
  return (
    <Dialog
      role="alertdialog"
      size={size}
      title={title}
      closeLabel={closeLabel}
      onClose={onClose}
      footer={(close) => (
        <>
          {/* An irreversible action is not one careless Enter away. */}
          <Button onClick={() => close('button')} data-autofocus={tone === 'danger' ? '' : undefined}>
            {cancelLabel}
          </Button>
          <Button
            variant={tone}
            pending={pending}
            onClick={onConfirm}
            data-autofocus={tone === 'danger' ? undefined : ''}
          >
            {confirmLabel}
          </Button>
        </>
      )}
    >
      {children}
    </Dialog>
  )
}
