import type { ActivityKind, ActivityParams } from '../../contract/endpoint.ts'
import type { Catalogue } from '../i18n/index.ts'

/** What happened; in the server's words if it knows a kind that this page does not. */
export function happening(kind: ActivityKind, params: ActivityParams, { notifications: t }: Catalogue, title: string) {
  const words: Partial<typeof t.happened> = t.happened
  return words[kind]?.(params) ?? title
}
