import { useEffect, useEffectEvent } from 'react'
import { topModal } from '../ui/modals.ts'

export type AnswerKey =
  | 'next'
  | 'previous'
  | 'nextLeft'
  | 'score'
  | 'comment'
  | 'saved'
  | 'part'
  | 'addItem'
  | 'whose'
  | 'save'

const letters: Record<string, AnswerKey> = {
  j: 'next',
  arrowdown: 'next',
  k: 'previous',
  arrowup: 'previous',
  n: 'nextLeft',
  s: 'score',
  c: 'comment',
  b: 'saved',
  p: 'part',
  i: 'addItem',
  w: 'whose',
}

interface On {
  key: (key: AnswerKey) => void
  digit: (digit: number) => void
}

/** The keys of the grading screen; but the arrows go up and down, and Enter saves where it has no other use. */
export function useAnswerKeys(on: On): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const { key, code, ctrlKey, metaKey } = event
    if (event.defaultPrevented || topModal() || event.altKey || target.closest('[role=menu], [role=dialog]')) return
    const field = target.closest<HTMLElement>('input:not([type=checkbox]), textarea, select, [contenteditable]')
    const isPoints = field?.dataset.points !== undefined
    const isPressed =
      target.closest('a, button:not([aria-current=true]), summary, label, input[type=checkbox]') !== null
    if (key === 'Escape' && field) field.blur()
    else if (key === 'Enter' && (ctrlKey || metaKey || isPoints || (!field && !isPressed))) on.key('save')
    else if (ctrlKey || metaKey || event.shiftKey) return
    else {
      const letter = letters[(key > '~' ? code.replace('Key', '') : key).toLowerCase()]
      const digit = /^(Digit|Numpad)(\d)$/.exec(code)?.[2]
      // A field of points never takes letters.
      if (field && !(isPoints && letter)) return
      if (digit !== undefined && !field) on.digit(Number(digit))
      else if (letter) on.key(letter)
      else return
    }
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
