import type { ReactNode } from 'react'
import { Popover as AriaPopover, Dialog } from 'react-aria-components'
import { useTopModal } from '../modals.ts'
import { adoptStyles } from './adopt.ts'
import styles from './staff.css?inline'

adoptStyles(styles)

// React Aria would write this rule into the page, which the content policy forbids: staff.css has it.
const rule = document.createElement('meta')
rule.id = 'react-aria-pressable-style'
document.head.append(rule)

/** A popover at a control, inside the topmost dialog where there is one: the rest of the page is inert then. */
export function Popover({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <Floating>
      <Dialog aria-label={label} className="staff-popover-inside">
        {children}
      </Dialog>
    </Floating>
  )
}

/** The same for content that is no dialog by itself, such as a menu. */
export function Floating({ children }: { children: ReactNode }) {
  const modal = useTopModal()
  return (
    <AriaPopover className="staff-popover" UNSTABLE_portalContainer={modal ?? document.body} offset={6}>
      {children}
    </AriaPopover>
  )
}
