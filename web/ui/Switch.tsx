import { type ReactNode, useId } from 'react'

export type SwitchProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  help?: ReactNode
  icon?: ReactNode
  disabled?: boolean
}

/** Switches at once, without a save button. The whole row is the target. */
export function Switch({ label, checked, onChange, help, icon, disabled }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-4 has-disabled:cursor-not-allowed has-disabled:opacity-60">
      {icon && <span className="text-ink-soft">{icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="font-medium">{label}</span>
        {help && (
          <span id={id} aria-hidden="true" className="block text-ink-soft text-sm">
            {help}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-describedby={help ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className={
          'relative h-7 w-12 shrink-0 cursor-[inherit] appearance-none rounded-full border border-line-strong bg-line-strong transition-colors duration-200 ' +
          'before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:bg-card before:shadow-card before:transition-[translate] before:duration-200 before:ease-out ' +
          'checked:border-accent checked:bg-accent checked:before:translate-x-5 checked:before:bg-on-accent'
        }
      />
    </label>
  )
}
