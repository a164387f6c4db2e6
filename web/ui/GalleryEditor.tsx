import { useState } from 'react'
import { DialogTrigger, Button as PopoverButton } from 'react-aria-components'
import MarkdownEditor from '../editor/MarkdownEditor.tsx'
import { buttonClass } from './buttonClass.ts'
import { Specimen } from './GallerySpecimen.tsx'
import { ChoiceMenu } from './staff/ChoiceMenu.tsx'
import { Popover } from './staff/Popover.tsx'

const text = 'Bring a **pen**.\n\nThe running time is $O(n \\log n)$; see `sort(days)`.\n'
const roles = [
  { value: 'student', label: 'Student' },
  { value: 'assistant', label: 'Teaching assistant' },
] as const

/** The editor of staff, and the parts that open over a screen. */
export function GalleryEditor() {
  const [written, setWritten] = useState(text)
  const [role, setRole] = useState<(typeof roles)[number]['value']>('student')
  return (
    <>
      <Specimen name="MarkdownEditor">
        <MarkdownEditor
          label="Description"
          value={written}
          saved=""
          onChange={setWritten}
          placeholder="Write something"
        />
      </Specimen>
      <Specimen name="Popover, ChoiceMenu, command palette, list of shortcuts">
        <div className="flex flex-wrap gap-3">
          <DialogTrigger>
            <PopoverButton className={buttonClass('quiet', 'md')}>Open a popover</PopoverButton>
            <Popover label="A popover">
              <p className="p-4">It closes with Escape, or a press outside.</p>
            </Popover>
          </DialogTrigger>
          <ChoiceMenu label="Role" value={role} options={[...roles]} onChoose={setRole} className="staff-cell-button">
            {roles.find(({ value }) => value === role)?.label}
          </ChoiceMenu>
        </div>
        <p>Ctrl+K opens the command palette here, and ? the list of shortcuts.</p>
      </Specimen>
    </>
  )
}
