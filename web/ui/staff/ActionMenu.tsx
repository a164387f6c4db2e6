import type { ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Separator } from 'react-aria-components'
import { DotsIcon } from './icons.tsx'
import { Floating } from './Popover.tsx'

export interface Action {
  id: string
  label: string
  icon: ReactNode
  /** A removal, which stands apart at the end. */
  danger?: boolean
  run: () => void
}

/** The actions of a menu, in which false leaves one out. */
export type Actions = (Action | false | undefined)[]

/** The menu of a thing, behind a button in its row. */
export function ActionMenu({ label, actions }: { label: string; actions: Actions }) {
  const offered = actions.filter((action) => action !== false && action !== undefined)
  const last = offered.at(-1)
  return (
    <MenuTrigger>
      <Button aria-label={label} className="staff-button">
        <DotsIcon size={20} />
      </Button>
      <Floating>
        <Menu className="staff-menu" aria-label={label}>
          {offered.flatMap((action) => [
            ...(action === last && action.danger ? [<Separator key="line" className="staff-menu-line" />] : []),
            <MenuItem
              key={action.id}
              id={action.id}
              textValue={action.label}
              onAction={action.run}
              className="staff-menu-item"
              data-danger={action.danger || undefined}
            >
              {action.icon}
              <span>{action.label}</span>
            </MenuItem>,
          ])}
        </Menu>
      </Floating>
    </MenuTrigger>
  )
}
