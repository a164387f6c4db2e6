import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { type Location, Outlet, ScrollRestoration, useMatch } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { FirstLoad, useFailure } from '../errors/ErrorScreens.tsx'
import { loadInside, useText } from '../i18n/index.ts'
import { useLive } from '../live/live.ts'
import { Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { showStudentView, useStudentView } from '../loading/studentView.ts'
import { useComeback } from '../loading/useComeback.ts'
import { Waiting } from '../loading/Waiting.tsx'
import { usePalette } from '../palette/usePalette.ts'
import { me, useMe } from '../session/queries.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { SkipLink } from '../ui/SkipLink.tsx'
import { Toaster } from '../ui/Toast.tsx'
import { TopBar } from '../ui/TopBar.tsx'
import { AppFooter } from './AppFooter.tsx'
import { BarMiddle } from './BarMiddle.ts'
import { PersonalBar } from './PersonalBar.tsx'

const MAIN = 'main'

const banner = staffCode('StudentViewBanner', () => loadInside().then(() => import('../courses/StudentViewBanner.tsx')))

/** The top bar, content and footer of every signed-in page. */
export default function Frame() {
  const { reset } = useQueryErrorResetBoundary()
  return (
    <ErrorBoundary FallbackComponent={NoAnswer} onReset={reset}>
      <Waiting placeholder={<FirstLoad />}>
        <SignedIn />
      </Waiting>
    </ErrorBoundary>
  )
}

function SignedIn() {
  const t = useText()
  const { _id } = useMe()
  useLive(_id)
  const { dialog, ask } = usePalette()
  const [middle, setMiddle] = useState<HTMLElement | null>(null)
  const course = useMatch('/course/:course_id/*')?.params.course_id
  const view = useStudentView()
  const asStudent = course !== undefined && course === view?.courseId
  // The view ends in another course, and when someone else signs in.
  const ends = view && (view.personId !== _id || (course && !asStudent))
  useEffect(() => {
    if (ends) showStudentView()
  }, [ends])
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink target={MAIN} label={t.skip} />
      <TopBar
        start={
          <AppLink to="/" aria-label={t.frame.home} className="inline-flex min-h-11 min-w-11 items-center rounded-md">
            <Logo mark={course ? 'phone' : undefined} />
          </AppLink>
        }
        middle={<div ref={setMiddle} className="min-w-0" />}
        end={<PersonalBar onAsk={ask} />}
      />
      {asStudent && (
        <div className="grid min-h-14 bg-accent-soft print:hidden">
          <Load fallback={null} compact>
            <StaffPart code={banner} given={{}} />
          </Load>
        </div>
      )}
      {/* The footer starts below the window, so that loading content does not push it through the picture. */}
      <main id={MAIN} className="min-h-[calc(100dvh-var(--bar))] flex-1 outline-none print:min-h-0">
        <BarMiddle value={middle}>
          {/* The two views share no state: every screen mounts anew. */}
          <Outlet key={String(asStudent)} />
        </BarMiddle>
      </main>
      <AppFooter />
      {dialog}
      <Announcer />
      <Toaster label={t.frame.toasts} dismissLabel={t.close} />
      <ScrollRestoration getKey={placeOf} />
    </div>
  )
}

/** The key of a scroll position: React Router gives the first page of every visit to a tab the same key. */
const placeOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

/** The pause between two retries while the server does not answer. */
const AGAIN_MS = 5_000

/** The server did not answer who is signed in. This is not a sign-out, so it retries until there is an answer. */
function NoAnswer({ error, resetErrorBoundary }: FallbackProps) {
  const { title, text, drawing } = useFailure(error)
  const { retry } = useText()
  // In the background; the message stays until there is an answer.
  useComeback(error, resetErrorBoundary)
  useEffect(() => {
    const timer = setInterval(() => void queries.prefetchQuery(me), AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <Title of={title} />
      <ErrorState
        drawing={drawing}
        title={<h1>{title}</h1>}
        text={text}
        retryLabel={retry}
        onRetry={resetErrorBoundary}
      />
    </main>
  )
}
