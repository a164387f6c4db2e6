import { whenIdle } from '../loading/whenIdle.ts'

let arriving: Promise<typeof import('./seal.ts')> | undefined

/** The code that seals and unseals. It is fetched as soon as there is something to type in: who signs out may be offline. */
export function sealing(): Promise<typeof import('./seal.ts')> {
  arriving ??= import('./seal.ts').catch((error) => {
    arriving = undefined
    throw error
  })
  return arriving
}

/** Fetches it for later, when the page stands. */
export const prepareSealing = (): void => void whenIdle(() => void sealing().catch(() => {}))
