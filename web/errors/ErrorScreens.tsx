import { useRouteError } from 'react-router'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useOnline } from '../common/useOnline.ts'
import { useText } from '../i18n/index.ts'
import { isNotFound, isOffline } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { BridgeDrawing, OfflineDrawing, StormDrawing } from '../ui/drawings.tsx'
import { Page } from '../ui/Page.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'

/**
 * Fills the window until the application is there. The page's first picture stays in view meanwhile, and no font of
 * ours loads for it (ui/FirstPicture.tsx).
 */
export function FirstLoad() {
  return (
    <div data-first-load="" className="min-h-dvh [font-family:sans-serif]" role="status">
      <span className="sr-only">{useText().loading}</span>
    </div>
  )
}

interface Words {
  title: string
  text: string
  drawing: React.ReactNode
  retry?: boolean
  /** On a page with its own `h1`. */
  inside?: boolean
}

function Full({ title, text, drawing, retry, inside }: Words) {
  const t = useText()
  const Frame = inside ? 'div' : Page
  return (
    <Frame>
      <Title of={title} over={inside} />
      <div className="grid justify-items-center gap-4 px-4 py-12 text-center">
        <div className="w-52">{drawing}</div>
        {inside ? <h2 className="font-semibold text-xl tracking-tight">{title}</h2> : <PageTitle>{title}</PageTitle>}
        <p className="max-w-prose text-ink-soft">{text}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          {retry && <Button onClick={() => location.reload()}>{t.retry}</Button>}
          <AppLink to="/" className={buttonClass('primary', 'md')}>
            {t.errors.goHome}
          </AppLink>
        </div>
      </div>
    </Frame>
  )
}

export function NotFound({ inside }: { inside?: boolean }) {
  const { errors } = useText()
  return <Full title={errors.notFoundTitle} text={errors.notFoundText} drawing={<BridgeDrawing />} inside={inside} />
}

/** The words for an error, with a picture. */
export function useFailure(error: unknown): Words {
  const words = failureWords(error, useText().errors)
  return { ...words, drawing: isOffline(error) ? <OfflineDrawing /> : <StormDrawing /> }
}

/** The error of a route, in words; a 404 is a page that does not exist. */
export function RouteFailure() {
  const error = useRouteError()
  const words = useFailure(error)
  useOnline(() => isOffline(error) && location.reload())
  return isNotFound(error) ? <NotFound /> : <Full {...words} retry />
}
