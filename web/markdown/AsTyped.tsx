import type { ReactNode } from 'react'
import { useText } from '../i18n/index.ts'

/** The rest of a text that is too large to parse as Markdown, as plain text. */
export function AsTyped({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <>
      <p className="text-ink-soft text-sm">{t.asTyped}</p>
      <div className="whitespace-pre-wrap">{children}</div>
    </>
  )
}
