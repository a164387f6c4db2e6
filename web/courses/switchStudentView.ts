import { queries } from '../loading/queryClient.ts'
import { type StudentView, showStudentView } from '../loading/studentView.ts'

/** Switches the student view of a course on or off. */
export function switchStudentView(courseId: string, view?: StudentView): void {
  // A call that starts again on a retry would get the other view's answer.
  void queries.cancelQueries({ queryKey: ['courses', courseId] })
  showStudentView(view)
  // Live events have kept only the other view's answers up to date.
  void queries.invalidateQueries({ queryKey: ['courses', courseId], refetchType: 'none' })
  // The pressed button disappears: the focus moves to the content.
  const main = document.querySelector('main')
  main?.setAttribute('tabindex', '-1')
  main?.focus({ preventScroll: true })
  scrollTo(0, 0)
}
