import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'

/** What of a text is too much to be read as Markdown. */
export function AsTyped({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <>
      <p className="text-ink-soft text-sm">{t.asTyped}</p>
      <div className="whitespace-pre-wrap">{children}</div>
    </>
  )
}
