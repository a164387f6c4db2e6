import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { sizeOf } from '../contents/kinds.tsx'
import { useText } from '../i18n/index.ts'
import { useWorkWords } from '../i18n/works.ts'
import { cx } from '../ui/cx.ts'
import { FileIcon, FolderIcon } from '../ui/icons.tsx'
import type { Entry } from './archive.ts'
import { useBytes } from './bytes.ts'
import { inWorker } from './inWorker.ts'
import type { WorkFile } from './kind.ts'
import { useMarking } from './marking.ts'

const ask = <Answer,>(question: object, signal: AbortSignal) =>
  inWorker<Answer>(new Worker(new URL('./archive.worker.ts', import.meta.url), { type: 'module' }), question, signal)

interface Props {
  file: WorkFile
  /** Shows a file of the archive. */
  show: (file: WorkFile) => ReactNode
}

/** An archive as a tree; a file of it opens below. The browser reads it: the server inflates nothing. */
export default function ArchiveWork({ file, show }: Props) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  const [opened, setOpened] = useState<Entry>()
  const { data } = useSuspenseQuery({
    queryKey: ['work', file.address, 'entries'],
    queryFn: ({ signal }) => ask<{ entries: Entry[]; more: number }>({ bytes }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The mark to show may be in a file of the archive, or of an archive in it.
  const sought = useMarking()?.sought?.path ?? ''
  useEffect(() => {
    const inside = file.path ? `${file.path}/` : ''
    const entry = data.entries.find(({ path }) => `${sought}/`.startsWith(`${inside}${path.join('/')}/`))
    if (entry) setOpened(entry)
  }, [sought, data, file.path])
  return (
    <div className="@container bg-card">
      <div className={cx('grid grid-cols-[minmax(0,1fr)]', opened && '@3xl:grid-cols-[16rem_minmax(0,1fr)]')}>
        <nav
          aria-label={t.inArchive(file.name)}
          className={cx(
            'max-h-[40dvh] overflow-auto p-2',
            opened && '@3xl:max-h-[75dvh] @3xl:border-line @3xl:border-e',
          )}
        >
          {data.entries.length === 0 && <p className="p-2 text-ink-soft">{t.emptyArchive}</p>}
          <Folder entries={data.entries} depth={0} opened={opened} onOpen={setOpened} />
          {data.more > 0 && <p className="p-2 text-ink-soft text-sm">{t.moreFiles(data.more)}</p>}
        </nav>
        {opened && <Opened key={opened.n} archive={file} bytes={bytes} entry={opened} show={show} />}
      </div>
    </div>
  )
}

interface FolderProps {
  entries: Entry[]
  depth: number
  opened: Entry | undefined
  onOpen: (entry: Entry) => void
}

function Folder({ entries, depth, opened, onOpen }: FolderProps) {
  const t = useText().contents
  const folders = Map.groupBy(
    entries.filter(({ path }) => path.length > depth + 1),
    ({ path }) => path[depth] ?? '',
  )
  return (
    <ul className={depth > 0 ? 'ms-3 border-line border-s ps-2' : undefined}>
      {[...folders].map(([name, inside]) => (
        <li key={name}>
          <details open={entries.length <= 60}>
            <summary className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-hover pointer-coarse:min-h-11">
              <FolderIcon size={18} className="shrink-0 text-accent" />
              <span className="min-w-0 break-words">{name}</span>
            </summary>
            <Folder entries={inside} depth={depth + 1} opened={opened} onOpen={onOpen} />
          </details>
        </li>
      ))}
      {entries
        .filter(({ path }) => path.length === depth + 1)
        .map((entry) => (
          <li key={entry.n}>
            <button
              type="button"
              aria-current={entry.n === opened?.n || undefined}
              onClick={() => onOpen(entry)}
              className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 text-start hover:bg-hover aria-[current]:bg-accent-soft aria-[current]:font-medium pointer-coarse:min-h-11"
            >
              <FileIcon size={18} className="shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1 break-words">{entry.path[depth]}</span>
              <span className="shrink-0 text-ink-soft text-sm">{sizeOf(entry.bytes, t)}</span>
            </button>
          </li>
        ))}
    </ul>
  )
}

interface OpenedProps {
  archive: WorkFile
  bytes: Uint8Array
  entry: Entry
  show: Props['show']
}

function Opened({ archive, bytes, entry, show }: OpenedProps) {
  const { data } = useSuspenseQuery({
    queryKey: ['work', archive.address, 'entry', entry.n],
    queryFn: async ({ signal }) => {
      const found = await ask<Uint8Array<ArrayBuffer>>({ bytes, n: entry.n }, signal)
      // Without a media type, so that no browser runs the content.
      return new Blob([found], { type: 'application/octet-stream' })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(data)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  if (!address) return null
  const name = entry.path.at(-1) ?? ''
  // For an archive in another one: both paths.
  const path = [...(archive.path ? [archive.path] : []), ...entry.path].join('/')
  return (
    <div className="min-w-0 border-line border-t @3xl:border-t-0">
      {show({ name, bytes: data.size, type: '', address, data, path })}
    </div>
  )
}
