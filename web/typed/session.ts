import type { Me } from '../../contract/users.ts'
import { arrived } from '../loading/screen.ts'
import { storedToken } from '../session/token.ts'
import { listeners } from '../ui/listeners.ts'
import { keysOf, sealedOf, sealKeys, thisBrowser, typedBy } from './entries.ts'
import { isOld, moveOld } from './old.ts'
import { prepareSealing, sealing } from './sealing.ts'

const { storage } = thisBrowser

/** Told when what was sealed is plain again. */
export const whenTypedIsOpen = listeners()

/** Whose keys are there, but for one person. */
const keyHolders = (but?: string) =>
  keysOf(storage).flatMap((key) =>
    key.startsWith(sealKeys) && key !== sealKeys + but ? key.slice(sealKeys.length) : [],
  )

/**
 * Somebody is signed in: what was sealed for them is plain again before any screen reads it, and what is plain of others
 * is sealed. @throws CallError when the code for it did not arrive
 */
export async function openTyped({ _id, token, seal_key }: Me): Promise<void> {
  // Another tab may have signed in somebody else meanwhile.
  const isSignedIn = () => storedToken() === token
  const keys = keysOf(storage)
  const others = keyHolders(_id)
  if (keys.some(isOld)) moveOld(storage)
  if (others.length === 0 && !keys.some((key) => key.startsWith(sealedOf(_id)))) keepKey()
  else {
    const { seal, unseal } = await arrived(sealing())
    for (const other of others) await seal(storage, other, isSignedIn).catch(() => {})
    keepKey()
    await unseal(storage, _id, seal_key, isSignedIn)
    whenTypedIsOpen.tell()
  }
  if (keys.some((key) => key.startsWith(typedBy(_id)))) prepareSealing()

  function keepKey() {
    if (!isSignedIn()) return
    try {
      // A plain http address has no cipher: then it is known that nothing can be sealed.
      storage.setItem(sealKeys + _id, crypto.subtle ? seal_key : '')
    } catch {}
  }
}

/** Nobody is signed in any more: seals what is plain. What comes in between is done when the product is next opened. */
export async function sealTyped(): Promise<void> {
  const isOver = () => storedToken() === null
  if (!isOver() || keyHolders().length === 0) return
  try {
    const { seal } = await sealing()
    for (const person of keyHolders()) await seal(storage, person, isOver)
  } catch {
    // The code for it did not arrive: the next line brings it.
    addEventListener('online', () => void sealTyped(), { once: true })
  }
}
