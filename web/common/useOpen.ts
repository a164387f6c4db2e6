import { useState } from 'react'

/**
 * Which dialog of a screen is open, what opens another, and what closes this one: a late answer closes the dialog that
 * it is of, and none that was opened since.
 */
export function useOpen<T>(start?: () => T | undefined) {
  const [open, setOpen] = useState<T | undefined>(start)
  const close = () => setOpen((now) => (now === open ? undefined : now))
  return [open, setOpen, close] as const
}
