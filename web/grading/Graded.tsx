import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import type { Regrade } from '../../contract/feedback.ts'
import type { Work } from '../../contract/staff/grading.ts'
import { Late } from '../assignments/LateMark.tsx'
import { Present } from '../changes/Present.tsx'
import { undoneWords, whyNotUndone } from '../changes/undo.ts'
import { useWide } from '../common/useWide.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { PartRegrades } from '../feedback/staff/PartRegrades.tsx'
import { useRegrades } from '../feedback/staff/useRegrades.ts'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '../ui/icons.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Select } from '../ui/Select.tsx'
import { toast } from '../ui/Toast.tsx'
import { createMarkChanges, MarkChangesContext } from '../works/staff/markChanges.ts'
import { AttemptNotes } from './AttemptNotes.tsx'
import { AttemptLine, Compared } from './Compared.tsx'
import { GradePanel } from './GradePanel.tsx'
import { itemField, sumOf, wrongIn } from './grade.ts'
import { useGradingKeys } from './keys.ts'
import { ReleaseDialog } from './ReleaseDialog.tsx'
import { nameOf, type Row, whoIn } from './rows.tsx'
import { ScorePanel } from './ScorePanel.tsx'
import { showPart } from './showPart.ts'
import { useDock } from './useDock.ts'
import { useGrade } from './useGrade.ts'
import { type Unsaved, unsavedOf } from './useUnsaved.ts'
import { WorkView } from './WorkView.tsx'

/** The works to which one can go from this one. */
export interface Move {
  at: number
  count: number
  left: number
  row: Row | undefined
  next: Row | undefined
  previous: Row | undefined
  /** `byScore`: the focus starts in a field of the score. */
  to: (which: 'next' | 'previous' | 'nextLeft', byScore?: boolean) => void
  toAttempt: (submission: string) => void
}

interface Props {
  work: Work
  move: Move
  focusScore: RefObject<boolean>
  /** Where it is docked, the grade is open. */
  scoring: boolean
  onScoring: (is: boolean) => void
  onUnsaved: (one: Unsaved) => void
}

