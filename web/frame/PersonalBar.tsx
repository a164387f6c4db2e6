import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { session } from '../../contract/session.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useText } from '../i18n/index.ts'
import { call } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { prefetch, start } from '../loading/prefetch.ts'
import { NotificationList, NotificationListSkeleton } from '../notifications/NotificationList.tsx'
import { notificationsQuery, useUnreadCount } from '../notifications/queries.ts'
import { commandKey } from '../palette/keyboard.ts'
import type { Asked } from '../palette/usePalette.ts'
import { useMe } from '../session/queries.ts'
import { dropToken } from '../session/token.ts'
import { sealTyped } from '../typed/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { BellIcon, LogoutIcon, MenuIcon, PlusIcon, SearchIcon, SettingsIcon } from '../ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu.tsx'
import { Panel } from '../ui/Panel.tsx'

type Open = 'bell' | 'account'

/** The bell and the account menu. One of them is open at a time, and going to another page closes it. */
export function PersonalBar({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const { key } = useLocation()
  const [opened, setOpened] = useState<{ what: Open; at: string }>()
  const open = opened?.at === key ? opened.what : undefined
  const set = (what: Open) => (is: boolean) =>
    setOpened((now) => (is ? { what, at: key } : now?.what === what ? undefined : now))
  return (
    <>
      <Bell open={open === 'bell'} onOpenChange={set('bell')} />
      <Account open={open === 'account'} onOpenChange={set('account')} onAsk={onAsk} />
    </>
  )
}

interface OpenProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

function Bell({ open, onOpenChange }: OpenProps) {
  const t = useText()
  const unread = useUnreadCount()
  const label = unread > 0 ? `${t.frame.notifications}, ${t.frame.unread(unread)}` : t.frame.notifications
  return (
    <Panel
      open={open}
      onOpenChange={onOpenChange}
      onIntent={() => start([notificationsQuery])}
      label={label}
      icon={<BellIcon />}
      count={unread > 99 ? '99+' : unread || undefined}
      title={t.frame.notifications}
      footer={
        <AppLink to="/notification" className="block rounded-md p-3 text-center font-medium text-accent hover:bg-hover">
          {t.seeAll}
        </AppLink>
      }
    >
      <Load fallback={<NotificationListSkeleton />} compact>
        <NotificationList level="h3" />
      </Load>
    </Panel>
  )
}

function Account({ open, onOpenChange, onAsk }: OpenProps & { onAsk: (asked: Asked) => void }) {
  const t = useText().frame
  const { _id, first, last, email, img } = useMe()
  const navigate = useNavigate()
  const name = `${first} ${last}`.trim()

  async function signOut() {
    // Signing out works without the server too; the session then expires by itself.
    const ended = call(session.end, { params: {} }).catch(() => {})
    dropToken()
    void sealTyped()
    await navigate('/login', { replace: true })
    await ended
  }

  return (
    <Menu
      open={open}
      onOpenChange={onOpenChange}
      label={t.account}
      button={<Avatar id={_id} name={name} src={img} size={36} />}
      header={
        <>
          <p className="break-words font-semibold">{name}</p>
          <p className="break-words text-ink-soft text-sm">{email}</p>
        </>
      }
    >
      <MenuItem to="/join" icon={<PlusIcon size={20} />} onIntent={() => void prefetch('/join')}>
        {t.join}
      </MenuItem>
      <MenuItem to="/setting" icon={<SettingsIcon size={20} />} onIntent={() => void prefetch('/setting')}>
        {t.setting}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onAction={() => onAsk('palette')} icon={<SearchIcon size={20} />} keys={`${commandKey} K`}>
        {t.goTo}
      </MenuItem>
      <MenuItem onAction={() => onAsk('shortcuts')} icon={<MenuIcon size={20} />} keys="?">
        {t.shortcuts}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onAction={() => void signOut()} icon={<LogoutIcon size={20} />}>
        {t.logout}
      </MenuItem>
    </Menu>
  )
}
