import { changes } from '../../contract/changes.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { toast } from '../ui/Toast.tsx'

/** Undoes a change, then renews the course on screen. @throws CallError `conflict` when somebody changed it since */
export async function undo(course_id: string, change_id: string): Promise<void> {
  await callWithHeaders(changes.undo, { params: { course_id, change_id } })
  await queries.invalidateQueries({ queryKey: ['courses', course_id] })
}

export const changeOfHeaders = (headers: Headers): string[] => {
  const change = headers.get('change-id')
  return change ? [change] : []
}

/** Says what some changes did, and offers to undo them, the last one first. */
export function toastWithUndo(message: string, course_id: string, made: string[], t: Authoring['writes']) {
  if (made.length === 0) return toast(message, 'done')
  const takeBack = async () => {
    try {
      for (const change of made.toReversed()) await undo(course_id, change)
      toast(t.undone, 'done')
    } catch (error) {
      toast(error instanceof CallError && error.code === 'conflict' ? t.notUndone : t.failed, 'wrong')
    }
  }
  toast(message, 'done', { label: t.undo, run: () => void takeBack() })
}
