import { createContext } from 'react'
import { isUndone, undo } from '../../changes/undo.ts'

/**
 * The changes that this person makes of the marks on a work while it is open: they go to the server one after another,
 * and Ctrl+Z takes them back one by one.
 */
export function createMarkChanges() {
  const made: string[] = []
  /** The undos, which can be undone until the next change. */
  let undos: string[] = []
  let line: Promise<unknown> = Promise.resolve()

  function inLine<R>(run: () => Promise<R>): Promise<R> {
    const done = line.then(run)
    line = done.catch(() => {})
    return done
  }
  /** Undefined: there is none to take back. @throws CallError */
  const takeBack = (course_id: string, from: () => string[], to: () => string[]) =>
    inLine(async () => {
      const last = from().findLast((one) => !isUndone(one))
      if (!last) return undefined
      const undone = await undo(course_id, last)
      to().push(undone.change)
      return undone
    })
  return {
    inLine,
    add(change: string) {
      made.push(change)
      undos = []
    },
    undo: (course_id: string) =>
      takeBack(
        course_id,
        () => made,
        () => undos,
      ),
    redo: (course_id: string) =>
      takeBack(
        course_id,
        () => undos,
        () => made,
      ),
  }
}

export type MarkChanges = ReturnType<typeof createMarkChanges>
export const MarkChangesContext = createContext(createMarkChanges())
