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

/** Which of some fields are filled in, as a `1` or a `0` each. */
export const useFilled = (draft: Draft, names: string[]): string => {
  const key = names.join()
  const watch = useCallback(
    (listener: () => void) => {
      const stops = key.split(',').map((field) => draft.watch({ field }, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [draft, key],
  )
  return useSyncExternalStore(watch, () => names.map((name) => (draft.value(name) === '' ? '0' : '1')).join(''))
}
