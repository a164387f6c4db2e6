import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Role } from '../../contract/users.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { ChoiceMenu } from '../ui/staff/ChoiceMenu.tsx'
import { useRolesToGive } from './rolesToGive.ts'
import type { Place } from './usePeopleWrites.ts'

interface Props<V> {
  name: string
  value: V
  onChange: (place: Place) => void
}

/** The role of a person in their row: a press opens a menu of roles. */
export function RoleCell({ name, value, onChange }: Props<Role>) {
  const { roles } = useText()
  const t = useAuthoring().people
  const mayGive = useRolesToGive()
  if (!mayGive.includes(value)) return <span className="staff-table-text">{roles[value]}</span>
  return (
    <ChoiceMenu
      label={t.roleOf(name, roles[value])}
      value={value}
      options={mayGive.map((role) => ({ value: role, label: roles[role] }))}
      onChoose={(role) => role !== value && onChange({ role })}
      className="staff-cell-button"
    >
      {roles[value]}
    </ChoiceMenu>
  )
}

interface Opened {
  typed: string
  from: string
  save: (place: Place) => void
}

function saveTyped({ typed, from, save }: Opened) {
  if (typed.trim() !== from) save({ section: typed.trim() })
}

/** The section of a person in their row: a press makes it a field, as in a spreadsheet. */
export function SectionCell({ name, value, onChange, sections }: Props<string> & { sections: string }) {
  const t = useAuthoring().people
  /** What is typed, and the cell as it was opened: what another person changes since is not overwritten. */
  const [opened, setOpened] = useState<Opened>()
  // The row may go without a blur, such as by the back button: what is typed is saved as well.
  const unsaved = useRef<Opened>(undefined)
  useEffect(() => {
    unsaved.current = opened
  }, [opened])
  useEffect(() => () => unsaved.current && saveTyped(unsaved.current), [])
  if (!opened)
    return (
      <button
        type="button"
        tabIndex={-1}
        className="staff-cell-button"
        aria-label={t.sectionOf(name, value)}
        onClick={() => setOpened({ typed: value, from: value, save: onChange })}
      >
        {value || '–'}
      </button>
    )

  /** The cell has the focus again at once, so that the next key continues from it. */
  function end(box: HTMLElement, isDone: boolean) {
    const cell = box.closest<HTMLElement>('[data-column]')
    flushSync(() => setOpened(undefined))
    cell?.querySelector('button')?.focus({ preventScroll: true })
    if (isDone && opened) saveTyped(opened)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    event.stopPropagation()
    if (event.key === 'Enter' || event.key === 'Escape') {
      event.preventDefault()
      end(event.currentTarget, event.key === 'Enter')
    }
  }
  return (
    <input
      type="text"
      // biome-ignore lint/a11y/noAutofocus: the press asked for it
      autoFocus
      aria-label={t.sectionFor(name)}
      list={sections}
      value={opened.typed}
      maxLength={50}
      className="staff-cell-input"
      onFocus={(event) => event.target.select()}
      onChange={(event) => setOpened({ ...opened, typed: event.target.value })}
      onKeyDown={onKeyDown}
      onBlur={() => {
        saveTyped(opened)
        setOpened(undefined)
      }}
    />
  )
}
