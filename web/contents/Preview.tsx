import { type ReactNode, useState } from 'react'
import { type ContentItem, previewHeight } from '../../contract/contents.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { queries } from '../loading/queryClient.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { OfflineDrawing } from '../ui/drawings.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { takeLostFocus } from '../ui/focus.ts'
import { DownloadIcon } from '../ui/icons.tsx'
import { FilePreview } from './FilePreview.tsx'
import { isShown, KindIcon, kindOf, sizeOf } from './kinds.tsx'
import { contentOf } from './queries.ts'

/** The frame of a file's preview, with its retry. */
export function Preview({ item }: { item: ContentItem }) {
  const t = useText()
  const courseId = useCourseId()
  const [address, setAddress] = useState(item.file_path ?? '')
  const [failed, setFailed] = useState(false)
  const label = t.contents.preview(item.file_name)

  // Signed addresses expire: this asks for a new one.
  async function retry() {
    const asked = queries.fetchQuery({ ...contentOf(courseId, item._id), staleTime: 0 })
    const fresh = await asked.catch(() => undefined)
    if (fresh?.file_path) setAddress(fresh.file_path)
    setFailed(false)
  }

  if (!isShown(item)) return <NotShown item={item} address={address} label={label} />
  if (failed) {
    return (
      <Frame label={label}>
        <ErrorState
          drawing={<OfflineDrawing />}
          title={t.contents.previewFailed}
          retryLabel={t.retry}
          onRetry={() => void retry()}
        />
      </Frame>
    )
  }
  return (
    <Frame label={label}>
      <FilePreview item={item} address={address} label={label} onFail={() => setFailed(true)} />
    </Frame>
  )
}

/** Only kinds that the browser can show get a frame; for others it says what the file is and how to download it. */
function NotShown({ item, address, label }: { item: ContentItem; address: string; label: string }) {
  const t = useText().contents
  const kind = kindOf(item)
  return (
    <Card
      as="section"
      ref={takeLostFocus}
      tabIndex={-1}
      aria-label={label}
      className="flex flex-wrap items-center gap-x-5 gap-y-4"
    >
      <KindIcon kind={kind} large />
      <div className="min-w-0 flex-1 basis-64">
        <p className="break-words font-medium">{item.file_name}</p>
        <p className="text-ink-soft text-sm">
          {t.kinds[kind]}
          {item.file_bytes !== undefined && <> · {sizeOf(item.file_bytes, t)}</>}
        </p>
        <p className="text-ink-soft text-sm">{t.noPreview}</p>
      </div>
      <ButtonLink href={address} download={item.file_name} icon={<DownloadIcon size={18} />}>
        {t.download}
      </ButtonLink>
    </Card>
  )
}

function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // The pressed button is gone.
    <Card as="section" pad="none" ref={takeLostFocus} tabIndex={-1} aria-label={label} className="overflow-hidden">
      <div
        className="grid grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center bg-sunken"
        style={{ height: previewHeight }}
      >
        {children}
      </div>
    </Card>
  )
}
