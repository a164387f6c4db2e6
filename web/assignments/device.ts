import type { DraftField } from '../../contract/drafts.ts'
import type { Browser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'

/** A field as this device keeps it. */
export interface KeptField extends DraftField {
  /** Typed on this device, not fetched from another one. */
  here: boolean
}

/** Where fields of one person and one assignment are kept on this device: one entry a field, written at once. */
export interface Device {
  read(): Map<string, KeptField>
  /** False when it could not be kept: there is no room, or storage is forbidden. */
  keep(name: string, field: KeptField): boolean
  drop(name: string): void
  /** Tells what other tabs keep, and drop (`undefined`); answers how to stop. */
  follow(listener: (name: string, field: KeptField | undefined) => void): () => void
}

/**
 * `draft`: what is being typed. `base`: what of it the device last had in common with the server. `unsent`: what was
 * typed and a submission made elsewhere left out.
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

/** What stands there may be of an older version, or of nobody's making. */
function parse(text: string | null): KeptField | undefined {
  try {
    const { value, at, here } = JSON.parse(text ?? 'null') as Partial<KeptField>
    const sound = typeof value === 'string' && Number.isSafeInteger(at) && (at as number) >= 0
    return sound ? { value, at: at as number, here: here === true } : undefined
  } catch {
    return undefined
  }
}
