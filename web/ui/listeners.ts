/** Who is told when something outside of React changes: `subscribe` is what `useSyncExternalStore` asks for. */
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
