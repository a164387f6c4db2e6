import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ContentItem, contentsPage } from '../../contract/contents.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useNow } from '../common/useNow.ts'
import { useCourseId } from '../courses/queries.ts'
import { exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PlaneDrawing, SearchDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { InfoIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { FoundCount, useContentSearch } from './ContentSearch.tsx'
import { KindIcon, kindOf, sizeOf } from './kinds.tsx'
import { contentsOf } from './queries.ts'
import { search } from './tree.ts'

/** The files and folders of the course. The address holds the search and the number of items shown. */
export function ContentList() {
  const t = useText()
  const { data } = useSuspenseQuery(contentsOf(useCourseId()))
  const { wanted, field, params, set } = useContentSearch()
  const matches = wanted.trim() ? search(data, wanted) : undefined
  const shown = Math.max(contentsPage, Number(params.get('shown')) || 0)
  const { markFirst, isNew } = useFirstNew()
  if (data.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<PlaneDrawing />} title={t.contents.empty} text={t.contents.noFiles} />
      </Card>
    )
  }
  return (
    <Card pad="none">
      <div className="border-line border-b p-4">{field}</div>
      <FoundCount n={matches?.length} />
      {matches ? (
        <Found matches={matches} />
      ) : (
        <>
          <ContentLevel label={t.contents.files} items={data.slice(0, shown)} isNew={isNew} />
          {data.length > shown && (
            <p className="border-line border-t p-2">
              <Button
                variant="bare"
                className="w-full"
                onClick={() => {
                  markFirst(shown)
                  set('shown', String(shown + contentsPage))
                }}
              >
                {t.seeMore}
              </Button>
            </p>
          )}
        </>
      )}
    </Card>
  )
}

function Found({ matches }: { matches: ReturnType<typeof search> }) {
  const t = useText().contents
  if (matches.length === 0) {
    return (
      <div aria-hidden="true">
        <Empty compact drawing={<SearchDrawing />} title={t.notFound} />
      </div>
    )
  }
  return (
    <ul aria-label={t.files} className="p-2">
      {matches.map(({ item, folders }) => (
        <li key={item._id}>
          {item.children ? <Folder item={item} items={item.children} /> : <File item={item} folders={folders} />}
        </li>
      ))}
    </ul>
  )
}

interface LevelProps {
  label: string
  items: ContentItem[]
  isNew?: ReturnType<typeof useFirstNew>['isNew']
}

export function ContentLevel({ label, items, isNew }: LevelProps) {
  const t = useText().contents
  if (items.length === 0) return <p className="px-3 py-2 text-ink-soft text-sm">{t.emptyFolder}</p>
  return (
    <ul aria-label={label} className="p-2">
      {items.map((item, i) => (
        <li key={item._id} {...isNew?.(i)}>
          {item.children ? <Folder item={item} items={item.children} /> : <File item={item} />}
        </li>
      ))}
    </ul>
  )
}

// Kept as long as the application is open, so that folders stay open when the person comes back from a file.
const opened = new Set<string>()

function Folder({ item, items }: { item: ContentItem; items: ContentItem[] }) {
  const t = useText().contents
  const [open, setOpen] = useState(() => opened.has(item._id))
  return (
    <ExpandRow
      icon={<KindIcon kind="folder" />}
      title={
        <>
          {item.file_name}
          {item.file_description && (
            <span className="block font-normal text-ink-soft text-sm">{item.file_description}</span>
          )}
        </>
      }
      meta={t.items(items.length)}
      open={open}
      onOpenChange={(next) => {
        if (next) opened.add(item._id)
        else opened.delete(item._id)
        setOpen(next)
      }}
    >
      <ContentLevel label={item.file_name} items={items} />
    </ExpandRow>
  )
}

function File({ item, folders = [] }: { item: ContentItem; folders?: string[] }) {
  const t = useText().contents
  const courseId = useCourseId()
  const kind = kindOf(item)
  const to = `/course/${courseId}/content/${item._id}/view`
  return (
    <div className="relative flex items-center gap-3 rounded-md px-3 py-2.5 hover:bg-hover">
      <KindIcon kind={kind} />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{item.file_name}</p>
        {item.file_description && <p className="line-clamp-2 break-words text-sm">{item.file_description}</p>}
        <FileFacts item={item} folders={folders} />
      </div>
      <AppLink
        to={to}
        look="cover"
        aria-label={t.info(item.file_name)}
        title={t.info(item.file_name)}
        className="grid size-11 shrink-0 place-items-center rounded-md text-ink-soft"
      >
        <InfoIcon />
      </AppLink>
    </div>
  )
}

/** The facts of a file besides its name. */
export function FileFacts({ item, folders }: { item: ContentItem; folders: string[] }) {
  const t = useText().contents
  const now = useNow()
  return (
    <p className="text-ink-soft text-sm">
      {t.kinds[kindOf(item)]}
      {item.file_bytes !== undefined && <> · {sizeOf(item.file_bytes, t)}</>} ·{' '}
      <Time iso={item.file_upload_datetime} exact={exact(item.file_upload_datetime)}>
        {t.uploaded(relative(item.file_upload_datetime, now))}
      </Time>
      {folders.length > 0 && <> · {t.inFolder(folders.join(' / '))}</>}
    </p>
  )
}

export function ContentListSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        <div className="border-line border-b p-4">
          <Skeleton shape="block" className="h-11" />
        </div>
        <div className="p-2">
          {[0, 1, 2, 3, 4].map((n) => (
            <div key={n} className="flex items-center gap-3 px-3 py-2.5">
              <Skeleton shape="block" className="size-10 shrink-0" />
              <div className="flex-1">
                <Skeleton className="w-1/2" />
                <Skeleton className="w-10/12 text-sm" />
                <Skeleton className="w-1/3 text-sm" />
              </div>
            </div>
          ))}
        </div>
      </Card>
    </SkeletonGroup>
  )
}
