import type { DraftSave } from '../../contract/drafts.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import type { Browser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'

/**
 * The saves of one person and assignment without a response, oldest first. The device stores them, so that after a
 * crash it sends them again unchanged and the server recognises them.
 */
export interface Saves {
  all(): DraftSave[]
  add(fields: DraftSave['fields']): void
  drop(ids: Iterable<string>): void
}

export function savesOf(browser: Browser, personId: string, assignmentId: string): Saves {
  const typed = typedOf(browser, personId, `save/${assignmentId}`)
  // In memory too, where storage is full or forbidden.
  const memory = new Map<string, DraftSave>()
  const dropped = new Set<string>()
  let last = 0

  const stored = () => [...typed.all().values()].flatMap((text) => parse(text) ?? [])

  return {
    all() {
      const all = new Map([...stored(), ...memory.values()].map((save) => [save.id, save]))
      return [...all.values()].filter(({ id }) => !dropped.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
    },
    add(fields) {
      // In order of creation, also for two in one millisecond and after the clock was set back.
      last = Math.max(Date.now(), last + 1)
      const id = `${last.toString(36)}-${newIdempotencyKey().slice(0, 12)}`
      const save = { id, fields }
      if (!typed.keep(id, JSON.stringify(save))) memory.set(id, save)
    },
    drop(ids) {
      for (const id of ids) {
        memory.delete(id)
        if (!typed.drop(id)) dropped.add(id)
      }
    },
  }
}

function parse(text: string): DraftSave | undefined {
  try {
    const { id, fields } = JSON.parse(text) as DraftSave
    return typeof id === 'string' && typeof fields === 'object' ? { id, fields } : undefined
  } catch {
    return undefined
  }
}
