import type { Me } from '../../contract/users.ts'
import { arrived } from '../loading/screen.ts'
import { storedToken } from '../session/token.ts'
import { listeners } from '../ui/listeners.ts'
import { keysOf, sealedOf, sealKeys, thisBrowser, typedBy } from './entries.ts'
import { isLegacy, migrateLegacy } from './migrate.ts'
import { prepareSealing, sealing } from './sealing.ts'

const { storage } = thisBrowser

/** Listeners for when sealed texts are plain again. */
export const onUnsealed = listeners()

/** The people with a key on this device, except for one. */
const keyHolders = (but?: string) =>
  keysOf(storage).flatMap((key) =>
    key.startsWith(sealKeys) && key !== sealKeys + but ? key.slice(sealKeys.length) : [],
  )

/**
 * Someone signs in: unseals their texts before any screen reads them, and seals the plain texts of others. @throws
 * CallError when the code for it failed to load
 */
export async function unsealTyped({ _id, token, seal_key }: Me): Promise<void> {
  // Another tab may have signed in someone else meanwhile.
  const isSignedIn = () => storedToken() === token
  const keys = keysOf(storage)
  const others = keyHolders(_id)
  if (keys.some(isLegacy)) migrateLegacy(storage)
  if (others.length === 0 && !keys.some((key) => key.startsWith(sealedOf(_id)))) keepKey()
  else {
    const { seal, unseal } = await arrived(sealing())
    for (const other of others) await seal(storage, other, isSignedIn).catch(() => {})
    keepKey()
    await unseal(storage, _id, seal_key, isSignedIn)
    onUnsealed.tell()
  }
  if (keys.some((key) => key.startsWith(typedBy(_id)))) prepareSealing()

  function keepKey() {
    if (!isSignedIn()) return
    try {
      // A plain http address has no cipher: an empty key says that sealing is impossible.
      storage.setItem(sealKeys + _id, crypto.subtle ? seal_key : '')
    } catch {}
  }
}

/** The session ended: seals plain texts. If that is interrupted, the next start of the product finishes it. */
export async function sealTyped(): Promise<void> {
  const isOver = () => storedToken() === null
  if (!isOver() || keyHolders().length === 0) return
  try {
    const { seal } = await sealing()
    for (const person of keyHolders()) await seal(storage, person, isOver)
  } catch {
    // The code failed to load: tries again when the network is back.
    addEventListener('online', () => void sealTyped(), { once: true })
  }
}
