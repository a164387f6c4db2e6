import { whenIdle } from '../loading/whenIdle.ts'

let arriving: Promise<typeof import('./seal.ts')> | undefined

/** The code that seals and unseals. It loads as soon as there is a field to type in: a person may sign out offline. */
export function sealing(): Promise<typeof import('./seal.ts')> {
  arriving ??= import('./seal.ts').catch((error) => {
    arriving = undefined
    throw error
  })
  return arriving
}

/** Loads it in idle time. */
export const prepareSealing = (): void => void whenIdle(() => void sealing().catch(() => {}))