/** One work with its grade. Going on saves the grade; a released one is saved by Save alone. */
export function Graded({ work, move, focusScore, scoring, onScoring, onUnsaved }: Props) {
  const { grading: t, writes } = useAuthoring()
  const { release: mayRelease } = useCan()
  const [marked] = useState(createMarkChanges)
  const course_id = useCourseId()
  const [search, setSearch] = useSearchParams()
  const form = useGrade(work, work.rubric)
  const { feedback, attempts } = work
  const sum = sumOf(form.values, feedback, work.rubric)
  /** All points came by themselves, and nobody has saved them, such as after a corrected key. */
  const ready = feedback.revision === 0 && sum.score !== null
  const regrades = useRegrades(work)
  const [part, setPart] = useState(() => regrades.first ?? sum.left[0] ?? feedback.parts[0]?.part ?? '')
  const [adding, setAdding] = useState(false)
  const [bank, setBank] = useState(false)
  const [releasing, setReleasing] = useState(false)
  /** The focus goes into the score, and not to the title. */
  const [byScore] = useState(() => focusScore.current)
  const comment = useRef<HTMLTextAreaElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  /** This work was graded by digits. */
  const byDigits = useRef(false)

  /** On a phone the grade is behind its bar until somebody opens it. */
  const reveal = () => {
    if (!scoring) flushSync(() => onScoring(true))
  }
  /** Scrolls the current part's answer into view. On a phone the grade covers everything below its upper edge. */
  const score = (of: string) => {
    setPart(of)
    const edge = panel.current && getComputedStyle(panel.current).position === 'fixed' ? panel.current : undefined
    showPart(of, edge?.getBoundingClientRect().top ?? innerHeight)
  }
  const focusFirst = () => {
    const index = feedback.parts.findIndex((one) => one.part === (sum.left[0] ?? part))
    const fields = [...(panel.current?.querySelectorAll<HTMLElement>('[data-score]') ?? [])]
    ;(fields[Math.max(0, index)] ?? fields[0])?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, as the work comes
  useLayoutEffect(() => {
    if (byScore) focusFirst()
    focusScore.current = false
  }, [])

  /**
   * Saves before going on. An unsaved grade stays on the device and is listed; so are conflicts with somebody else's
   * grade, removed rubric items and changes of a released one: going on overwrites nobody, and releases nothing.
   */
  function leave() {
    if (!form.dirty) return
    void (form.needsPress ? Promise.resolve() : form.save()).then((saved) => {
      if (!saved) onUnsaved(unsavedOf(work, t))
    })
  }
  const go = (which: 'next' | 'previous' | 'nextLeft', byScore?: boolean) => {
    leave()
    move.to(which, byScore)
  }
  const toAttempt = (id: string) => {
    leave()
    move.toAttempt(id)
  }
  /**
   * Goes to the next ungraded work, unless a field is invalid: then the field says so. The focus starts in the score, but
   * not for a grader who applies items by digits, which would be typed there.
   */
  function done() {
    if (wrongIn(form.values).length > 0) return void form.save()
    if (ready && !form.dirty) void form.save()
    go('nextLeft', !byDigits.current)
  }
  const attempt = attempts.findIndex(({ _id }) => _id === work._id)
  const other = attempts[(attempt + 1) % Math.max(1, attempts.length)]
  const compared = search.get('compare')
  // On a tablet the work has the whole width.
  const docked = !useWide('lg')
  useDock(panel, docked)
  const compare = (id: string | undefined) => {
    const params = new URLSearchParams(search)
    if (id) params.set('compare', id)
    else params.delete('compare')
    setSearch(params, { replace: true, preventScrollReset: true })
  }
  const isOther = other !== undefined && other._id !== work._id
  async function release() {
    if (!mayRelease || !move.row) return
    if (form.dirty && !(await form.save())) return
    setReleasing(true)
  }
  const items = work.rubric.filter((item) => item.part === part || item.part === '')
  /** Takes back this person's last change of a mark, or does it again. */
  async function takeBack(which: 'undo' | 'redo') {
    try {
      const undone = await marked[which](course_id)
      if (undone) toast(which === 'undo' ? undoneWords([undone], writes) : t.redone, 'done')
    } catch (error) {
      toast(whyNotUndone(error, writes), 'wrong')
    }
  }
  useGradingKeys({
    undo: () => void takeBack('undo'),
    redo: () => void takeBack('redo'),
    digit(digit) {
      const item = items[digit - 1]
      if (!item) return
      byDigits.current = true
      form.set({ [itemField(item._id)]: form.values[itemField(item._id)] ? '' : '1' })
    },
    done,
    key(key) {
      if (key === 'next' || key === 'previous' || key === 'nextLeft') go(key)
      else if (key === 'score' || key === 'comment' || key === 'saved' || key === 'addItem') {
        reveal()
        if (key === 'score') focusFirst()
        else if (key === 'comment') comment.current?.focus()
        else if (key === 'saved') setBank(!bank)
        else setAdding(true)
      } else if (key === 'answer') document.querySelector<HTMLElement>('[data-regrade] textarea')?.focus()
      else if (key === 'release') void release()
      else if (key === 'attempt' && isOther) toAttempt(other._id)
      else if (key === 'compare') compare(compared || !isOther ? undefined : other._id)
      else if (key === 'part') {
        const all = feedback.parts
        const at = (all.findIndex((one) => one.part === part) + 1) % Math.max(1, all.length)
        score(all[at]?.part ?? '')
        // Whoever types points goes on in the field of that part: the next digits are meant for it.
        const isInScore = document.activeElement?.matches('[data-score]')
        if (isInScore) panel.current?.querySelector<HTMLElement>(`[data-score="${at}"]`)?.focus()
      }
    },
  })
  const requests = (of: string, asked: Regrade[]) => (
    <PartRegrades
      regrades={asked}
      assignmentId={work.asgn_id}
      points={sum.byPart.get(of)?.points ?? null}
      onSave={async () => {
        // A save that took over what others saved meanwhile leads further: the person has not seen that.
        const seen = form.from.revision ?? 0
        if (!form.dirty) return seen
        return (await form.save()) && seen + 1
      }}
    />
  )
  const others = work.typing.map(nameOf)
  const name = whoIn(work, t) || t.someWork
  return (
    <MarkChangesContext value={marked}>
      <LeaveGuard when={!form.kept && form.dirty} />
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <PageTitle focusKey={work._id} size="name">
            {name}
          </PageTitle>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm tabular-nums">
            {work.group && <Members names={work.people.map(nameOf).join(', ')} />}
            <span>{dateTime(work.datetime)}</span>
            <Late late={work.late} />
            {feedback.released && <Badge tone="done">{t.states.released}</Badge>}
            {regrades.first !== undefined && <Badge tone="late">{t.states.asked}</Badge>}
          </p>
        </div>
        <Present thing={work._id} doing={form.dirty ? 'editing' : 'looking'} />
        {attempts.length > 1 && (
          <span className="flex items-end gap-2">
            <Select
              label={t.attemptShown}
              hideLabel
              value={work._id}
              onChange={toAttempt}
              options={attempts.map((one) => ({ value: one._id, label: t.attempt(one.attempt) }))}
            />
            <Button aria-pressed={compared !== null} onClick={() => compare(compared ? undefined : other?._id)}>
              {t.compare}
            </Button>
          </span>
        )}
        <nav aria-label={t.works} className="flex items-center gap-1">
          <IconButton
            label={t.previous}
            icon={<ChevronLeftIcon />}
            aria-keyshortcuts="K"
            disabled={!move.previous}
            onClick={() => go('previous')}
          />
          <span className="text-sm tabular-nums">{move.at < 0 ? '' : t.place(move.at + 1, move.count)}</span>
          <IconButton
            label={t.next}
            icon={<ChevronRightIcon />}
            aria-keyshortcuts="J"
            disabled={!move.next}
            onClick={() => go('next')}
          />
          <Button size="sm" aria-keyshortcuts="N" onClick={() => go('nextLeft')}>
            {t.nextLeft(move.left)}
          </Button>
        </nav>
      </header>
      {others.length > 0 && <p className="text-late text-sm">{t.othersType(others)}</p>}
      <div
        className={cx(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-6',
          compared ? 'lg:grid-cols-[minmax(0,1fr)_20rem]' : 'lg:grid-cols-[minmax(0,1fr)_24rem]',
        )}
      >
        <div
          className={
            compared
              ? 'grid gap-4 max-md:auto-cols-[88%] max-md:grid-flow-col max-md:overflow-x-auto md:grid-cols-2'
              : 'grid grid-cols-[minmax(0,1fr)]'
          }
        >
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
            {compared && <AttemptLine work={work} />}
            <AttemptNotes work={work} row={move.row} asked={regrades.other} onShow={toAttempt} />
            <WorkView
              work={work}
              byPart={sum.byPart}
              current={part}
              onPick={setPart}
              below={(name) => requests(name, regrades.of(name))}
            />
            {requests('', regrades.gone)}
          </div>
          {compared && <Compared courseId={course_id} id={compared} />}
        </div>
        <ScorePanel
          {...{ work, form, sum, ready, docked }}
          ref={panel}
          onRelease={mayRelease ? () => void release() : undefined}
          open={scoring}
          onOpen={onScoring}
        >
          <GradePanel
            {...{ work, form, sum, part, comment, adding, bank }}
            asked={regrades.parts}
            onPick={score}
            onAdding={setAdding}
            onBank={setBank}
            onNext={done}
          />
        </ScorePanel>
      </div>
      <p className="text-ink-soft text-sm max-md:hidden">{t.keysHint}</p>
      {releasing && move.row && (
        <ReleaseDialog
          asgnId={work.asgn_id}
          rows={[move.row]}
          takeBack={feedback.released}
          onClose={() => setReleasing(false)}
        />
      )}
    </MarkChangesContext>
  )
}

/** The members of a group, in one line until it is pressed: the head must not push Save below the window. */
function Members({ names }: { names: string }) {
  const [open, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className={cx('touch-target max-w-full text-start', open ? 'break-words' : 'truncate')}
    >
      {names}
    </button>
  )
}
