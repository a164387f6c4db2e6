import { useSyncExternalStore } from 'react'
import { listeners } from '../ui/listeners.ts'

/*
 * The student view: staff see one course as its students do. While it is on, every call in that course carries
 * `as=student` (call.ts), so the server answers as it answers a student; writes are not sent. sessionStorage keeps it: it
 * survives a reload, belongs to one tab, and never travels with a copied link.
 */

export interface StudentView {
  courseId: string
  /** The person who switched it on: it ends when someone else signs in. */
  personId: string
}

const KEY = 'student-view'
const { subscribe, tell } = listeners()
let view = stored()

function stored(): StudentView | undefined {
  try {
    const [courseId, personId] = sessionStorage.getItem(KEY)?.split(' ') ?? []
    return courseId && personId ? { courseId, personId } : undefined
  } catch {
    return undefined
  }
}

const read = () => view
export const useStudentView = (): StudentView | undefined => useSyncExternalStore(subscribe, read, read)

/** The query parameter of calls in a course, which also becomes a part of the keys' hash (queryClient.ts). */
export const studentMark = (params: unknown): { as: 'student' } | undefined =>
  view && (params as { course_id?: string }).course_id === view.courseId ? { as: 'student' } : undefined

/** Tells of each press that would have written something. */
export const { subscribe: onWriteInStudentView, tell: sayNothingIsSaved } = listeners()

/** Switches the view on, or off without an argument. */
export function showStudentView(next?: StudentView): void {
  view = next
  try {
    if (next) sessionStorage.setItem(KEY, `${next.courseId} ${next.personId}`)
    else sessionStorage.removeItem(KEY)
  } catch {}
  tell()
}
