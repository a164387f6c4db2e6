import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { type Location, Outlet, ScrollRestoration, useMatch } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { FirstLoad, useFailure } from '../errors/ErrorScreens.tsx'
import { useText } from '../i18n/index.ts'
import { useLive } from '../live/live.ts'
import { queries } from '../loading/queryClient.ts'
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

/** What stands around every signed-in page. */
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
  useLive(useMe()._id)
  const { dialog, ask } = usePalette()
  const [middle, setMiddle] = useState<HTMLElement | null>(null)
  const inCourse = useMatch('/course/*')
  return (
    <div className="flex min-h-dvh flex-col print:block print:min-h-0">
      <SkipLink target={MAIN} label={t.skip} />
      <TopBar
        start={
          <AppLink to="/" aria-label={t.frame.home} className="inline-flex min-h-11 min-w-11 items-center rounded-md">
            <Logo mark={inCourse ? 'phone' : undefined} />
          </AppLink>
        }
        middle={<div ref={setMiddle} className="min-w-0" />}
        end={<PersonalBar onAsk={ask} />}
      />
      {/* The footer begins below the window, so that what loads does not move it through the picture. */}
      <main id={MAIN} className="min-h-[calc(100dvh-var(--bar))] flex-1 outline-none print:min-h-0">
        <BarMiddle value={middle}>
          <Outlet />
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

/** Under what the place on a page is kept: React Router gives the first page of every visit to a tab the same key. */
const placeOf = ({ key, pathname }: Location) => (key === 'default' ? pathname : key)

/** How often the start is tried again while the server does not answer. */
const AGAIN_MS = 5_000

/** The server did not say who this is. That is no sign-out: it is asked again until it answers. */
function NoAnswer({ error, resetErrorBoundary }: FallbackProps) {
  const { title, text, drawing } = useFailure(error)
  const { retry } = useText()
  // Behind what is said, which stands until there is an answer.
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
