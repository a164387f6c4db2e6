import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ExternalLink } from '../../contract/contents.ts'
import { NewTab } from '../common/NewTab.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ExternalIcon, LinkIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { linksOf } from './queries.ts'

export function Links() {
  const t = useText().contents
  const { data } = useSuspenseQuery(linksOf(useCourseId()))
  if (data.length === 0) return <Empty compact drawing={<PlaneDrawing />} title={t.empty} text={t.noLinks} />
  return (
    <ul aria-label={t.links}>
      {data.map((link) => (
        <li key={link._id}>
          <LinkRow link={link} />
        </li>
      ))}
    </ul>
  )
}

/** One link; the children stand below its words. */
export function LinkRow({ link, children }: { link: ExternalLink; children?: ReactNode }) {
  return (
    <a
      href={link.link_url}
      target="_blank"
      rel="noopener noreferrer"
      className="flex min-h-13 min-w-0 flex-1 items-start gap-3 rounded-md p-3 outline-offset-[-2px] hover:bg-hover"
    >
      <LinkIcon size={20} className="mt-0.5 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block break-words font-medium">{link.link_name}</span>
        {link.link_description && (
          <span className="block break-words text-ink-soft text-sm">{link.link_description}</span>
        )}
        {children}
      </span>
      <ExternalIcon size={16} className="mt-1 text-ink-soft" />
      <NewTab />
    </a>
  )
}

export function LinksSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      {[0, 1, 2].map((n) => (
        <div key={n} className="flex gap-3 p-3">
          <Skeleton shape="circle" className="size-5" />
          <div className="flex-1">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-10/12 text-sm" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
