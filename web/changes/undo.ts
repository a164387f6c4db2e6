import { changes } from '../../contract/changes.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { CallError, call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'

/** Takes a change back; what is on screen of the course is read again. @throws CallError `conflict` when it was changed since */
export async function undo(course_id: string, change_id: string): Promise<void> {
  await call(changes.undo, { params: { course_id, change_id } })
  await queries.invalidateQueries({ queryKey: ['courses', course_id] })
}

/** Says what was done, and offers to take it back. */
export function toastWithUndo(message: string, course_id: string, headers: Headers, t: Authoring['announcements']) {
  const change_id = headers.get('change-id')
  if (!change_id) return toast(message, 'done')
  toast(message, 'done', {
    label: t.undo,
    run: () =>
      void undo(course_id, change_id).then(
        () => toast(t.undone, 'done'),
        (error) => toast(error instanceof CallError && error.code === 'conflict' ? t.notUndone : t.failed, 'wrong'),
      ),
  })
}
