import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger } from 'react-aria-components'
import { CheckIcon } from '../icons.tsx'
import { Floating } from './Popover.tsx'

interface Props<V extends string> {
  /** The current choice, for screen readers. */
  label: string
  value: V | undefined
  options: { value: V; label: string }[]
  onChoose: (value: V) => void
  className: string
  /** The label of the button. */
  children: ReactNode
}

/** A choice of a few, behind a button that shows the current one. */
export function ChoiceMenu<V extends string>({ label, value, options, onChoose, className, children }: Props<V>) {
  return (
    <MenuTrigger>
      <Button aria-label={label} className={className}>
        {children}
      </Button>
      <Floating>
        <Menu className="staff-menu" aria-label={label}>
          {options.map((option) => (
            <MenuItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              onAction={() => onChoose(option.value)}
              className="staff-menu-item"
            >
              <span className="w-4.5">{option.value === value && <CheckIcon size={18} />}</span>
              <span>{option.label}</span>
            </MenuItem>
          ))}
        </Menu>
      </Floating>
    </MenuTrigger>
  )
}
