import { useState } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { useWorkWords } from '../i18n/works.ts'
import { Button } from '../ui/Button.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { toast } from '../ui/Toast.tsx'
import { kindOf } from './kind.ts'
import type { Subject } from './Marked.tsx'

interface Props {
  subject: Subject
  marks: ShownMark[]
  /** The marks once comments that are being saved are in them. Absent: nobody writes here. */
  latest?: () => Promise<ShownMark[]>
}

/** Downloads a PDF or a picture as a PDF with the marks in it, made in the browser by code that loads then. */
export function DownloadMarked({ subject, marks, latest = async () => marks }: Props) {
  const t = useWorkWords()
  const [busy, setBusy] = useState(false)
  if (!('file' in subject) || marks.length === 0 || !['pdf', 'picture'].includes(kindOf(subject.file))) return null
  const { file } = subject
  async function make() {
    setBusy(true)
    try {
      const { markedPdf } = await import('./markedPdf.ts')
      const address = URL.createObjectURL(
        new Blob([await markedPdf(file, await latest(), t)], { type: 'application/pdf' }),
      )
      const link = document.createElement('a')
      link.href = address
      link.download = `${file.name.replace(/\.\w+$/, '')} (${t.marks}).pdf`
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    } catch {
      toast(t.withMarksFailed, 'wrong')
    }
    setBusy(false)
  }
  return (
    <div className="border-line border-t bg-card px-4 py-3">
      <Button size="sm" pending={busy} icon={<DownloadIcon size={18} />} onClick={() => void make()}>
        {t.withMarks}
      </Button>
    </div>
  )
}
