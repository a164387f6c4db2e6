import { useQuery, useQueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Outlet, useLocation } from 'react-router'
import type { CourseTab } from '../../contract/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useText } from '../i18n/index.ts'
import { isNotFound } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { prefetch, prefetchCode } from '../loading/prefetch.ts'
import { staffCode } from '../loading/StaffPart.tsx'
import { useComeback } from '../loading/useComeback.ts'
import { Waiting } from '../loading/Waiting.tsx'
import { useMe } from '../session/queries.ts'
import { Alert } from '../ui/Alert.tsx'
import { Breadcrumb } from '../ui/Breadcrumb.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CourseCover } from '../ui/CourseCover.tsx'
import { cx } from '../ui/cx.ts'
import { DockedMenu } from '../ui/DockedMenu.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { RetryIcon } from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { TabPills } from '../ui/TabPills.tsx'
import { CourseSwitcher } from './CourseSwitcher.tsx'
import { coverSeed } from './cover.ts'
import { useCan, useCourse } from './membership.ts'
import { courseOf, useCourseId } from './queries.ts'
import { RoleBadge } from './RoleBadge.tsx'
import { sectionOf, shownStaffTabs, shownTabs, tabOf, tabs } from './tabs.ts'

/** The topic or file of an address. Both have a page of their own; everything else opens as a dialog. */
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
  const can = useCan()
  const course = useCourse()
  const tab = tabOf(pathname)
  const place = pathname.split('/')[3]
  const section = sectionOf(pathname, can, t)
  const linkOf = (name: string, label: string, Icon: (typeof tabs)[number][1]) => {
    const to = `/course/${courseId}/${name}`
    return {
      to,
      label,
      icon: <Icon size={18} />,
      current: name === (tab ?? place),
      onIntent: () => void prefetch(to),
    }
  }
  const items = [
    ...shownTabs(course?.course_tabs, can.work).map(([name, Icon]) => linkOf(name, t.course.tabs[name], Icon)),
    ...shownStaffTabs(can).map(([name, Icon]) => linkOf(name, t.staff[name], Icon)),
  ]
  // The first click on a tab then waits only for its data.
  useEffect(() => prefetchCode(tabs.map(([name]) => `/course/${courseId}/${name}`)), [courseId])
  return (
    <>
      <CourseSwitcher />
      <ErrorBoundary key={courseId} fallbackRender={({ error }) => <NoCourse error={error} tab={tab} />}>
        {/* The content waits for the header, so that it is read from the top. */}
        <Waiting placeholder={<HeaderSkeleton />}>
          <ErrorBoundary FallbackComponent={HeaderFailed} onReset={reset}>
            <Header section={section} item={itemOf(pathname)} />
          </ErrorBoundary>
          {/* Not sticky on a phone in landscape, where they would take too much height. */}
          <div
            data-tabs
            className="line-when-scrolled top-(--bar) z-20 hidden h-(--tabs) bg-paper/94 backdrop-blur-md md:block [@media(height>=30rem)]:sticky"
          >
            <TabPills
              label={t.course.tabsLabel}
              items={items}
              className="mx-auto flex h-full max-w-page items-center px-4 sm:px-6 lg:px-8"
            />
          </div>
          <Page top="tight" gap="md">
            {course?.course_archived && <Alert>{t.course.archived}</Alert>}
            <Outlet />
          </Page>
          <Uploads />
        </Waiting>
        <DockedMenu
          label={t.course.tabsLabel}
          openLabel={t.course.openTabs}
          closeLabel={t.course.closeTabs}
          items={items}
        />
      </ErrorBoundary>
    </>
  )
}

const uploadPanel = staffCode('UploadPanel', () => import('../contents/staff/UploadPanel.tsx'))

/** Staff's uploads continue beside every screen of the course. */
function Uploads() {
  const { author } = useCan()
  const Panel = useQuery({ ...uploadPanel, enabled: author }).data?.default
  return author && Panel && <Panel />
}

const studentViewButton = staffCode('StudentViewButton', () => import('./StudentViewButton.tsx'))

interface FrameProps {
  cover: (className: string) => ReactNode
  children: ReactNode
  /** Buttons at the end of the header. */
  tools?: ReactNode
}

