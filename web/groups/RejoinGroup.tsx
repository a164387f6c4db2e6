import type { Group, Grouping } from '../../contract/groups.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { useAnswer } from './useAnswer.ts'

/** The way back for a person who left a group that others had put them into. */
export function RejoinGroup({ grouping, group: { _id, name } }: { grouping: Grouping; group: Group }) {
  const t = useText().groups
  const answer = useAnswer({ grouping_id: grouping._id, group_id: _id, group_name: name })
  return (
    <Button
      size="sm"
      aria-label={t.comeBackTo(name)}
      pending={answer.isPending}
      onClick={() => answer.mutate('accept')}
    >
      {t.comeBack}
    </Button>
  )
}
