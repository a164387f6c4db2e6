import { useRef } from 'react'

/**
 * For a list with a checkbox a row: the keys of the rows that a press is about, which all get the state of the pressed
 * one. It is that row alone, or with Shift all rows from the one pressed before to this one, as in a mailbox.
 */
export function useTicks() {
  const before = useRef('')
  return (keys: string[], pressed: string, shift: boolean): string[] => {
    const [from, to] = [keys.indexOf(before.current), keys.indexOf(pressed)]
    before.current = pressed
    return shift && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [pressed]
  }
}
