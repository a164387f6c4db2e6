import type { ComponentProps } from 'react'

/** A named box that scrolls, so the keyboard reaches it. It is no landmark: two of one name may stand on a page. */
export const ScrollBox = (props: ComponentProps<'div'> & { 'aria-label': string }) => (
  // biome-ignore lint/a11y/useSemanticElements: no set of fields
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
  <div role="group" tabIndex={0} {...props} />
)
