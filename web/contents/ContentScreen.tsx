import { useQuery } from '@tanstack/react-query'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { Outlet } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { isNotFound } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { BridgeDrawing } from '../ui/drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Section } from '../ui/Section.tsx'
import { Capture } from './Capture.tsx'
import { ContentList, ContentListSkeleton } from './ContentList.tsx'
import { Links, LinksSkeleton } from './Links.tsx'
import { Playlists, PlaylistsSkeleton } from './Playlists.tsx'
import { contentsOf } from './queries.ts'

const staffContents = staffCode('StaffContents', () => import('./staff/StaffContents.tsx'))

const staffLinks = staffCode('StaffLinks', () => import('./staff/StaffLinks.tsx'))
const staffPlaylists = staffCode('StaffPlaylists', () => import('./staff/StaffPlaylists.tsx'))

/** Files with their search; beside them links, playlists and the recorded lectures. */
export default function ContentScreen() {
  const t = useText().contents
  const { author } = useCan()
  const beside = useWide('lg')
  const files = useQuery({ ...contentsOf(useCourseId()), enabled: false })
  const tools = useQuery({ ...staffContents, enabled: false })
  const isPending = files.isPending || (author && tools.isPending)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <Section title={t.files}>
        <Load fallback={<ContentListSkeleton />}>
          <ErrorBoundary FallbackComponent={NoCourse}>
            {author ? <StaffPart code={staffContents} given={{}} /> : <ContentList />}
          </ErrorBoundary>
        </Load>
      </Section>
      {/* Below the files, it waits for them: it would move when they differ in number from their skeleton. */}
      {(beside || !isPending) && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <Capture />
          <Section title={t.links}>
            <Card pad="none" className="p-2">
              <Load fallback={<LinksSkeleton />} compact>
                {author ? <StaffPart code={staffLinks} given={{}} /> : <Links />}
              </Load>
            </Card>
          </Section>
          <Section title={t.playlists}>
            <Card pad="none" className="p-2">
              <Load fallback={<PlaylistsSkeleton />} compact>
                {author ? <StaffPart code={staffPlaylists} given={{}} /> : <Playlists />}
              </Load>
            </Card>
          </Section>
        </div>
      )}
      <Outlet />
    </div>
  )
}

/** The course is gone, or the person has left it, since the page opened. */
function NoCourse({ error }: FallbackProps) {
  const t = useText().contents
  const courseId = useCourseId()
  if (!isNotFound(error)) throw error
  return (
    <Card>
      <ErrorState
        drawing={<BridgeDrawing />}
        title={t.courseNotFound}
        text={t.courseNotFoundText}
        action={
          <AppLink to={`/course/${courseId}/home`} className={buttonClass('primary', 'md')}>
            {t.coursePage}
          </AppLink>
        }
      />
    </Card>
  )
}
