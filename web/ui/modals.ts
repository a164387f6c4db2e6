import { useSyncExternalStore } from 'react'

// The open modal dialogs, the topmost last. What must be seen or heard above them goes inside the topmost.
const open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Records an open dialog; the answer takes it off again. */
export function enterModal(dialog: HTMLDialogElement): () => void {
  open.push(dialog)
  changed()
  return () => {
    open.splice(open.indexOf(dialog), 1)
    changed()
  }
}

export const topModal = () => open.at(-1)

export function useTopModal() {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, topModal)
}
