import { useSuspenseQuery } from '@tanstack/react-query'
import { NewTab } from '../common/NewTab.tsx'
import { useText } from '../i18n/index.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { ExternalIcon, GroupIcon, LinkIcon, VideoIcon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { courseOf, useCourseId } from './queries.ts'

const kinds = [
  ['facebook', LinkIcon],
  ['team', GroupIcon],
  ['echo', VideoIcon],
] as const

/** The course's pages on other services. */
export function Contacts() {
  const t = useText().course
  const { course_contact } = useSuspenseQuery(courseOf(useCourseId())).data
  const there = kinds.filter(([kind]) => course_contact[kind])
  if (there.length === 0) return <p className="text-ink-soft">{t.noContact}</p>
  return (
    <ul className="flex flex-wrap gap-3">
      {there.map(([kind, Icon]) => (
        <li key={kind}>
          <a
            href={course_contact[kind] ?? ''}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('quiet', 'md')}
          >
            <Icon size={18} />
            {t[kind]}
            <ExternalIcon size={16} />
            <NewTab />
          </a>
        </li>
      ))}
    </ul>
  )
}

export function ContactsSkeleton() {
  return (
    <div className="flex flex-wrap gap-3">
      <Skeleton shape="block" className="h-11 w-40" />
      <Skeleton shape="block" className="h-11 w-32" />
    </div>
  )
}
