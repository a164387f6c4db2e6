import { type ReactNode, useState } from 'react'
import type { Group } from '../../contract/groups.ts'
import { RoleBadge } from '../courses/RoleBadge.tsx'
import { useText } from '../i18n/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { CourseCover } from '../ui/CourseCover.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { GroupIcon } from '../ui/icons.tsx'
import { byName, nameOf } from './rules.ts'

/** The number of members before "show all". */
const FIRST = 6

interface Props {
  group: Omit<Group, 'can'>
  /** Announced before the members. */
  notice?: ReactNode
  action?: ReactNode
}

/** A group: its picture, or one drawn from its id, its name, slogan and members. */
export function GroupCard({ group, notice, action }: Props) {
  const t = useText().groups
  const [all, setAll] = useState(false)
  const { markFirst, isNew } = useFirstNew()
  const members = byName(group.members)
  const shown = all || members.length <= FIRST + 1 ? members : members.slice(0, FIRST)
  return (
    <Card as="article" pad="none" className="flex h-full flex-1 flex-col overflow-hidden">
      <CourseCover id={group._id} src={group.img} className="h-28" />
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div>
          <h3 className="break-words font-semibold text-lg">{group.name}</h3>
          {group.description && <p className="break-words text-ink-soft">{group.description}</p>}
        </div>
        {notice}
        <p className="flex items-center gap-2 text-ink-soft text-sm tabular-nums">
          <GroupIcon size={18} />
          {t.members(members.length)}
        </p>
        <ul className="grid gap-2">
          {shown.map((member, i) => (
            <li key={member._id} {...isNew(i)} className="flex min-w-0 items-center gap-2.5">
              <Avatar id={member._id} name={nameOf(member)} src={member.img} size={28} />
              <span className="min-w-0 break-words text-sm leading-tight">
                {nameOf(member)}
                {!member.accepted && <span className="block text-ink-soft text-xs">{t.notAccepted}</span>}
              </span>
              <RoleBadge role={member.role} />
            </li>
          ))}
        </ul>
        {shown.length < members.length && (
          <Button
            size="sm"
            variant="bare"
            className="justify-self-start"
            onClick={() => {
              setAll(true)
              markFirst(FIRST)
            }}
          >
            {t.showMembers(members.length)}
          </Button>
        )}
        {action && <div className="mt-auto flex justify-end pt-1">{action}</div>}
      </div>
    </Card>
  )
}
