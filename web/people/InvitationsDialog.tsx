import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Invitation, invitations } from '../../contract/staff/invitations.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useNow } from '../common/useNow.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { date } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { Alert } from '../ui/Alert.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { returnFocus } from '../ui/focus.ts'
import { Select } from '../ui/Select.tsx'
import { nameOf } from './columns.tsx'
import { PeopleDialog } from './PeopleDialog.tsx'
import { invitationsOf } from './queries.ts'
import { useRolesToGive } from './rolesToGive.ts'

/** The codes and passwords that make people staff of the course. */
export default function InvitationsDialog() {
  return (
    <PeopleDialog title={useAuthoring().people.invitations}>
      <Invitations />
    </PeopleDialog>
  )
}

function Invitations() {
  const { people: t } = useAuthoring()
  const { roles } = useText()
  const course_id = useCourseId()
  const { queryKey } = invitationsOf(course_id)
  const { data } = useSuspenseQuery(invitationsOf(course_id))
  const { busy, write } = useWrite('invitations', { not_allowed: t.instructorsAlone })
  const may = useRolesToGive().filter((role) => role !== 'student')
  const [role, setRole] = useState<Invitation['role']>(may.at(-1) ?? 'assistant')
  const [uses, setUses] = useState('1')
  const [made, setMade] = useState<Invitation & { password: string }>()

  async function make(event: FormEvent) {
    event.preventDefault()
    const body = { role, uses: Number(uses), days: 30 }
    const send = () => callWithHeaders(invitations.create, { params: { course_id }, body, makes: true })
    const done = await write(send, t.invitationMade)
    if (done) {
      const { password, ...invitation } = done
      setMade(done)
      showAnswer<Invitation[]>(queryKey, (all) => all && [invitation, ...all.filter(({ _id }) => _id !== done._id)])
    }
    await queries.invalidateQueries({ queryKey })
  }
  async function revoke({ _id: invitation_id }: Invitation) {
    await write(
      () => callWithHeaders(invitations.revoke, { params: { course_id, invitation_id } }),
      t.invitationRevoked,
    )
    await queries.invalidateQueries({ queryKey })
  }
  // Taken back by Undo or revoked, it lets nobody in.
  const isGood = data.some(({ _id, revoked_at }) => _id === made?._id && revoked_at === null)
  return (
    <div className="grid gap-5">
      <form className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]" onSubmit={(event) => void make(event)}>
        <Select
          label={t.role}
          value={role}
          onChange={(value) => setRole(value === 'assistant' ? 'assistant' : 'instructor')}
          options={may.map((value) => ({ value, label: roles[value] }))}
        />
        <Select
          label={t.forHowMany}
          value={uses}
          onChange={setUses}
          options={['1', '2', '5', '10', '50'].map((value) => ({ value, label: t.peopleOf(Number(value)) }))}
        />
        <Button type="submit" variant="primary" pending={busy}>
          {t.makeInvitation}
        </Button>
      </form>
      {made && isGood && (
        <Alert tone="done">
          <p className="font-semibold">{t.shownOnce}</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt>{t.code}</dt>
            <dd className="select-all font-mono">{made.code}</dd>
            <dt>{t.password}</dt>
            <dd className="select-all font-mono">{made.password}</dd>
          </dl>
          <p className="mt-2">{t.howToUse}</p>
        </Alert>
      )}
      {data.length === 0 ? (
        <p className="text-ink-soft">{t.noInvitations}</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {data.map((invitation) => (
            <Row key={invitation._id} invitation={invitation} busy={busy} onRevoke={() => void revoke(invitation)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({ invitation, busy, onRevoke }: { invitation: Invitation; busy: boolean; onRevoke: () => void }) {
  const t = useAuthoring().people
  const { roles } = useText()
  const now = useNow()
  const { code, role, can, uses_left, used_by, revoked_at, expires_at } = invitation
  const isOver = uses_left === 0 || new Date(expires_at).getTime() < now
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="min-w-0 flex-1">
        <span className="block font-medium font-mono">{code}</span>
        <span className="block text-ink-soft text-sm">
          {roles[role]} · {t.usedBy(used_by.length, used_by.length + uses_left)} · {t.until(date(expires_at))}
        </span>
        {used_by.length > 0 && <span className="block text-sm">{used_by.map(nameOf).join(', ')}</span>}
      </span>
      {revoked_at ? (
        <Badge tone="wrong">{t.revoked}</Badge>
      ) : isOver ? (
        <Badge>{t.over}</Badge>
      ) : (
        can.revoke && (
          <Button ref={returnFocus} size="sm" pending={busy} onClick={onRevoke}>
            {t.revoke}
          </Button>
        )
      )}
    </li>
  )
}
