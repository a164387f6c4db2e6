import { useState } from 'react'
import { groupNameMost } from '../../../contract/groups.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  title: string
  action: string
  start: string
  onName: (name: string) => void
  onClose: () => void
}

/** Names a new group, or renames one. */
export function NameDialog({ title, action, start, onName, onClose }: Props) {
  const { groups: t } = useAuthoring()
  const { close } = useText()
  const [name, setName] = useState(start)
  return (
    <Dialog title={title} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            onName(name.trim())
            leave('button')
          }}
        >
          <TextField label={t.name} value={name} onChange={setName} maxLength={groupNameMost} data-autofocus="" />
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {action}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
