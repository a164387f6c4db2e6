import type { ContentItem } from '../../contract/contents.ts'
import { number } from '../i18n/dates.ts'
import type { Catalogue } from '../i18n/index.ts'
import { AudioIcon, FileIcon, FileTextIcon, FolderIcon, ImageIcon, VideoIcon } from '../ui/icons.tsx'

export type Kind = keyof Catalogue['contents']['kinds']

/** The kind of a file, by the media type that the server found in its bytes. */
export function kindOf({ children, file_type = '' }: ContentItem): Kind {
  if (children) return 'folder'
  const type = file_type.split(';')[0] ?? ''
  if (type === 'application/pdf') return 'pdf'
  // The product never shows drawings that can hold a script.
  if (type.startsWith('image/') && type !== 'image/svg+xml') return 'image'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  if ((type.startsWith('text/') && type !== 'text/html') || type === 'application/json') return 'text'
  return office.find(([pattern]) => pattern.test(type))?.[1] ?? 'other'
}

/** Files for an office program or an archiver. */
const office: [RegExp, Kind][] = [
  [/spreadsheet|ms-excel/, 'sheet'],
  [/wordprocessing|opendocument\.text|msword/, 'document'],
  [/presentation|ms-powerpoint/, 'slides'],
  [/[/-](zip|gzip|tar|7z|rar|bzip2|xz)(-compressed)?$/, 'archive'],
]

/** Whether the product can show it. */
export const isShown = (item: ContentItem): boolean => ['pdf', 'image', 'video', 'audio', 'text'].includes(kindOf(item))

const looks = {
  folder: { Icon: FolderIcon, look: 'bg-accent-soft text-accent' },
  pdf: { Icon: FileTextIcon, look: 'bg-wrong-soft text-wrong' },
  image: { Icon: ImageIcon, look: 'bg-done-soft text-done' },
  video: { Icon: VideoIcon, look: 'bg-note-soft text-note' },
  audio: { Icon: AudioIcon, look: 'bg-note-soft text-note' },
  text: { Icon: FileTextIcon, look: 'bg-soon-soft text-soon' },
  sheet: { Icon: FileTextIcon, look: 'bg-done-soft text-done' },
  document: { Icon: FileTextIcon, look: 'bg-note-soft text-note' },
  slides: { Icon: FileTextIcon, look: 'bg-late-soft text-late' },
  archive: { Icon: FileIcon, look: 'bg-soon-soft text-soon' },
  other: { Icon: FileIcon, look: 'bg-hover text-ink-soft' },
}

export function KindIcon({ kind, large }: { kind: Kind; large?: boolean }) {
  const { Icon, look } = looks[kind]
  return (
    <span className={`grid shrink-0 place-items-center rounded-md ${large ? 'size-14' : 'size-10'} ${look}`}>
      <Icon size={large ? 28 : 20} />
    </span>
  )
}

/** A size in common units: 1 kB is 1000 bytes. */
export function sizeOf(bytes: number, t: Catalogue['contents']): string {
  if (bytes < 1_000) return t.bytes(number(bytes), 'B')
  if (bytes < 999_500) return t.bytes(number(Math.round(bytes / 1_000)), 'kB')
  return t.bytes(number(Math.round(bytes / 100_000) / 10), 'MB')
}
