import { useMemo, useState } from 'react'
import type { ShownMark } from '../../contract/staff/marks.ts'
import { useWorkWords } from '../i18n/works.ts'
import type { WorkFile } from './kind.ts'
import { Lines } from './Lines.tsx'
import { shownOf } from './lines.ts'
import { inOrder } from './MarkComments.tsx'
import { type Marking, MarkingContext } from './marking.ts'
import { Work } from './Work.tsx'

/** The target of marks: a file, or a typed answer. */
export type Subject = { file: WorkFile } | { text: string; label: string }

interface Props {
  subject: Subject
  marking: Marking
}

/** A file or a text with its marks. */
export function Marked({ subject, marking }: Props) {
  return (
    <MarkingContext value={marking}>
      {'file' in subject ? <Work file={subject.file} /> : <Typed {...subject} />}
    </MarkingContext>
  )
}

function Typed({ text, label }: { text: string; label: string }) {
  const t = useWorkWords()
  const lines = useMemo(() => shownOf(text).lines.map((line) => [{ text: line, look: '' }]), [text])
  return <Lines lines={lines} label={t.marked(label)} path="" />
}

/** The marks of one answer in order, and the current one. */
export function useMarks<M extends ShownMark>(all: readonly M[], field: string) {
  const [picked, setPicked] = useState<{ id: string }>()
  const [sought, seek] = useState<ShownMark>()
  const marks = useMemo(() => inOrder(all.filter((mark) => mark.field === field)), [all, field])
  const numberOf = ({ _id }: ShownMark) => marks.findIndex((mark) => mark._id === _id) + 1
  const pick = ({ _id }: { _id: string }) => setPicked({ id: _id })
  return { marks, picked, seek, marking: { marks, numberOf, pick, sought, onFound: () => seek(undefined) } }
}
