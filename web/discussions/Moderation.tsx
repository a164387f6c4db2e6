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

type Text = Pick<Post, '_id' | 'user' | 'hidden' | 'endorsed' | 'deleted' | 'edited'>
type About = Pick<Text, 'user' | 'hidden' | 'deleted'>

const menu = staffCode('TextMenu', () => import('./staff/TextMenu.tsx'))

/** Students cannot write in a locked topic. */
export const mayWrite = ({ locked }: Pick<Topic, 'locked'>, { work }: Can): boolean => !(locked && work)

/** A hidden text with an answer: it shows nothing else. */
const isVeiled = ({ hidden }: Pick<Text, 'hidden'>): boolean => hidden?.reason === null

/** A deleted text with an answer. Staff see its author. */
const isNameless = ({ user, deleted }: Pick<Text, 'user' | 'deleted'>): boolean => deleted === true && user._id === ''

/** The author in words. */
export const writerOf = (text: About, t: Catalogue['discussions']): string =>
  isVeiled(text) ? t.veiledName : isNameless(text) ? t.deletedName : nameOf(text.user, t)

/** The text can be read and answered. */
export const isThere = ({ hidden, deleted }: Pick<Text, 'hidden' | 'deleted'>): boolean => !hidden && !deleted

/** A byline, followed by the menu of the author and of staff. A hidden text shows no author. */
export function WithTextMenu({ text, own, children }: { text: Text; own?: ReactNode; children: ReactNode }) {
  const { author } = useCan()
  if (isVeiled(text) || isNameless(text)) return <span />
  if (!author && !own) return children
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">{children}</div>
      {own}
      {author && <StaffMenu text={text} />}
    </div>
  )
}

function StaffMenu({ text }: { text: Text }) {
  return (
    <div className="relative z-1 -mt-1 -me-2 min-h-11 min-w-11 shrink-0">
      <Load fallback={null} compact>
        <StaffPart code={menu} given={{ text }} />
      </Load>
    </div>
  )
}

/** The state of a text: endorsed by staff, hidden with a reason, or deleted by its author. */
export function Moderation({
  hidden,
  endorsed,
  deleted,
  className,
}: Omit<Text, '_id' | 'user'> & { className?: string }) {
  const t = useText().discussions
  if (!hidden && !endorsed && !deleted) return null
  return (
    <div className={cx('grid justify-items-start gap-2', className)}>
      {endorsed && (
        <Badge tone="done" icon={<CheckCircleIcon size={14} />}>
          {t.endorsed(nameOf(endorsed.user, t))}
        </Badge>
      )}
      {deleted && <p className="text-ink-soft text-sm">{t.deletedText}</p>}
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

/** Replaces a form in a locked topic. */
export function LockedNote() {
  return (
    <p className="flex items-center gap-2 text-ink-soft">
      <LockIcon size={18} className="shrink-0" />
      {useText().discussions.lockedNote}
    </p>
  )
}
