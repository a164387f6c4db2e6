import type { EventType, Happened } from '../../contract/endpoint.ts'
import type { Catalogue } from '../i18n/index.ts'

interface Event {
  type: EventType
  /** What it happened to, or all of the words. */
  name: string
  event?: Happened
}

/** What happened, and to which thing. */
export function happening({ type, name, event }: Event, { notifications: t }: Catalogue): string {
  if (event === 'graded') return t.graded(name)
  return event ? t.posted[type](name) : name
}
