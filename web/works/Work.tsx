import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { useText } from '../i18n/index.ts'
import { useWorkWords } from '../i18n/works.ts'
import { isNotFound, isTransient } from '../loading/call.ts'
import { Button } from '../ui/Button.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { adoptStyles } from '../ui/staff/adopt.ts'
import { NotShowable } from './bytes.ts'
import { kindOf, type WorkFile } from './kind.ts'
import { NotShown } from './NotShown.tsx'
import styles from './works.css?inline'

adoptStyles(styles)

const viewers = {
  pdf: lazy(() => import('./PdfWork.tsx')),
  picture: lazy(() => import('./PictureWork.tsx')),
  video: lazy(() => import('./MediaWork.tsx')),
  sound: lazy(() => import('./MediaWork.tsx')),
  markdown: lazy(() => import('./MarkdownWork.tsx')),
  notebook: lazy(() => import('./NotebookWork.tsx')),
  code: lazy(() => import('./CodeWork.tsx')),
  sheet: lazy(() => import('./SheetWork.tsx')),
}
/** How deep archives open in archives. */
const DEEPEST = 4
const ArchiveWork = lazy(() => import('./ArchiveWork.tsx'))

interface Props {
  file: WorkFile
  /** How many archives contain it. */
  depth?: number
}

/**
 * A submitted file, shown in place without a download: PDF, pictures, code, Markdown, notebooks, video, sound,
 * spreadsheets and archives. It loads only the code that its kind needs, from this server alone, and says so when it
 * cannot show a file.
 */
export function Work({ file, depth = 0 }: Props) {
  const t = useWorkWords()
  const { loading } = useText()
  const kind = kindOf(file)
  if (kind === 'other' || (kind === 'archive' && depth >= DEEPEST)) return <NotShown file={file} why={t.noViewer} />
  const Viewer = kind === 'archive' ? undefined : viewers[kind]
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <ErrorBoundary
          resetKeys={[file.address]}
          onReset={reset}
          fallbackRender={(failure) => <Failed {...failure} file={file} />}
        >
          <Suspense
            fallback={
              <div className="grid min-h-40 place-items-center">
                <Spinner label={loading} />
              </div>
            }
          >
            {Viewer ? (
              <Viewer file={file} />
            ) : (
              <ArchiveWork file={file} show={(inside) => <Work file={inside} depth={depth + 1} />} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

function Failed({ error, resetErrorBoundary, file }: FallbackProps & { file: WorkFile }) {
  const t = useWorkWords()
  const { retry } = useText()
  if (error instanceof NotShowable)
    return (
      <NotShown
        file={file}
        why={{ broken: t.broken, too_large: t.tooLarge, locked: t.locked, empty: t.empty }[error.reason]}
      />
    )
  if (!isTransient(error) && !isNotFound(error)) return <NotShown file={file} why={t.broken} />
  return (
    <div className="flex flex-wrap items-center gap-3 bg-card p-5">
      <p className="min-w-0 flex-1">{isNotFound(error) ? t.gone : t.notLoaded}</p>
      <Button size="sm" onClick={resetErrorBoundary}>
        {retry}
      </Button>
    </div>
  )
}
