import { hashKey, useMutation } from '@tanstack/react-query'
import type { Assignment } from '../../contract/assignments.ts'
import { groups, type Invitation } from '../../contract/groups.ts'
import { useCourseId } from '../courses/queries.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { CallError, call } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { queries } from '../loading/queryClient.ts'
import { useMe } from '../session/queries.ts'
import { toast } from '../ui/Toast.tsx'
import { groupingsOf } from './queries.ts'
import { accepted, without } from './rules.ts'

export type Answer = 'accept' | 'leave'

type Asked = Pick<Invitation, 'grouping_id' | 'group_id' | 'group_name'>

/** Answers an invitation. The result shows at once wherever the group appears, and reverts if the server refuses. */
export function useAnswer({ grouping_id, group_id, group_name }: Asked) {
  const t = useText()
  const course_id = useCourseId()
  const { _id, first, last, email, img } = useMe()
  const me = { _id, first, last, email, img: img ?? undefined }
  const { queryKey } = groupingsOf(course_id)
  const touched = [queryKey, ['courses', course_id, 'assignments']]
  const mutationKey = ['answer', group_id]
  const renew = () => {
    // While several answers are under way, the server's state before the last is older than what the person sees.
    if (queries.isMutating({ mutationKey }) > 1) return
    for (const key of [...touched, ['courses', 'upcoming']]) void queries.invalidateQueries({ queryKey: key })
  }
  return useMutation({
    mutationKey,
    // Requests go one after the other: a person who comes back before the server has removed them is still a member.
    scope: { id: mutationKey.join() },
    mutationFn: (answer: Answer) => call(groups[answer], { params: { course_id, grouping_id, group_id } }),
    async onMutate(answer) {
      // A response under way is older than this answer and would bring the invitation back.
      await Promise.all(touched.map((key) => queries.cancelQueries({ queryKey: key })))
      const before = touched.flatMap((key) => queries.getQueriesData({ queryKey: key }))
      const change = answer === 'accept' ? accepted : without
      const isSheet = ({ queryKey: k }: { queryKey: readonly unknown[] }) => k[4] === 'my'
      const show = () => {
        queries.setQueryData(queryKey, (all) => all && change(all, group_id, me))
        queries.setQueriesData<Assignment>(
          { queryKey: touched[1], predicate: isSheet },
          (sheet) => sheet && answered(sheet, group_id),
        )
      }
      show()
      // A reading after a live event may not include this answer yet.
      const stop = queries.getQueryCache().subscribe((event) => {
        const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
        const { queryKey: read } = event.query
        if (isRead && (hashKey(read) === hashKey(queryKey) || (isSheet(event.query) && read[1] === course_id))) show()
      })
      return { before, stop }
    },
    onSuccess: (_, answer) =>
      toast(answer === 'accept' ? t.groups.accepted(group_name) : t.groups.left(group_name), 'done'),
    onError(error, answer, context) {
      context?.stop()
      // The person has left already, as they wanted.
      if (answer === 'leave' && codeOf(error) === 'not_found') return toast(t.groups.left(group_name), 'done')
      for (const [key, data] of context?.before ?? []) queries.setQueryData(key, data)
      toast(`${t.groups.notAnswered[answer](group_name)} ${reasonOf(error, t)}`, 'wrong')
    },
    onSettled(_, __, ___, context) {
      context?.stop()
      renew()
    },
  })
}

function answered(sheet: Assignment, group_id: string): Assignment {
  if (sheet.invitation?.group_id !== group_id) return sheet
  const { invitation: _, ...rest } = sheet
  return rest
}

const codeOf = (error: unknown) => (error instanceof CallError ? error.code : undefined)

function reasonOf(error: unknown, t: Catalogue): string {
  const code = codeOf(error)
  if (code === 'not_found') return t.groups.inNoMore
  if (code === 'already_in_group') return t.groups.inAnother
  if (code === 'conflict') return t.groups.leaveConflict
  return failureWords(error, { ...t.errors, offlineText: t.groups.refusals.offline }).text
}
