import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type Grouping, groups } from '../../contract/groups.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { call } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { queries } from '../loading/queryClient.ts'
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
  const sent = useRef({ form: '', key: '' })
  const again = () => void queries.invalidateQueries(groupingsOf(course_id))
  return useMutation({
    mutationFn: (body: Form) => {
      const form = JSON.stringify(body)
      if (sent.current.form !== form) sent.current = { form, key: newIdempotencyKey() }
      const params = { course_id, grouping_id: grouping._id }
      return call(groups.create, { params, body, idempotencyKey: sent.current.key })
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
