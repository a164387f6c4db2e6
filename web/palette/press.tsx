import type { ReactNode } from 'react'
import type { NavigateFunction } from 'react-router'
import { courseOf } from '../courses/queries.ts'
import { queries } from '../loading/queryClient.ts'
import { letterOf } from './keyboard.ts'
import { addressOf, courseIn } from './keys.ts'
import { Palette } from './Palette.tsx'
import { ShortcutList } from './ShortcutList.tsx'
import type { Asked } from './usePalette.ts'

/** How long `g` waits for its second letter, in ms. */
const SEQUENCE_MS = 1_500
let gAt = Number.NEGATIVE_INFINITY

/** The router's key of the current history entry. The address changes a moment before the new page renders. */
const keyOfHistory = (): string => (history.state as { key?: string } | null)?.key ?? 'default'

/** A dialog, and the page that it opens over. */
export interface Shown {
  at: string
  dialog: ReactNode
}

/** Opens a dialog or goes to the address of a key. */
export function press(asked: Asked, set: (shown?: Shown) => void, navigate: NavigateFunction): void {
  const close = () => set()
  const show = (dialog: ReactNode) => set({ at: keyOfHistory(), dialog })
  const what = typeof asked === 'string' ? asked : meaningOf(asked)
  if (what === 'palette') show(<Palette onClose={close} />)
  else if (what === 'shortcuts') show(<ShortcutList onClose={close} />)
  else if (what) void navigate(what, { state: { from: location.pathname + location.search } })
}

/** The dialog or the address that a key opens. */
function meaningOf(event: KeyboardEvent): string | undefined {
  const letter = letterOf(event)
  const { timeStamp, ctrlKey, metaKey, altKey, shiftKey } = event
  if (letter === 'k' && (ctrlKey || metaKey)) return 'palette'
  if (ctrlKey || metaKey || altKey) return undefined
  // A Thai layout has another sign at the place of the question mark.
  if (letter === '?' || (letter === 'slash' && shiftKey)) return 'shortcuts'
  const isSecond = timeStamp - gAt < SEQUENCE_MS
  gAt = letter === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY
  if (!isSecond) return undefined
  const course = queries.getQueryData(courseOf(courseIn(location.pathname)).queryKey)
  return addressOf(letter, location.pathname, course)
}
