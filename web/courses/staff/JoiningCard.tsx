import { useState } from 'react'
import {
  type CourseSettings,
  courseWrites,
  joinPasswordLeast,
  joinPasswordMost,
} from '../../../contract/staff/courses.ts'
import { revisionOf } from '../../changes/revisions.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { announce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { returnFocus } from '../../ui/focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { isShortPassword } from './fields.ts'
import { settingsOf, showSettings } from './queries.ts'

const DAYS = [1, 7, 30, 120]

/** How students join: with a password, with a link, or not at all. Each press takes effect at once. */
export function JoiningCard({ settings }: { settings: CourseSettings }) {
  const t = useAuthoring().courses
  const isClosed = !settings.join_password && settings.join_links.length === 0
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 className="font-semibold text-lg">{t.joining}</h3>
      {isClosed && <p className="text-ink-soft">{t.joiningClosed}</p>}
      <Password settings={settings} />
      <Links settings={settings} />
    </Card>
  )
}

function Password({ settings }: { settings: CourseSettings }) {
  const { _id: course_id, join_password } = settings
  const t = useAuthoring().courses
  const { busy, write } = useWrite('settings')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()

  async function save(next: string | null, done: string) {
    const input = () => ({ params: { course_id }, body: { join_password: next }, revision: revisionOf(settings) })
    const saved = await write(() => callWithHeaders(courseWrites.edit, input()), done)
    if (!saved) return
    // Unless another one is typed by now.
    setPassword((now) => (now === next ? '' : now))
    await showSettings(course_id, saved)
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isShortPassword(password)) setError(t.passwordShort(joinPasswordLeast))
        else void save(password, t.passwordSaved)
      }}
    >
      <h4 className="font-medium">{t.password}</h4>
      <p className="text-sm">{join_password ? t.passwordSet : t.passwordNone}</p>
      <TextField
        label={t.newPassword}
        help={t.passwordHelp(joinPasswordLeast)}
        autoComplete="off"
        maxLength={joinPasswordMost}
        value={password}
        error={error}
        onChange={(next) => {
          setPassword(next)
          setError(undefined)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={busy}>
          {t.setPassword}
        </Button>
        {join_password && (
          <Button ref={returnFocus} idle={busy} onClick={() => void save(null, t.passwordRemoved)}>
            {t.removePassword}
          </Button>
        )}
      </div>
    </form>
  )
}

function Links({ settings: { _id: course_id, join_links } }: { settings: CourseSettings }) {
  const t = useAuthoring().courses
  const { busy, write } = useWrite('settings')
  const [days, setDays] = useState('7')
  const renew = () => queries.invalidateQueries({ queryKey: settingsOf(course_id).queryKey })

  async function add() {
    const input = { params: { course_id }, body: { days: Number(days) } }
    if (await write(() => callWithHeaders(courseWrites.addJoinLink, input), t.linkAdded)) await renew()
  }
  async function revoke(link_id: string) {
    const params = { course_id, link_id }
    if (await write(() => callWithHeaders(courseWrites.revokeJoinLink, { params }), t.linkRevoked)) await renew()
  }
  async function copy(address: string, line: HTMLElement | null | undefined) {
    // On a plain http address there is no clipboard; the person can still copy the selected text.
    const clipboard: Clipboard | undefined = navigator.clipboard
    if (clipboard) await clipboard.writeText(address)
    else {
      if (line) getSelection()?.selectAllChildren(line)
      document.execCommand('copy')
    }
    toast(t.linkCopied, 'done')
    announce(t.linkCopied)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h4 className="font-medium">{t.links}</h4>
      <p className="text-ink-soft text-sm">{t.linksHelp}</p>
      {join_links.length > 0 && (
        <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
          {join_links.map(({ _id, location, expires_at, uses }) => {
            const address = new URL(location, window.location.origin).href
            return (
              <li key={_id} ref={returnFocus} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                <p className="min-w-0 flex-1 basis-60">
                  <span className="block truncate font-mono text-sm" title={address}>
                    {address}
                  </span>
                  <span className="text-ink-soft text-sm">
                    {t.linkUntil(dateTime(expires_at))} · {t.linkUses(uses)}
                  </span>
                </p>
                <Button
                  size="sm"
                  onClick={({ currentTarget }) =>
                    void copy(address, currentTarget.parentElement?.querySelector<HTMLElement>('[title]'))
                  }
                >
                  {t.copyLink}
                </Button>
                <Button size="sm" idle={busy} onClick={() => void revoke(_id)}>
                  {t.revokeLink}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t.linkGood}
          value={days}
          onChange={setDays}
          options={DAYS.map((n) => ({ value: String(n), label: t.linkDays(n) }))}
        />
        <Button pending={busy} onClick={() => void add()}>
          {t.addLink}
        </Button>
      </div>
    </div>
  )
}
