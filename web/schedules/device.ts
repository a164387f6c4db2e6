import { v4 as newUuid } from 'uuid'

const KEY = 'device'

/**
 * A random id of this browser: staff see by it that several students marked themselves on one device. It stays when
 * somebody signs out. Undefined where storage is forbidden.
 */
export function deviceId(): string | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept) return kept
    const made = newUuid()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    return undefined
  }
}
