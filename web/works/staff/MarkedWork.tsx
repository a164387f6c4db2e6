import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { marks as calls, type Mark, type MarkColour, type MarkKind } from '../../../contract/staff/marks.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { marksOf } from '../../grading/queries.ts'
import { useWorkWords } from '../../i18n/works.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { DownloadMarked } from '../DownloadMarked.tsx'
import { kindOf } from '../kind.ts'
import { MarkComments } from '../MarkComments.tsx'
import { Marked, type Subject, useMarks } from '../Marked.tsx'
import type { Drawn } from '../marking.ts'
import { MarkComment } from './MarkComment.tsx'
import { MarkTools } from './MarkTools.tsx'

interface Props {
  submissionId: string
  /** As in the response: `textbox`, `item-<question id>`, `file-<slot id>`. */
  field: string
  subject: Subject
}

const none: Mark[] = []

/** What a mark can be drawn on: pages, and lines. */
const markedKinds = ['pdf', 'picture', 'code', 'markdown', 'archive']

/** A file or an answer that a grader reads and marks. Each mark is a change: one press takes it back. */
export function MarkedWork({ submissionId, field, subject }: Props) {
  const t = useWorkWords()
  const params = { course_id: useCourseId(), submission_id: submissionId }
  const list = marksOf(params.course_id, submissionId)
  // The work does not wait for its marks.
  const { data = none } = useQuery(list)
  const { marks, picked, numberOf, pick } = useMarks(data, field)
  const { write } = useWrite('submissions', { too_many: t.tooManyMarks })
  const [kind, setKind] = useState<MarkKind>()
  const [colour, setColour] = useState<MarkColour>('accent')
  const keep = (change: (all: Mark[]) => Mark[]) =>
    queries.setQueryData<Mark[]>(list.queryKey, (all = []) => change(all))

  async function draw(drawn: Drawn) {
    const body = { ...drawn, field, colour }
    const made = await write(() => callWithHeaders(calls.create, { params, body }), t.drawn)
    if (!made) return
    keep((all) => [...all.filter(({ _id }) => _id !== made._id), made])
    setKind(undefined)
    pick(made)
  }
  async function say(mark: Mark, comment: string) {
    const input = { params: { ...params, mark_id: mark._id }, body: { comment }, revision: mark.revision }
    const changed = await write(() => callWithHeaders(calls.edit, input), t.commented)
    if (changed) keep((all) => all.map((one) => (one._id === changed._id ? changed : one)))
    return changed !== undefined
  }
  async function remove(mark: Mark) {
    const input = { params: { ...params, mark_id: mark._id }, revision: mark.revision }
    const removed = await write(() => callWithHeaders(calls.remove, input), t.removed)
    if (removed) keep((all) => all.filter(({ _id }) => _id !== removed._id))
  }

  const isMarked = 'text' in subject || markedKinds.includes(kindOf(subject.file))
  const tool = kind && { kind, colour, draw: (drawn: Drawn) => void draw(drawn) }
  return (
    <div className="overflow-hidden rounded-md border border-line">
      {isMarked && <MarkTools {...{ kind, colour, setKind, setColour }} hasPen={'file' in subject} />}
      {/* What is below does not move when the file has come. */}
      <div className={'file' in subject ? 'max-md:min-h-[75dvh]' : ''}>
        <Marked subject={subject} marking={{ marks, numberOf, pick, ...(tool && { tool }) }} />
      </div>
      <MarkComments marks={marks} picked={picked}>
        {(mark, n) => (
          <MarkComment {...{ mark, n }} onSay={(comment) => say(mark, comment)} onRemove={() => void remove(mark)} />
        )}
      </MarkComments>
      <DownloadMarked subject={subject} marks={marks} />
    </div>
  )
}
