/** A set of listeners; `subscribe` fits `useSyncExternalStore`. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    subscribe(listener: () => void): () => void {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell(): void {
      for (const listener of [...all]) listener()
    },
  }
}
