import { use, useState } from 'react'
import { DialogTrigger, OverlayTriggerStateContext, Button as PressButton } from 'react-aria-components'
import type { Role } from '../../contract/users.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { returnFocus } from '../ui/focus.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { MailIcon, TrashIcon, XIcon } from '../ui/icons.tsx'
import { ChoiceMenu } from '../ui/staff/ChoiceMenu.tsx'
import { Popover } from '../ui/staff/Popover.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useRolesToGive } from './rolesToGive.ts'

interface Props {
  count: number
  busy: boolean
  sections: string
  /** Absent: the viewer may not change people. */
  edits: { onRole: (role: Role) => void; onSection: (section: string) => void; onRemove: () => void } | undefined
  /** Absent: none of them can get a message. */
  onMessage: (() => void) | undefined
  onClear: () => void
}

/** The actions on all selected people. */
export function PeopleBar({ count, busy, sections, edits, onMessage, onClear }: Props) {
  const t = useAuthoring().people
  const { roles } = useText()
  const mayGive = useRolesToGive()
  const small = buttonClass('quiet', 'sm')
  return (
    <div
      ref={returnFocus}
      role="toolbar"
      aria-label={t.selection}
      className="flex min-h-11 flex-wrap items-center gap-2"
    >
      <IconButton label={t.clear} icon={<XIcon />} onClick={onClear} className="-mx-1" />
      <span className="mr-auto font-semibold text-sm">{t.selected(count)}</span>
      {edits && (
        <>
          <ChoiceMenu
            label={t.setRole}
            value={undefined}
            options={mayGive.map((value) => ({ value, label: roles[value] }))}
            onChoose={edits.onRole}
            className={small}
          >
            {t.setRole}
          </ChoiceMenu>
          <DialogTrigger>
            <PressButton className={small}>{t.setSection}</PressButton>
            <Popover label={t.setSection}>
              <SectionForm sections={sections} onSection={edits.onSection} />
            </Popover>
          </DialogTrigger>
        </>
      )}
      {onMessage && (
        <Button size="sm" icon={<MailIcon size={18} />} onClick={onMessage}>
          {t.message}
        </Button>
      )}
      {edits && (
        <IconButton
          label={t.remove}
          icon={<TrashIcon />}
          aria-disabled={busy}
          onClick={() => busy || edits.onRemove()}
        />
      )}
    </div>
  )
}

function SectionForm({ sections, onSection }: { sections: string; onSection: (section: string) => void }) {
  const t = useAuthoring().people
  const popover = use(OverlayTriggerStateContext)
  const [section, setSection] = useState('')
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSection(section.trim())
        popover?.close()
      }}
    >
      <TextField
        label={t.section}
        value={section}
        onChange={setSection}
        list={sections}
        maxLength={50}
        autoFocus
        className="w-40"
      />
      <Button type="submit" variant="primary">
        {t.set}
      </Button>
    </form>
  )
}
