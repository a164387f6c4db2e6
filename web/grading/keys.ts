import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { letterOf } from '../palette/keyboard.ts'
import { topModal } from '../ui/modals.ts'
import { type GradingKey, gradingKeys } from './keyNames.ts'

const letters: Record<string, GradingKey> = {
  ...Object.fromEntries(
    Object.entries(gradingKeys).map(([name, [letter]]) => [letter.toLowerCase(), name as GradingKey]),
  ),
  arrowright: 'next',
  arrowleft: 'previous',
}

/** Whether the focused element uses the arrow keys: they seek in a recording, and scroll a box with wide content. */
function isOwnArrow(key: string, target: HTMLElement): boolean {
  const box = target.closest('video, audio, [tabindex="0"]')
  return (
    key.startsWith('Arrow') && box !== null && (box instanceof HTMLMediaElement || box.scrollWidth > box.clientWidth)
  )
}

const digitIn = ({ code, shiftKey }: KeyboardEvent) =>
  shiftKey ? undefined : /^(Digit|Numpad)([0-9])$/.exec(code)?.[2]
const commandIn = (event: KeyboardEvent) => (event.shiftKey ? undefined : letters[letterOf(event)])
const typedIn = (target: HTMLElement) =>
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
const isUndo = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && letterOf(event) === 'z'

interface On {
  key: (key: GradingKey) => void
  digit: (digit: number) => void
  /** Ctrl+Enter, anywhere. */
  done: () => void
  /** Ctrl+Z outside of what is typed, and with Shift. */
  undo: () => void
  redo: () => void
}

/**
 * Letters and digits are commands outside of fields; letters also in a field of points, which takes none; Escape leaves
 * a field. On a layout without Latin letters, such as a Thai one, the place of the key decides.
 */
export function useGradingKeys(on: On): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || topModal() || event.altKey) return
    const isTyped = typedIn(target)
    const isScore = target.dataset.score !== undefined
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) on.done()
    else if (event.key === 'Escape' && isTyped) target.blur()
    else if (isUndo(event) && (!isTyped || target.dataset.empty !== undefined)) event.shiftKey ? on.redo() : on.undo()
    else if (event.ctrlKey || event.metaKey || target.closest('[role=menu], [role=dialog]')) return
    else if (isTyped && !(isScore && !event.key.startsWith('Arrow'))) return
    else if (isOwnArrow(event.key, target)) return
    else {
      const [digit, command] = [Number(digitIn(event)), commandIn(event)]
      if (digit > 0 && !isTyped) on.digit(digit)
      else if (command) on.key(command)
      else return
    }
    event.preventDefault()
  })
  // In a layout effect, so that a key pressed as soon as the next work appears counts.
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

export interface EarlyKeys {
  /** The work that keys would be for is on the screen. */
  isThere: boolean
  /** A key was refused, and the person has not gone on yet. */
  held: boolean
  /** The refused keys were for the score, which takes the focus once the person goes on. */
  byScore: boolean
}

/**
 * Takes no key for a work that is not there yet: the person has not seen it, and the rest of what they type, such as the
 * second digit of 10, would be taken alone. So none is taken until they press Escape, which leads to where they typed, or
 * the pointer.
 */
export function useEarlyKeys(onRefused: () => void): EarlyKeys {
  const [keys] = useState<EarlyKeys>(() => ({ isThere: false, held: false, byScore: false }))
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && keys.held) {
      keys.held = false
      if (keys.byScore) document.querySelector<HTMLElement>('[data-score]')?.focus()
    }
    if (keys.isThere && !keys.held) return
    const isCommand = event.ctrlKey || event.metaKey
    const command = commandIn(event)
    // Who only goes on gives no points.
    const isOnward = command === 'next' || command === 'previous' || command === 'nextLeft'
    const isKey = isCommand ? event.key === 'Enter' : digitIn(event) || command
    if (!isKey || isOnward || event.altKey || topModal() || typedIn(event.target as HTMLElement)) return
    keys.held = true
    event.preventDefault()
    onRefused()
  })
  useLayoutEffect(() => {
    const release = () => {
      keys.held = false
    }
    // Before the commands of a work that came meanwhile.
    addEventListener('keydown', onKey, { capture: true })
    addEventListener('pointerdown', release)
    return () => {
      removeEventListener('keydown', onKey, { capture: true })
      removeEventListener('pointerdown', release)
    }
  }, [keys])
  return keys
}
