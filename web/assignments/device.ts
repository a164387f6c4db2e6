import type { DraftField } from '../../contract/drafts.ts'
import type { Browser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'

/** A field in this device's storage. */
export interface StoredField extends DraftField {
  /** Typed on this device, not fetched. */
  here: boolean
}

/** This device's storage for the fields of one person and assignment: one entry per field, written at once. */
export interface Device {
  read(): Map<string, StoredField>
  /** False when the write failed: storage is full or forbidden. */
  keep(name: string, field: StoredField): boolean
  drop(name: string): void
  /** Reports what other tabs write, and remove (`undefined`). Returns the unsubscribe function. */
  follow(listener: (name: string, field: StoredField | undefined) => void): () => void
}

/**
 * `draft`: the current values. `base`: the last values that device and server had in common. `unsent`: values that a
 * submission from elsewhere left out.
 */
type Area = 'draft' | 'base' | 'unsent'

export const deviceOf = (browser: Browser, area: Area, personId: string, assignmentId: string): Device => {
  const typed = typedOf(browser, personId, `${area}/${assignmentId}`)
  return {
    read: () =>
      new Map(
        [...typed.all()].flatMap(([name, text]) => {
          const field = parse(text)
          return field ? [[name, field] as const] : []
        }),
      ),
    keep: (name, { value, at, here }) => typed.keep(name, JSON.stringify({ value, at, here })),
    drop: (name) => void typed.drop(name),
    follow: (listener) =>
      typed.follow((name, text) => {
        const field = parse(text)
        if (field || text === null) listener(name, field)
      }),
  }
}

/** The entry may be from an older version, or damaged. */
function parse(text: string | null): StoredField | undefined {
  try {
    const { value, at, here } = JSON.parse(text ?? 'null') as Partial<StoredField>
    const sound = typeof value === 'string' && Number.isSafeInteger(at) && (at as number) >= 0
    return sound ? { value, at: at as number, here: here === true } : undefined
  } catch {
    return undefined
  }
}
