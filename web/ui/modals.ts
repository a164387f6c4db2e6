import { useSyncExternalStore } from 'react'
import { listeners } from './listeners.ts'

// The open modal dialogs, the topmost last. Anything to be seen or heard above them goes inside the topmost.
const open: HTMLDialogElement[] = []
const { subscribe, tell } = listeners()

/** Records an open dialog. Returns the function that removes it. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  tell()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    tell()
  }
}

export const topModal = () => open.at(-1)

export const useTopModal = () => useSyncExternalStore(subscribe, topModal)
