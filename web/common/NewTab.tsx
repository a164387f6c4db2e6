import { useText } from '../i18n/index.ts'

/** A screen reader hears this at the end of a link that opens a new tab. */
export function NewTab() {
  return <span className="sr-only"> ({useText().newTab})</span>
}
