import type { Invitation } from '../../contract/groups.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useAnswer } from './useAnswer.ts'

/** Says who put the person into a group and what that means, with both answers one press away. */
export function Invited({ invitation }: { invitation: Invitation }) {
  const t = useText().groups
  const { group_name: group, invited_by: by, submitted } = invitation
  const answer = useAnswer(invitation)
  return (
    <Alert tone="note" title={by ? t.invited.by(by, group) : t.invited.byNobody(group)}>
      {submitted.length === 0 ? (
        <p>{t.invited.counts}</p>
      ) : (
        <>
          <p>{t.invited.submitted}</p>
          <ul className="list-disc ps-5">
            {submitted.map(({ assignment_name, datetime }) => (
              <li key={assignment_name} className="break-words">
                {assignment_name}, {dateTime(datetime)}
              </li>
            ))}
          </ul>
          <p>{t.invited.stays}</p>
        </>
      )}
      <p>{t.invited.leaves}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="primary" size="sm" aria-label={t.acceptOf(group)} onClick={() => answer.mutate('accept')}>
          {t.accept}
        </Button>
        <Button size="sm" aria-label={t.leaveOf(group)} onClick={() => answer.mutate('leave')}>
          {t.leave}
        </Button>
      </div>
    </Alert>
  )
}
