import { useState } from 'react'
import { type Group, groupNameMost } from '../../../contract/groups.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  group: Group
  onRename: (name: string) => void
  onClose: () => void
}

export function RenameDialog({ group, onRename, onClose }: Props) {
  const { groups: t, publishing } = useAuthoring()
  const { close } = useText()
  const [name, setName] = useState(group.name)
  return (
    <Dialog title={t.rename} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() === '') return
            onRename(name.trim())
            leave('button')
          }}
        >
          <TextField label={t.name} value={name} onChange={setName} maxLength={groupNameMost} data-autofocus="" />
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {publishing.save}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
