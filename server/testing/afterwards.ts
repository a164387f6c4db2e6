import { afterAll, onTestFinished } from 'vitest'

/** Undoes something after the test that did it, or, when it was done outside a test, after the file's tests. */
export function afterwards(undo: () => Promise<void>): void {
  try {
    onTestFinished(undo)
  } catch {
    afterAll(undo)
  }
}