function HeaderFrame({ cover, children, tools }: FrameProps) {
  return (
    <header className="relative mx-auto flex w-full max-w-page items-center gap-3 px-4 pt-2 sm:gap-4 sm:px-6 md:pt-2.5 lg:px-8">
      <div className="shrink-0 overflow-hidden rounded-md shadow-card">
        {cover('h-13 aspect-[4/3] sm:h-14 sm:aspect-video')}
      </div>
      <div className="min-w-0 flex-1">{children}</div>
      {tools}
    </header>
  )
}

function Header({ section, item }: { section: string; item: string }) {
  const t = useText()
  const course = useSuspenseQuery(courseOf(useCourseId())).data
  // The header stands without this code.
  const StudentViewButton = useQuery({ ...studentViewButton, enabled: !course.can.work }).data?.default
  return (
    <HeaderFrame
      tools={!course.can.work && StudentViewButton && <StudentViewButton courseId={course.course_id} />}
      cover={(className) => (
        <CourseCover
          id={coverSeed(course.course_id, course.course_cover)}
          src={course.course_image}
          className={className}
        />
      )}
    >
      <Breadcrumb
        label={t.course.breadcrumb}
        items={[
          { label: t.home.title, to: '/' },
          { label: t.course.course, to: `/course/${course.course_id}/home` },
          { label: section },
        ]}
      />
      <div className={cx('flex items-baseline gap-2.5', !course.can.work && 'max-sm:pe-10')}>
        <PageTitle part={section} focusKey={course.course_id + section + item} size="line">
          {course.course_name_short}
        </PageTitle>
        <RoleBadge role={course.role} />
        {/* At least the course code stays visible beside a long short name; on a phone a badge needs the room. */}
        <p
          className="min-w-18 flex-1 truncate max-sm:[span+&]:hidden text-ink-soft text-sm"
          title={`${course.course_code} · ${course.course_name}`}
        >
          {course.course_code} · {course.course_name}
        </p>
      </div>
      <Title of={`${section} · ${course.course_name_short}`} />
    </HeaderFrame>
  )
}

function HeaderSkeleton() {
  return (
    <HeaderFrame cover={(className) => <Skeleton shape="block" className={className} />}>
      <SkeletonGroup label={useText().loading}>
        <Skeleton className="w-52 text-sm" />
        <Skeleton className="w-80 max-w-full text-xl" />
      </SkeletonGroup>
    </HeaderFrame>
  )
}

/** The header of a course that failed to load; each part below shows its own error. */
function HeaderFailed({ error, resetErrorBoundary }: FallbackProps) {
  const t = useText()
  const courseId = useCourseId()
  useComeback(error, resetErrorBoundary)
  if (isNotFound(error)) throw error
  return (
    <HeaderFrame cover={(className) => <CourseCover id={courseId} src={null} className={className} />}>
      <Title of={t.errors.short} />
      <div role="alert" className="grid justify-items-start gap-2">
        <PageTitle size="line">{t.errors.short}</PageTitle>
        <p className="text-ink-soft">{failureWords(error, t.errors).text}</p>
        <Button size="sm" icon={<RetryIcon size={18} />} onClick={resetErrorBoundary}>
          {t.retry}
        </Button>
      </div>
    </HeaderFrame>
  )
}

/** Replaces a course that does not exist or is not the person's; other errors show around it. */
function NoCourse({ error, tab }: { error: unknown; tab: CourseTab | undefined }) {
  const t = useText()
  if (!isNotFound(error)) throw error
  const { administer } = useMe().can
  const title = administer
    ? t.staff.notYours
    : tab === 'about'
      ? t.about.failed
      : tab === 'content'
        ? t.contents.courseNotFound
        : t.errors.short
  const text = administer ? t.staff.notYoursText : tab === 'content' ? t.contents.courseNotFoundText : t.course.absent
  return (
    <Page>
      <Title of={administer ? title : t.contents.courseNotFound} />
      <ErrorState
        title={<h1>{title}</h1>}
        text={text}
        action={
          <AppLink to="/" className={buttonClass('primary', 'md')}>
            {t.errors.goHome}
          </AppLink>
        }
      />
    </Page>
  )
}
