import { afterAll, onTestFinished } from 'vitest'

/** Cleans up after the test that calls it or, outside a test, after the file's tests. */
export function afterwards(undo: () => Promise<void>): void {
  try {
    onTestFinished(undo)
  } catch {
    afterAll(undo)
  }
}
