import { useEffectEvent, useLayoutEffect } from 'react'
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
    const isTyped = target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')
    const isScore = target.dataset.score !== undefined
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) on.done()
    else if (event.key === 'Escape' && isTyped) target.blur()
    else if (isUndo(event) && (!isTyped || target.dataset.empty !== undefined)) event.shiftKey ? on.redo() : on.undo()
    else if (event.ctrlKey || event.metaKey || target.closest('[role=menu], [role=dialog]')) return
    else if (isTyped && !(isScore && !event.key.startsWith('Arrow'))) return
    else if (isOwnArrow(event.key, target)) return
    else {
      const { code } = event
      const digit = /^(Digit|Numpad)([1-9])$/.exec(code)?.[2]
      const letter = letterOf(event)
      if (digit && !event.shiftKey && !isTyped) on.digit(Number(digit))
      else if (letters[letter] && !event.shiftKey) on.key(letters[letter])
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
