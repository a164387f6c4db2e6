import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
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
import { showAnswer } from '../../loading/showAnswer.ts'
import { useTyped } from '../../typed/useTyped.ts'
import { DownloadMarked } from '../DownloadMarked.tsx'
import { kindOf } from '../kind.ts'
import { inOrder, MarkComments } from '../MarkComments.tsx'
import { Marked, type Subject, useMarks } from '../Marked.tsx'
import type { Drawn, Unsaved } from '../marking.ts'
import { MarkComment } from './MarkComment.tsx'
import { MarkTools } from './MarkTools.tsx'
import { MarkChangesContext } from './markChanges.ts'
import { marksTypedIn } from './useMarkComment.ts'

interface Props {
  submissionId: string
  /** The field in the response: `textbox`, `item-<question id>`, `file-<slot id>`. */
  field: string
  subject: Subject
}

const none: Mark[] = []

/** The pen's line with another stroke; undefined if that is one too many, or the line is another's. */
function longer(line: Mark | undefined, { path, page, shape, colour }: Unsaved): MarkShape | undefined {
  if (!line || !('strokes' in line.shape) || !('strokes' in shape)) return undefined
  if (line.path !== path || line.page !== page || line.colour !== colour) return undefined
  const strokes = [...line.shape.strokes, ...shape.strokes]
  return strokes.length <= mostStrokes && strokes.flat().length <= mostPoints ? { strokes } : undefined
}

const withMark = (all: Mark[], mark: Mark, isIn: boolean) =>
  isIn === all.some(({ _id }) => _id === mark._id)
    ? all
    : [...all.filter(({ _id }) => _id !== mark._id), ...(isIn ? [mark] : [])]

/** The surfaces on which marks can be drawn: pages, and lines. */
const markedKinds = ['pdf', 'picture', 'code', 'markdown', 'notebook', 'archive']
/** The surfaces on which a pen draws, or may: a file in an archive can be either. */
const hasPages = ['pdf', 'picture', 'archive']

/** Fields that take text. An empty comment on a mark gives way to that of the next mark. */
const fields =
  'input:not([type=checkbox], [type=radio]), textarea:not([data-mark] :placeholder-shown), [contenteditable]'

