import { useWorkWords } from '../i18n/works.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { useBytes } from './bytes.ts'
import CodeWork from './CodeWork.tsx'
import type { WorkFile } from './kind.ts'
import { RenderedOrSource } from './RenderedOrSource.tsx'
import { textOf } from './text.ts'

/** Markdown, rendered or as source. HTML in it stays text. */
export default function MarkdownWork({ file }: { file: WorkFile }) {
  const t = useWorkWords()
  const bytes = useBytes(file)
  return (
    <RenderedOrSource file={file} label={t.source} lines={<CodeWork file={file} />}>
      <ScrollBox aria-label={file.name} className="max-h-[75dvh] overflow-auto bg-card p-5">
        <Markdown text={textOf(bytes)} />
      </ScrollBox>
    </RenderedOrSource>
  )
}
