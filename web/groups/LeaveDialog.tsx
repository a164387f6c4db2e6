import { useMutation } from '@tanstack/react-query'
import { type Group, type Grouping, groups } from '../../contract/groups.ts'
import { useLeave } from '../common/useLeave.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { queries } from '../loading/queryClient.ts'
import { Alert } from '../ui/Alert.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { toast } from '../ui/Toast.tsx'
import { groupingsOf } from './queries.ts'

/** Asks before a person leaves a group. */
export function LeaveDialog({ grouping, group, back }: { grouping: Grouping; group: Group; back: string }) {
  const t = useText()
  const course_id = useCourseId()
  const goTo = useLeave()
  const close = () => goTo(back)
  const leave = useMutation({
    mutationFn: () => call(groups.leave, { params: { course_id, grouping_id: grouping._id, group_id: group._id } }),
    onSuccess: () => toast(t.groups.left(group.name), 'done'),
    // After a failure too: a member may have submitted since, and then nobody can leave.
    onSettled: () => void queries.invalidateQueries(groupingsOf(course_id)),
  })
  const conflict = leave.error instanceof CallError && leave.error.code === 'conflict'
  return (
    <ConfirmDialog
      title={t.groups.leaveTitle}
      confirmLabel={t.groups.leave}
      cancelLabel={t.groups.leaveStay}
      closeLabel={t.close}
      tone="danger"
      pending={leave.isPending}
      // Only while the dialog is open: a person who closed it is elsewhere.
      onConfirm={() => leave.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      <p>{t.groups.leaveText(group.name)}</p>
      {group.members.length === 1 && <p className="mt-2 text-ink-soft">{t.groups.leaveLast}</p>}
      {leave.isError && (
        <Alert tone="wrong" live className="mt-4">
          {conflict
            ? t.groups.leaveConflict
            : failureWords(leave.error, { ...t.errors, offlineText: t.groups.refusals.offline }).text}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
