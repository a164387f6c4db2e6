import { useMutation } from '@tanstack/react-query'
import { type Grouping, groups } from '../../contract/groups.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { call } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { useSendKey } from '../loading/useSendKey.ts'
import { toast } from '../ui/Toast.tsx'
import { groupingsOf } from './queries.ts'

interface Form {
  name: string
  description: string
  members: string[]
}

/**
 * Creates a group. Sending the same form twice, as after a lost response, creates one. `onCreated` runs also when the
 * form has closed meanwhile.
 */
export function useCreateGroup(grouping: Grouping, onCreated: () => void) {
  const t = useText().groups
  const course_id = useCourseId()
  const sendKey = useSendKey()
  const again = () => void queries.invalidateQueries(groupingsOf(course_id))
  return useMutation({
    mutationFn: (body: Form) => {
      const params = { course_id, grouping_id: grouping._id }
      return call(groups.create, { params, body, idempotencyKey: sendKey.of(body) })
    },
    onSuccess: (group) => {
      toast(t.created(group.name), 'done')
      onCreated()
      again()
    },
    // Group members may have changed since the page loaded.
    onError: again,
  })
}
