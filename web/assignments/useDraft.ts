import { useCallback, useSyncExternalStore } from 'react'
import type { Draft } from './draft.ts'

/** What one field holds; the component follows that field alone. */
export const useField = (draft: Draft, name: string): string => {
  const watch = useCallback((listener: () => void) => draft.watch({ field: name }, listener), [draft, name])
  return useSyncExternalStore(watch, () => draft.value(name))
}

/** Which fields are filled in; changes with a field that is emptied or begun, not with each key. */
export const useDone = (draft: Draft): readonly boolean[] => {
  const watch = useCallback((listener: () => void) => draft.watch('done', listener), [draft])
  return useSyncExternalStore(watch, draft.done)
}

/** What was typed here and is not part of the submission. */
export const useUnsent = (draft: Draft): ReadonlyMap<string, string> => {
  const watch = useCallback((listener: () => void) => draft.watch('unsent', listener), [draft])
  return useSyncExternalStore(watch, draft.unsent)
}

/** The fields in which both this device and another had changed the same place. */
export const useConflicts = (draft: Draft): readonly string[] => {
  const watch = useCallback((listener: () => void) => draft.watch('conflicts', listener), [draft])
  return useSyncExternalStore(watch, draft.conflicts)
}
