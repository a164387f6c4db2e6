import { useText } from '../i18n/index.ts'

/** Said at the end of a link that leaves this tab as it is. */
export function NewTab() {
  return <span className="sr-only"> ({useText().newTab})</span>
}
