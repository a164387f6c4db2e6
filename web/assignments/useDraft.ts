import { useCallback, useSyncExternalStore } from 'react'
import type { Draft } from './draft.ts'

/** The value of one field; the component renders for changes of that field only. */
export const useField = (draft: Draft, name: string): string => {
  const watch = useCallback((listener: () => void) => draft.watch({ field: name }, listener), [draft, name])
  return useSyncExternalStore(watch, () => draft.value(name))
}

/** The filled-in fields. It changes when a field becomes empty or filled, not with every key. */
export const useDone = (draft: Draft): readonly boolean[] => {
  const watch = useCallback((listener: () => void) => draft.watch('done', listener), [draft])
  return useSyncExternalStore(watch, draft.done)
}

/** Text from this device that is not part of the submission. */
export const useUnsent = (draft: Draft): ReadonlyMap<string, string> => {
  const watch = useCallback((listener: () => void) => draft.watch('unsent', listener), [draft])
  return useSyncExternalStore(watch, draft.unsent)
}

/** Fields in which this device and another changed the same words. */
export const useConflicts = (draft: Draft): readonly string[] => {
  const watch = useCallback((listener: () => void) => draft.watch('conflicts', listener), [draft])
  return useSyncExternalStore(watch, draft.conflicts)
}
