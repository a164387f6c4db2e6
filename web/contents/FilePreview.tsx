import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ContentItem } from '../../contract/contents.ts'
import { useCourseId } from '../courses/queries.ts'
import { currentLanguage, useText } from '../i18n/index.ts'
import { send } from '../loading/call.ts'
import { Spinner } from '../ui/Spinner.tsx'
import { KindIcon, kindOf } from './kinds.tsx'
import { contentsOf } from './queries.ts'
import { captionsOf } from './tree.ts'

interface Props {
  item: ContentItem
  address: string
  label: string
  onFail: () => void
}

/** The preview of a file, by its kind. HTML and drawings with scripts have none. */
export function FilePreview({ item, address, label, onFail }: Props) {
  switch (kindOf(item)) {
    case 'pdf':
      // The browser's own viewer does not run in a sandboxed frame.
      return <iframe src={address} title={label} className="size-full border-0" />
    case 'image':
      return <img src={address} alt={item.file_name} onError={onFail} className="size-full object-contain p-4" />
    case 'video':
      return <Video item={item} address={address} label={label} onFail={onFail} />
    case 'audio':
      return (
        <div className="grid w-full max-w-xl justify-items-center gap-6 px-6">
          <KindIcon kind="audio" large />
          {/* biome-ignore lint/a11y/useMediaCaption: sound alone has none; its description is beside it */}
          <audio controls preload="metadata" src={address} aria-label={label} onError={onFail} className="w-full" />
        </div>
      )
    case 'text':
      return <Text address={address} label={label} onFail={onFail} />
    default:
      return null
  }
}

function Video({ item, address, label, onFail }: Props) {
  const t = useText().contents
  // The player needs the captions when it starts; if the list fails to load, it plays without them.
  const list = useQuery(contentsOf(useCourseId()))
  if (list.isPending) return <Spinner label={t.previewLoading} />
  const captions = captionsOf(list.data ?? [], item._id)
  return (
    // biome-ignore lint/a11y/useMediaCaption: with captions whenever the course has them
    <video
      controls
      playsInline
      preload="metadata"
      src={address}
      aria-label={label}
      onError={onFail}
      className="size-full"
    >
      {captions && (
        <track kind="captions" default src={captions.file_path} label={t.captions} srcLang={currentLanguage()} />
      )}
    </video>
  )
}

/** The longest text in a preview, in bytes; more would make the page slow. */
const TEXT_MOST = 400_000

async function readText(address: string, signal: AbortSignal): Promise<{ text: string; cut: boolean }> {
  const response = await send(address, { signal })
  if (!response.ok || !response.body) throw new Error(response.statusText)
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; bytes < TEXT_MOST; ) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), cut: false }
    bytes += value.length
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { text, cut: true }
}

function Text({ address, label, onFail }: Omit<Props, 'item'>) {
  const t = useText().contents
  const { data, isLoadingError } = useQuery({
    queryKey: ['text', address],
    queryFn: ({ signal }) => readText(address, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (isLoadingError) onFail()
  })
  if (!data) return <Spinner label={t.previewLoading} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
    <section tabIndex={0} aria-label={label} className="size-full overflow-auto outline-offset-[-2px]">
      {data.cut && <p className="border-line border-b bg-card px-5 py-3 text-sm">{t.textCut}</p>}
      <pre className="whitespace-pre-wrap break-words p-5 font-mono text-sm leading-6">{data.text}</pre>
    </section>
  )
}
