/** In px: the height of the page's bar, and a line. */
const BAR = 96

/** Scrolls to the answer of a part unless it is visible. `end`: down to which height the window shows the work. */
export function showPart(part: string, end: number): void {
  const card = document.querySelector(`[data-part="${CSS.escape(part)}"]`)
  if (!card) return
  const { top, bottom } = card.getBoundingClientRect()
  // A long answer counts as visible where somebody reads it: its first line need not be.
  const isInSight = bottom > BAR && (bottom <= end || top < end / 2)
  if (!isInSight) card.scrollIntoView({ block: 'start' })
}
