import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type FieldsetProps = { legend: ReactNode; hideLegend?: boolean; children: ReactNode; className?: string }

/** Options that answer one question: checkboxes or radio options under their legend. */
export function Fieldset({ legend, hideLegend, children, className }: FieldsetProps) {
  return (
    <fieldset className={cx('min-w-0', className)}>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-medium'}>{legend}</legend>
      <div className="grid gap-2">{children}</div>
    </fieldset>
  )
}
