import type { ActivityKind, ActivityParams } from '../../contract/endpoint.ts'
import { dateTime } from '../i18n/dates.ts'
import type { Catalogue } from '../i18n/index.ts'

/** The words for an event; the server's own text for a kind that this version does not know. */
export function eventText(kind: ActivityKind, params: ActivityParams, { notifications: t }: Catalogue, title: string) {
  const words: Partial<typeof t.happened> = t.happened
  return words[kind]?.({ ...params, ...(params.at && { at: dateTime(params.at) }) }) ?? title
}
