import { keysOf, type Store, swap, typedBy } from './entries.ts'

/* Texts from an earlier version of the product, whose keys did not start with the person. */

const oldKey = /^(draft|base|unsent|save)\/([^/]+)\/(.+)|^(draft|group):([^:]+):(.+)|^unsent:(.+)/s

export const isLegacy = (key: string): boolean => oldKey.test(key)

/** Moves them to their present keys. Entries that belong to nobody stay. */
export function migrateLegacy(storage: Store): void {
  for (const key of keysOf(storage)) {
    const text = storage.getItem(key)
    const to = text === null ? undefined : placeNow(key, text)
    if (text !== null && to) swap(storage, key, to, text)
  }
}

function placeNow(key: string, text: string): string | undefined {
  const [, area, owner, field, kind, person, place, post] = oldKey.exec(key) ?? []
  if (area && owner) return `${typedBy(owner)}${area}/${field}`
  if (kind && person) return `${typedBy(person)}${kind === 'group' ? 'group' : 'writing'}/${place}`
  const writer = post && personIn(text)
  return writer ? `${typedBy(writer)}outbox/${post}` : undefined
}

function personIn(text: string): string | undefined {
  try {
    const { person_id } = JSON.parse(text) as { person_id?: unknown }
    return typeof person_id === 'string' ? person_id : undefined
  } catch {
    return undefined
  }
}
