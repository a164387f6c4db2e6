import { useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Outlet, useLocation } from 'react-router'
import { AppLink } from '../AppLink.tsx'
import { isAbsent } from '../call.ts'
import { failureWords } from '../failureWords.ts'
import { useText } from '../i18n/index.ts'
import { prefetch, prefetchCode } from '../prefetch.ts'
import { Title } from '../Title.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { FloatingMenu } from '../ui/FloatingMenu.tsx'
import {
  AssignmentIcon,
  DiscussionIcon,
  FolderIcon,
  GradeIcon,
  GroupIcon,
  HomeIcon,
  InfoIcon,
  MeetingIcon,
  RetryIcon,
} from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TabPills } from '../ui/TabPills.tsx'
import { useComeback } from '../useComeback.ts'
import { Waiting } from '../Waiting.tsx'
import { courseOf, useCourseId } from './queries.ts'

const tabs = [
  ['home', HomeIcon],
  ['content', FolderIcon],
  ['assignments', AssignmentIcon],
  ['discussion', DiscussionIcon],
  ['group', GroupIcon],
  ['meeting', MeetingIcon],
  ['grade', GradeIcon],
  ['about', InfoIcon],
] as const

type Tab = (typeof tabs)[number][0]

/** The tab of an address; an announcement is part of the course's home, the hidden schedule of none. */
function tabOf(pathname: string): Tab | undefined {
  const section = pathname.split('/')[3]
  return section === 'announcement' ? 'home' : tabs.find(([name]) => name === section)?.[0]
}

/** The topic or the file that an address is about: a page of its own, while what else has an address is a dialog. */
function itemOf(pathname: string): string {
  const [, , , section, id = ''] = pathname.split('/')
  return section === 'discussion' || section === 'content' ? id : ''
}

/** The course's header, breadcrumb and tabs around one of its screens. */
export default function CourseLayout() {
  const t = useText()
  const courseId = useCourseId()
  const { reset } = useQueryErrorResetBoundary()
  const { pathname } = useLocation()
  const tab = tabOf(pathname)
  const section = tab
    ? t.course.tabs[tab]
    : pathname.split('/')[3] === 'schedule'
      ? t.course.schedule
      : t.errors.notFoundTitle
  const items = tabs.map(([name, Icon]) => {
    const to = `/course/${courseId}/${name}`
    return {
      to,
      label: t.course.tabs[name],
      icon: <Icon size={18} />,
      current: name === tab,
      onIntent: () => void prefetch(to),
    }
  })
  // So that the first click on a tab waits for its answers only.
  useEffect(() => prefetchCode(tabs.map(([name]) => `/course/${courseId}/${name}`)), [courseId])
  return (
    <ErrorBoundary key={courseId} fallbackRender={({ error }) => <NoCourse error={error} tab={tab} />}>
      <Page className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {/* What is below waits for the header, which is as high as the names in it. */}
        <Waiting placeholder={<HeaderSkeleton />}>
          <ErrorBoundary FallbackComponent={HeaderFailed} onReset={reset}>
            <Header section={section} item={itemOf(pathname)} />
          </ErrorBoundary>
          <TabPills label={t.course.tabsLabel} items={items} className="hidden md:block" />
          <Outlet />
        </Waiting>
      </Page>
      <FloatingMenu
        label={t.course.tabsLabel}
        openLabel={t.course.openTabs}
        closeLabel={t.course.closeTabs}
        items={items}
      />
    </ErrorBoundary>
  )
}

function HeaderFrame({ cover, children }: { cover: ReactNode; children: ReactNode }) {
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <div className="w-24 shrink-0 overflow-hidden rounded-md shadow-card sm:w-44">{cover}</div>
      <div className="min-w-0 flex-1">{children}</div>
    </header>
  )
}

function Header({ section, item }: { section: string; item: string }) {
  const t = useText()
  const course = useSuspenseQuery(courseOf(useCourseId())).data
  return (
    <HeaderFrame
      cover={<CourseCover id={course.course_id} src={course.course_image} className="aspect-[4/3] sm:aspect-video" />}
    >
      <Breadcrumb
        label={t.course.breadcrumb}
        items={[
          { label: t.home.title, to: '/' },
          { label: t.course.course, to: `/course/${course.course_id}/home` },
          { label: section },
        ]}
      />
      <PageTitle part={section} focusKey={course.course_id + section + item} className="line-clamp-2">
        {course.course_name_short}
      </PageTitle>
      <p className="line-clamp-2 break-words text-ink-soft">
        {course.course_code} · {course.course_name}
      </p>
      <Title of={`${section} · ${course.course_name_short}`} />
    </HeaderFrame>
  )
}

function HeaderSkeleton() {
  return (
    <HeaderFrame cover={<Skeleton shape="block" className="aspect-[4/3] sm:aspect-video" />}>
      <SkeletonGroup label={useText().loading}>
        <Skeleton className="w-52 text-sm" />
        <Skeleton className="w-64 max-w-full text-2xl sm:text-3xl" />
        <Skeleton className="w-80 max-w-full" />
      </SkeletonGroup>
    </HeaderFrame>
  )
}

/** The header of a course that cannot be read: each part below says for itself how it fared. */
function HeaderFailed({ error, resetErrorBoundary }: FallbackProps) {
  const t = useText()
  const courseId = useCourseId()
  useComeback(error, resetErrorBoundary)
  if (isAbsent(error)) throw error
  return (
    <HeaderFrame cover={<CourseCover id={courseId} src={null} className="aspect-[4/3] sm:aspect-video" />}>
      <Title of={t.errors.short} />
      <div role="alert" className="grid justify-items-start gap-2">
        <PageTitle>{t.errors.short}</PageTitle>
        <p className="text-ink-soft">{failureWords(error, t.errors).text}</p>
        <Button size="sm" icon={<RetryIcon size={18} />} onClick={resetErrorBoundary}>
          {t.retry}
        </Button>
      </div>
    </HeaderFrame>
  )
}

/** In place of a course that is not there, or not this person's to see; what else breaks is said around it. */
function NoCourse({ error, tab }: { error: unknown; tab: Tab | undefined }) {
  const t = useText()
  if (!isAbsent(error)) throw error
  const title = tab === 'about' ? t.about.failed : tab === 'content' ? t.contents.courseNotFound : t.errors.short
  return (
    <Page>
      <Title of={t.contents.courseNotFound} />
      <ErrorState
        title={<h1>{title}</h1>}
        text={tab === 'content' ? t.contents.courseNotFoundText : t.course.absent}
        action={
          <AppLink to="/" className={buttonClass('primary', 'md')}>
            {t.errors.goHome}
          </AppLink>
        }
      />
    </Page>
  )
}
