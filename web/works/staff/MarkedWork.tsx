import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  marks as calls,
  type Mark,
  type MarkColour,
  type MarkKind,
  type MarkShape,
  mostPoints,
  mostStrokes,
} from '../../../contract/staff/marks.ts'
import { revisionOf } from '../../changes/revisions.ts'
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
import type { Drawn, Unsaved } from '../marking.ts'
import { MarkComment } from './MarkComment.tsx'
import { MarkTools } from './MarkTools.tsx'

interface Props {
  submissionId: string
  /** As in the response: `textbox`, `item-<question id>`, `file-<slot id>`. */
  field: string
  subject: Subject
}

const none: Mark[] = []

/** The line of a pen with another stroke; undefined where that is one too many, or of another line. */
function longer(line: Mark | undefined, { path, page, shape, colour }: Unsaved): MarkShape | undefined {
  if (!line || !('strokes' in line.shape) || !('strokes' in shape)) return undefined
  if (line.path !== path || line.page !== page || line.colour !== colour) return undefined
  const strokes = [...line.shape.strokes, ...shape.strokes]
  return strokes.length <= mostStrokes && strokes.flat().length <= mostPoints ? { strokes } : undefined
}

/** What a mark can be drawn on: pages, and lines. */
const markedKinds = ['pdf', 'picture', 'code', 'markdown', 'notebook', 'archive']
/** Those on which a pen draws, or may: of an archive it is any file. */
const hasPages = ['pdf', 'picture', 'archive']

/** A file or an answer that a grader reads and marks. Each mark is a change: one press takes it back. */
export function MarkedWork({ submissionId, field, subject }: Props) {
  const t = useWorkWords()
  const params = { course_id: useCourseId(), submission_id: submissionId }
  const list = marksOf(params.course_id, submissionId)
  // The work does not wait for its marks.
  const { data = none } = useQuery(list)
  const { marks, picked, seek, marking } = useMarks(data, field)
  const { write } = useWrite('submissions', { too_many: t.tooManyMarks })
  const [kind, setKind] = useState<MarkKind>()
  const [colour, setColour] = useState<MarkColour>('accent')
  const [unsaved, setUnsaved] = useState<Unsaved[]>([])
  const box = useRef<HTMLDivElement>(null)
  /** The mark that the pen goes on with, until it is put down. */
  const line = useRef<string>(undefined)
  /** Saves of what was drawn, one after the other. */
  const saved = useRef(Promise.resolve())
  const inHand = useRef<MarkKind>(undefined)
  const keep = (change: (all: Mark[]) => Mark[]) =>
    queries.setQueryData<Mark[]>(list.queryKey, (all = []) => change(all))

  function choose(next: MarkKind | undefined) {
    const inked = marks.find(({ _id }) => _id === line.current)
    line.current = undefined
    inHand.current = next
    setKind(next)
    if (!next && inked) marking.pick(inked)
  }
  /** Puts the tool down; the focus is on it, and not on what was there to be drawn on. */
  function stop() {
    box.current?.querySelector<HTMLElement>('[role=toolbar] [aria-pressed=true]')?.focus({ preventScroll: true })
    choose(undefined)
  }
  function draw(drawn: Drawn) {
    const one = { ...drawn, colour }
    setUnsaved((all) => [...all, one])
    if (drawn.kind !== 'pen') stop()
    saved.current = saved.current
      .then(() => save(one))
      .finally(() => setUnsaved((all) => all.filter((other) => other !== one)))
  }
  async function save(drawn: Unsaved) {
    const inked = queries.getQueryData<Mark[]>(list.queryKey)?.find(({ _id }) => _id === line.current)
    const shape = longer(inked, drawn)
    const made = await (inked && shape
      ? write(() => callWithHeaders(calls.edit, inputOf(inked, { shape })), t.drawn)
      : write(() => callWithHeaders(calls.create, { params, body: { ...drawn, field } }), t.drawn))
    if (!made) return
    keep((all) => [...all.filter(({ _id }) => _id !== made._id), made])
    // A person who picks up a tool again goes on drawing.
    if (!inHand.current) marking.pick(made)
    else if (drawn.kind === 'pen' && inHand.current === 'pen') line.current = made._id
  }
  const inputOf = (mark: Mark, body: { comment?: string; shape?: MarkShape }) => ({
    ...{ params: { ...params, mark_id: mark._id }, body, revision: revisionOf(mark) },
  })
  async function say(mark: Mark, comment: string) {
    const changed = await write(() => callWithHeaders(calls.edit, inputOf(mark, { comment })), t.commented)
    if (changed) keep((all) => all.map((one) => (one._id === changed._id ? changed : one)))
    return changed !== undefined
  }
  async function remove(mark: Mark) {
    const input = () => ({ params: { ...params, mark_id: mark._id }, revision: revisionOf(mark) })
    const removed = await write(() => callWithHeaders(calls.remove, input()), t.removed)
    if (removed) keep((all) => all.filter(({ _id }) => _id !== removed._id))
  }

  const isMarked = 'text' in subject || markedKinds.includes(kindOf(subject.file))
  const tool = kind && { kind, colour, draw, stop }
  return (
    <div ref={box} className="overflow-clip rounded-md border border-line">
      {isMarked && (
        <MarkTools
          {...{ kind, colour, setColour }}
          setKind={choose}
          hasPen={'file' in subject && hasPages.includes(kindOf(subject.file))}
        />
      )}
      {/* What is below does not move when the pages have come. */}
      <div className={'file' in subject && kindOf(subject.file) === 'pdf' ? 'max-md:min-h-[75dvh]' : ''}>
        <Marked subject={subject} marking={{ ...marking, unsaved, ...(tool && { tool }) }} />
      </div>
      <MarkComments marks={marks} picked={picked} onSeek={seek}>
        {(mark, n) => (
          <MarkComment {...{ mark, n }} onSay={(comment) => say(mark, comment)} onRemove={() => void remove(mark)} />
        )}
      </MarkComments>
      <DownloadMarked subject={subject} marks={marks} />
    </div>
  )
}
