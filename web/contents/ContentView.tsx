import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { type ContentItem, contents } from '../../contract/contents.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useListAddress } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, dayBefore, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { call } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { ItemTitle } from '../ui/ItemTitle.tsx'
import { ArrowLeftIcon, DownloadIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { ContentLevel } from './ContentList.tsx'
import { KindIcon, kindOf, sizeOf } from './kinds.tsx'
import { Preview } from './Preview.tsx'
import { contentOf } from './queries.ts'

// The editor is large, and loads with the first page.
const Markdown = lazy(() => import('../markdown/Markdown.tsx').then((m) => ({ default: m.Markdown })))

const contentTools = staffCode('ContentTools', () => import('./staff/ContentTools.tsx'))

/** One file: its facts, its download, and its preview on request. Or one folder with its items. */
export default function ContentView() {
  const t = useText()
  const courseId = useCourseId()
  const id = useParams().content_id ?? ''
  const file = useQuery(contentOf(courseId, id))
  const { data } = file
  const list = useListAddress(`/course/${courseId}/content`)
  useBackOnFailure(file, list, { reader: !useCan().author })

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        <AppLink to={list} look="text" className="inline-flex min-h-11 items-center gap-2">
          <ArrowLeftIcon size={18} />
          {t.contents.backToList}
        </AppLink>
      </p>
      {data ? <Item key={id} item={data} /> : <ContentViewSkeleton />}
    </div>
  )
}

function Item({ item }: { item: ContentItem }) {
  const t = useText().contents
  const { author, work } = useCan()
  const params = { course_id: useCourseId(), content_id: item._id }
  // The number of students for staff's list of readers; a failure costs nothing.
  const tellOpened = () => void (work && call(contents.opened, { params, keepalive: true }).catch(() => {}))
  const kind = kindOf(item)
  // The address at the time of the request: a newer signed address must not restart a video.
  const [viewed, setViewed] = useState<ContentItem>()
  const { file_path, file_bytes, file_upload_datetime: uploaded, file_update_datetime: updated } = item
  return (
    <>
      <Title over of={item.file_name} />
      <Card as="article" className="grid gap-6">
        <div className="flex items-start gap-4">
          <KindIcon kind={kind} large />
          <ItemTitle className="min-w-0 flex-1 self-center">{item.file_name}</ItemTitle>
        </div>
        {author && (
          <Load fallback={<Skeleton className="min-h-11 w-28" />} compact>
            <StaffPart code={contentTools} given={{ item }} />
          </Load>
        )}
        <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div>
            <h3 className="font-medium text-ink-soft text-sm">{t.description}</h3>
            <p className="mt-1 max-w-prose whitespace-pre-line break-words">
              {item.file_description || <span className="text-ink-soft">{t.noDescription}</span>}
            </p>
          </div>
          <dl className="grid grid-cols-2 content-start gap-4">
            <Fact name={t.uploadDate}>
              <Time iso={uploaded} exact={exact(uploaded)} focusable>
                {dayBefore(uploaded)}
              </Time>
            </Fact>
            {updated && (
              <Fact name={t.lastUpdate}>
                <Time iso={updated} exact={exact(updated)} focusable>
                  {dateTime(updated)}
                </Time>
              </Fact>
            )}
            <Fact name={t.kind}>{t.kinds[kind]}</Fact>
            {file_bytes !== undefined && <Fact name={t.size}>{sizeOf(file_bytes, t)}</Fact>}
          </dl>
        </div>
        {file_path && (
          <div className="flex flex-wrap gap-3">
            {!viewed && !item.is_page && (
              <Button
                variant="primary"
                onClick={() => {
                  setViewed(item)
                  tellOpened()
                }}
              >
                {t.viewFile}
              </Button>
            )}
            <ButtonLink
              href={file_path}
              download={item.file_name}
              icon={<DownloadIcon size={18} />}
              onClick={tellOpened}
            >
              {t.download}
            </ButtonLink>
          </div>
        )}
      </Card>
      {item.file_page !== undefined && <Page text={item.file_page} onOpen={tellOpened} />}
      {viewed && <Preview item={viewed} />}
      {item.children && (
        <Card pad="none">
          <ContentLevel label={item.file_name} items={item.children} />
        </Card>
      )}
    </>
  )
}

/** A page shows its preview at once. */
function Page({ text, onOpen }: { text: string; onOpen: () => void }) {
  const opened = useRef(false)
  useEffect(() => {
    if (!opened.current) onOpen()
    opened.current = true
  })
  return (
    <Card as="section">
      <Suspense fallback={<Skeleton shape="block" className="h-40" />}>
        <Markdown text={text} />
      </Suspense>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="font-medium text-ink-soft text-sm">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function ContentViewSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card className="grid gap-6">
        <div className="flex items-center gap-4">
          <Skeleton shape="block" className="size-14 shrink-0" />
          <Skeleton className="w-1/2 text-xl" />
        </div>
        <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div>
            <Skeleton className="w-24 text-sm" />
            <Skeleton className="w-3/4" />
          </div>
          <div className="grid grid-cols-2 gap-4">
            {[0, 1, 2, 3].map((n) => (
              <div key={n}>
                <Skeleton className="w-20 text-sm" />
                <Skeleton className="w-32" />
              </div>
            ))}
          </div>
        </div>
        <div className="flex gap-3">
          <Skeleton shape="block" className="h-11 w-28" />
          <Skeleton shape="block" className="h-11 w-36" />
        </div>
      </Card>
    </SkeletonGroup>
  )
}
