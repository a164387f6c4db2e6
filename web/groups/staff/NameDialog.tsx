import { useRef } from 'react'
import { groupNameMost } from '../../../contract/groups.ts'
import { FieldConflicts } from '../../changes/FieldConflicts.tsx'
import { CameBack } from '../../forms/CameBack.tsx'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { useKept } from '../../typed/useKept.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  title: string
  action: string
  start: string
  /** The group's name, if somebody has given it another one than `start`. */
  theirs?: string | undefined
  /** The place on the device where the name is kept. */
  place: string
  busy: boolean
  /** Whether the group has the name. */
  onName: (name: string) => Promise<boolean>
  onClose: () => void
}

/** Names a new group, or renames one. */
export function NameDialog({ title, action, start, theirs, place, busy, onName, onClose }: Props) {
  const { groups: t } = useAuthoring()
  const { close } = useText()
  const { values, cameBack, set, discard, forgetSent } = useKept('group-name', place, { name: start })
  const { name } = values
  const form = useRef<HTMLFormElement>(null)
  /** Stays open with the name when it failed. */
  async function send(leave: (how: 'button') => void) {
    if (busy || name.trim() === '') return
    if (!(await onName(name.trim()))) return
    if (forgetSent(values) && form.current) leave('button')
  }
  return (
    <Dialog title={title} closeLabel={close} onClose={onClose} size="sm">
      {(leave) => (
        <form
          ref={form}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            void send(leave)
          }}
        >
          {cameBack && <CameBack discard={discard} />}
          <FieldConflicts<typeof values>
            conflicts={theirs === undefined || theirs === name ? {} : { name: theirs }}
            fields={{ name: { label: t.name, say: (theirs) => theirs } }}
            set={set}
          />
          <TextField
            label={t.name}
            value={name}
            onChange={(name) => set({ name })}
            maxLength={groupNameMost}
            data-autofocus=""
          />
          <Button type="submit" variant="primary" pending={busy} disabled={name.trim() === ''}>
            {action}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
