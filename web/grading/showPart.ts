/** In px: what the bar of the page covers, and a line. */
const BAR = 96

/** Scrolls to the answer of a part unless it is in sight. `end`: how far down the window shows anything of the work. */
export function showPart(part: string, end: number): void {
  const card = document.querySelector(`[data-part="${CSS.escape(part)}"]`)
  if (!card) return
  const { top, bottom } = card.getBoundingClientRect()
  // A long answer is in sight where it is read: its first line need not be.
  const isInSight = bottom > BAR && (bottom <= end || top < end / 2)
  if (!isInSight) card.scrollIntoView({ block: 'start' })
}