/** A file or an answer for a grader to read and mark. Each mark is a change, which one press undoes. */
export function MarkedWork({ submissionId, field, subject }: Props) {
  const t = useWorkWords()
  const params = { course_id: useCourseId(), submission_id: submissionId }
  const list = marksOf(params.course_id, submissionId)
  // The work does not wait for its marks.
  const { data = none, isSuccess } = useQuery(list)
  const { marks, picked, seek, marking } = useMarks(data, field)
  const { inLine, add } = useContext(MarkChangesContext)
  const { busy, write } = useWrite('submissions', { too_many: t.tooManyMarks }, add)
  const [kind, setKind] = useState<MarkKind>()
  const [colour, setColour] = useState<MarkColour>('accent')
  const [unsaved, setUnsaved] = useState<Unsaved[]>([])
  const device = useTyped('mark')
  /** The marks with an unsaved comment of this person; a full device does not keep it. */
  const [typed, setTyped] = useState(() => marksTypedIn(device, submissionId).filter((one) => one.field === field))
  /** Those that somebody else has removed. */
  const lost = isSuccess ? typed.filter((one) => !data.some(({ _id }) => _id === one._id)) : none
  const box = useRef<HTMLDivElement>(null)
  /** The mark to which the pen adds strokes, until the tool is put down. */
  const line = useRef<string>(undefined)
  /** The last save of a comment. */
  const said = useRef<Promise<unknown>>(Promise.resolve())
  const inHand = useRef<MarkKind>(undefined)
  const keep = (change: (all: Mark[]) => Mark[]) => showAnswer<Mark[]>(list.queryKey, (all = []) => change(all))

  /** The tool was chosen by a key: the place to draw on takes the focus, which is many Tabs away. */
  const byKeys = useRef(false)
  useEffect(() => {
    if (!kind || !byKeys.current) return
    const top = box.current?.querySelector('[role=toolbar]')?.getBoundingClientRect().bottom ?? 0
    const all = (role: string) => [...(box.current?.querySelectorAll<HTMLElement>(role) ?? [])]
    const pages = all('[role=application]')
    const grounds = pages.length > 0 ? pages : all('[role=group][tabindex]')
    ;(grounds.find((one) => one.getBoundingClientRect().bottom > top) ?? grounds[0])?.focus()
  }, [kind])
  function choose(next: MarkKind | undefined, byKey = false) {
    byKeys.current = byKey
    const inked = marks.find(({ _id }) => _id === line.current)
    line.current = undefined
    inHand.current = next
    setKind(next)
    if (!next && inked) marking.pick(inked)
  }
  /** Puts the tool down; its button takes the focus, because the surface for drawing disappears. */
  function stop() {
    box.current?.querySelector<HTMLElement>('[role=toolbar] [aria-pressed=true]')?.focus({ preventScroll: true })
    choose(undefined)
  }
  function draw(drawn: Drawn) {
    const one = { ...drawn, colour }
    setUnsaved((all) => [...all, one])
    if (drawn.kind !== 'pen') stop()
    void inLine(() => save(one)).finally(() => setUnsaved((all) => all.filter((other) => other !== one)))
  }
  async function save(drawn: Unsaved) {
    const inked = queries.getQueryData<Mark[]>(list.queryKey)?.find(({ _id }) => _id === line.current)
    const shape = longer(inked, drawn)
    const made = await (inked && shape
      ? write(() => callWithHeaders(calls.edit, inputOf(inked, { shape })), t.drawn)
      : write(() => callWithHeaders(calls.create, { params, body: { ...drawn, field } }), t.drawn))
    if (!made) return
    keep((all) => [...all.filter(({ _id }) => _id !== made._id), made])
    // A person who picks up a tool again continues to draw.
    if (!inHand.current && !isTyping()) marking.pick(made)
    else if (drawn.kind === 'pen' && inHand.current === 'pen') line.current = made._id
  }
  /** A text field is in use, such as that of points: what follows must not go into this mark's comment. */
  const isTyping = () => document.activeElement?.matches(fields)
  const inputOf = (mark: Mark, body: { comment?: string; shape?: MarkShape }) => ({
    ...{ params: { ...params, mark_id: mark._id }, body, revision: revisionOf(mark) },
  })
  async function say(mark: Mark, comment: string) {
    const saying = inLine(() => write(() => callWithHeaders(calls.edit, inputOf(mark, { comment })), t.commented))
    said.current = saying
    const changed = await saying
    if (changed) keep((all) => all.map((one) => (one._id === changed._id ? changed : one)))
    return changed !== undefined
  }
  /** `drop` comes before the mark goes: else its unsaved comment would look like one that somebody else removed. */
  async function remove(mark: Mark, drop: () => void) {
    const input = () => ({ params: { ...params, mark_id: mark._id }, revision: revisionOf(mark) })
    const removed = await inLine(() => write(() => callWithHeaders(calls.remove, input()), t.removed))
    if (!removed) return
    drop()
    keep((all) => all.filter(({ _id }) => _id !== removed._id))
  }
  async function putBack({ path, page, kind, shape, colour }: Mark, comment: string, drop: () => void) {
    const body = { field, path, page, kind, shape, colour, comment }
    const made = await inLine(() => write(() => callWithHeaders(calls.create, { params, body }), t.drawn))
    if (!made) return
    drop()
    keep((all) => [...all.filter(({ _id }) => _id !== made._id), made])
    // The button with the focus goes: the next keys would give points.
    marking.pick(made)
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
      {/* Reserves the room, so that the content below does not move when the pages load. */}
      <div
        className={
          'file' in subject && kindOf(subject.file) === 'pdf' ? 'max-md:not-has-[[data-not-shown]]:min-h-[75dvh]' : ''
        }
      >
        <Marked subject={subject} marking={{ ...marking, unsaved, ...(tool && { tool }) }} />
      </div>
      <MarkComments
        {...{ subject, picked }}
        marks={inOrder([...marks, ...lost])}
        gone={new Set(lost.map(({ _id }) => _id))}
        onSeek={seek}
      >
        {(mark, n) => (
          <MarkComment
            {...{ mark, n }}
            submission={submissionId}
            gone={lost.includes(mark)}
            onSay={(comment) => say(mark, comment)}
            busy={busy}
            onRemove={(drop) => void remove(mark, drop)}
            onPutBack={(comment, drop) => void putBack(mark, comment, drop)}
            onTyped={(isTyped) => setTyped((all) => withMark(all, mark, isTyped))}
          />
        )}
      </MarkComments>
      <DownloadMarked
        subject={subject}
        marks={marks}
        latest={async () => {
          // Leaving the comment for the button saves it; writes of marks go one after another.
          await said.current
          return inOrder((queries.getQueryData<Mark[]>(list.queryKey) ?? none).filter((mark) => mark.field === field))
        }}
      />
    </div>
  )
}
