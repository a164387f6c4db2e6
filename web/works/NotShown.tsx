import { sizeOf } from '../contents/kinds.tsx'
import { useText } from '../i18n/index.ts'
import { useWorkWords } from '../i18n/works.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { DownloadIcon, FileIcon } from '../ui/icons.tsx'
import type { WorkFile } from './kind.ts'

/** A file without a preview: its kind, the reason, and its download. */
export function NotShown({ file, why }: { file: WorkFile; why: string }) {
  const t = useWorkWords()
  const { contents } = useText()
  return (
    <div data-not-shown className="flex flex-wrap items-center gap-x-4 gap-y-3 bg-card p-5">
      <FileIcon size={28} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="break-words font-medium">{file.name}</p>
        {file.bytes > 0 && <p className="text-ink-soft text-sm">{sizeOf(file.bytes, contents)}</p>}
        <p className="text-ink-soft text-sm">{why}</p>
      </div>
      <ButtonLink size="sm" href={file.address} download={file.name} icon={<DownloadIcon size={18} />}>
        {t.download}
      </ButtonLink>
    </div>
  )
}
