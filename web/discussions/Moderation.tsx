import type { ReactNode } from 'react'
import type { Can } from '../../contract/courses.ts'
import type { Post, Topic } from '../../contract/discussions.ts'
import { useCan } from '../courses/membership.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { AlertIcon, CheckCircleIcon, LockIcon } from '../ui/icons.tsx'
import { nameOf } from './Byline.tsx'

type Text = Pick<Post, '_id' | 'user' | 'hidden' | 'endorsed'>

const menu = staffCode('TextMenu', () => import('./staff/TextMenu.tsx'))

/** Students write no more in what is locked. */
export const mayWrite = ({ locked }: Pick<Topic, 'locked'>, { work }: Can): boolean => !(locked && work)

/** Shows nothing of the text: staff have hidden it, and somebody has answered it. */
const isVeiled = ({ hidden }: Pick<Text, 'hidden'>): boolean => hidden?.reason === null

/** Who wrote it, in words. */
export const writerOf = (text: Pick<Text, 'user' | 'hidden'>, t: Catalogue['discussions']): string =>
  isVeiled(text) ? t.veiledName : nameOf(text.user, t)

/** A byline, with what staff do with the text behind it. A hidden text shows no author. */
export function WithTextMenu({ text, children }: { text: Text; children: ReactNode }) {
  const { author } = useCan()
  if (isVeiled(text)) return <span />
  if (!author) return children
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      <div className="relative z-1 -mt-1 -me-2 min-h-11 min-w-11 shrink-0">
        <Load fallback={null} compact>
          <StaffPart code={menu} given={{ text }} />
        </Load>
      </div>
    </div>
  )
}

/** What staff made of a text: that one of them stands by it, or that it is hidden and why. */
export function Moderation({ hidden, endorsed, className }: Omit<Text, '_id' | 'user'> & { className?: string }) {
  const t = useText().discussions
  if (!hidden && !endorsed) return null
  return (
    <div className={cx('grid justify-items-start gap-2', className)}>
      {endorsed && (
        <Badge tone="done" icon={<CheckCircleIcon size={14} />}>
          {t.endorsed(nameOf(endorsed.user, t))}
        </Badge>
      )}
      {hidden && (
        <p className="flex items-start gap-2 text-ink-soft text-sm">
          <AlertIcon size={16} className="mt-0.5 shrink-0" />
          <span>
            {isVeiled({ hidden }) ? t.veiled : t.hidden} {hidden.reason && t.reason(hidden.reason)}
          </span>
        </p>
      )}
    </div>
  )
}

/** In place of a form: nobody writes here any more. */
export function LockedNote() {
  return (
    <p className="flex items-center gap-2 text-ink-soft">
      <LockIcon size={18} className="shrink-0" />
      {useText().discussions.lockedNote}
    </p>
  )
}
