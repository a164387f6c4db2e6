import { useSuspenseQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnsweredWork, AnswerGroup } from '../../contract/staff/answers.ts'
import { useCourseId } from '../courses/queries.ts'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useDiscard } from '../forms/useDiscard.ts'
import { itemField } from '../grading/grade.ts'
import { nameOf, whoIn } from '../grading/rows.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/Toast.tsx'
import { AnswerPanel } from './AnswerPanel.tsx'
import { AnswerRow } from './AnswerRow.tsx'
import { useAnswerKeys } from './keys.ts'
import { answersOf, showMoreAnswers } from './queries.ts'
import { isJudged, isTyped, shownFor, type Typed, typedAfter } from './typed.ts'
import { useAnswers } from './useAnswers.ts'

interface Props {
  /** The part in the address. */
  asked: string | undefined
  asgnId: string
  name: string
  /** '' when there is only one part. */
  partName: string
  onPart: () => void
}

/**
 * The groups with the current one, and its place. One that nobody has any more, such as after another answer, stays there
 * until the grader goes on: what they are typing is for no other answer. @param newest a work with its latest grade
 */
function useGroups(groups: AnswerGroup[], at: string | undefined, newest: (work: AnsweredWork) => AnsweredWork) {
  const place = groups.findIndex(({ key }) => key === at)
  const index = Math.max(0, place)
  const [last, setLast] = useState({ group: groups[index] as AnswerGroup, index })
  if (place < 0) {
    const kept = { ...last.group, works: last.group.works.map(newest) }
    return { groups: groups.toSpliced(last.index, 0, kept), index: last.index, isGone: true }
  }
  if (last.group !== groups[index]) setLast({ group: groups[index] as AnswerGroup, index })
  return { groups, index, isGone: false }
}

/** Whether both works are of the same person or group. */
const isOfSame = (one: AnsweredWork, other: AnsweredWork): boolean =>
  one.hidden
    ? one.hidden.number === other.hidden?.number
    : one.people.some(({ _id }) => other.people.some((person) => person._id === _id))

const isLeft = ({ works }: AnswerGroup) => works.some((work) => !isJudged(work))

/** The groups of answers, with the grade of the current one beside them. */
export function Answered({ asked, asgnId, name, partName, onPart }: Props) {
  const { answers: t, grades, grading, writes } = useAuthoring()
  const course_id = useCourseId()
  // Read here, so that a grade that has just been saved counts as saved in the same render.
  const { data } = useSuspenseQuery(answersOf(course_id, asgnId, asked))
  const { part, more } = data
  const [at, setAt] = useState(() => (data.groups.find(isLeft) ?? data.groups[0])?.key)
  /** The selected works of the current group; none: all are graded. */
  const [only, setOnly] = useState<ReadonlySet<string>>(new Set())
  const [whose, setWhose] = useState(false)
  const [wrong, setWrong] = useState(false)
  const [loading, setLoading] = useState(false)
  const [adding, setAdding] = useState(false)
  const [bank, setBank] = useState(false)
  const points = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const kept = useAnswers(asgnId, { asked, part, partName })
  const { typed, unsaved, elsewhere, sending, failed, conflict, isKept, set, save, sendAgain } = kept

  const { groups, index, isGone } = useGroups(data.groups, at, kept.newest)
  const current = groups[index] as AnswerGroup
  const works = only.size > 0 ? current.works.filter(({ _id }) => only.has(_id)) : current.works
  const isAgain =
    isGone && data.groups.some((group) => group.works.some((work) => current.works.some((one) => isOfSame(one, work))))
  const rubric = data.rubric.filter((item) => item.part === part)
  const inList = new Set(groups.map(({ key }) => key))
  /** Unsaved grades of answers that nobody has any more: nothing in the list leads to them. */
  const lost = more ? [] : unsaved.filter((key) => !inList.has(key))
  const others = unsaved.filter((key) => key !== current.key).length - lost.length
  const discardLost = useDiscard(() => kept.discard(lost))
  const wordsOf = ({ points, applied = [], comment }: Typed = {}) =>
    [points, ...data.rubric.flatMap(({ _id, title }) => (applied.includes(_id) ? title : [])), comment]
      .filter(Boolean)
      .join(' · ')
  const values = shownFor(works, typed(current.key))

  function go(key: string | undefined) {
    if (key === undefined) return
    setAt(key)
    setOnly(new Set())
    setWrong(false)
    list.current?.querySelector(`[data-group="${key}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  /** Reads another page; returns whether there was one. */
  async function readMore() {
    if (!more || loading) return false
    setLoading(true)
    try {
      await showMoreAnswers(course_id, asgnId, asked)
      return true
    } catch {
      toast(writes.failed, 'wrong')
      return false
    } finally {
      setLoading(false)
    }
  }
  function move(by: 1 | -1) {
    const next = groups[index + by]
    if (next) go(next.key)
    else if (by === 1 && more) void readMore()
    else toast(t.lastOne, 'done')
  }
  function nextLeft() {
    const others = [...groups.slice(index + 1), ...groups.slice(0, index)]
    const next = others.find((group) => isLeft(group) && !sending.has(group.key) && !isTyped(typed(group.key)))
    if (next) go(next.key)
    else if (more) void readMore()
    else toast(isLeft(current) && !isTyped(typed(current.key)) ? t.lastOne : t.allGraded, 'done')
  }
  function done() {
    if (works.length === 0) return
    if (!save(current, works)) return setWrong(true)
    nextLeft()
  }
  const change = (some: Typed) => set(current, typedAfter(works, typed(current.key), some))
  const toggle = (id: string) => {
    const { applied } = values
    change({ applied: applied.includes(id) ? applied.filter((one) => one !== id) : [...applied, id] })
  }
  useAnswerKeys({
    digit(digit) {
      const item = rubric[digit - 1]
      if (item) return toggle(item._id)
      if (rubric.length > 0) return
      change({ points: String(digit) })
      points.current?.focus()
    },
    key(key) {
      if (key === 'next') move(1)
      else if (key === 'previous') move(-1)
      else if (key === 'nextLeft') nextLeft()
      else if (key === 'save') done()
      else if (key === 'score') points.current?.select()
      else if (key === 'comment') comment.current?.focus()
      else if (key === 'saved') setBank(!bank)
      else if (key === 'addItem') setAdding(true)
      else if (key === 'whose') setWhose(!whose)
      else onPart()
    },
  })
  return (
    <>
      <LeaveGuard when={!isKept} />
      <div className="grid gap-1 text-sm">
        <p role="status" className="flex flex-wrap gap-x-3 tabular-nums">
          <span className="font-medium">{t.progress(data.judged, data.works)}</span>
          <span className="text-ink-soft">{t.groups(data.kinds)}</span>
          {others > 0 && <span className="font-medium text-late">{t.unsaved(others)}</span>}
          {elsewhere > 0 && <span className="font-medium text-late">{t.unsavedElsewhere(elsewhere)}</span>}
        </p>
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
          <div
            className="h-full rounded-full bg-note"
            style={{ width: `${data.works > 0 ? (data.judged / data.works) * 100 : 0}%` }}
          />
        </div>
      </div>
      {lost.length > 0 && (
        <Alert
          live
          tone="late"
          title={t.lost(lost.length)}
          action={
            <Button size="sm" onClick={discardLost}>
              {grades.discard}
            </Button>
          }
        >
          <ul className="wrap-anywhere whitespace-pre-wrap">
            {lost.map((key) => (
              <li key={key}>{wordsOf(typed(key))}</li>
            ))}
          </ul>
        </Alert>
      )}
      {failed > 0 && (
        <Alert
          live
          tone="wrong"
          action={
            <Button size="sm" onClick={sendAgain}>
              {grading.tryAgain}
            </Button>
          }
        >
          {t.failed(failed)}
        </Alert>
      )}
      {conflict && (
        <Alert
          live
          tone="late"
          title={t.conflict(conflict.works.length)}
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => kept.keepTheirs(conflict)}>
                {t.keepTheirs}
              </Button>
              <Button
                size="sm"
                onClick={() => {
                  if (groups.some(({ key }) => key === conflict.key)) go(conflict.key)
                  kept.look(conflict)
                }}
              >
                {t.showIt}
              </Button>
            </span>
          }
        >
          {t.conflictText}
          <ul>
            {conflict.works.slice(0, 10).map((work) => (
              <li key={work._id}>
                {t.gradedBy(
                  whoIn(work, grading),
                  work.points ?? t.noPoints,
                  work.grader ? nameOf(work.grader) : grading.somebody,
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <ol ref={list} aria-label={t.list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
            {groups.map((group) => (
              <AnswerRow
                key={group.key}
                group={group}
                question={data.question}
                most={data.most}
                current={group === current}
                note={isGone && !more && group === current ? (isAgain ? grading.handedInAgain : t.gone) : ''}
                unsaved={group !== current && unsaved.includes(group.key)}
                onPick={() => go(group.key)}
                whose={whose}
                onWhose={setWhose}
                only={only}
                onOnly={setOnly}
                pathOf={(id) => `/course/${course_id}/assignments/${asgnId}/grading/${id}`}
              />
            ))}
          </ol>
          {more && (
            <Button className="justify-self-center" pending={loading} onClick={() => void readMore()}>
              {t.more}
            </Button>
          )}
        </div>
        <AnswerPanel
          {...{ asgnId, part, name, works, values, rubric, adding, bank, wrong, points, comment }}
          of={current.works.length}
          most={data.most}
          onAdding={setAdding}
          onBank={setBank}
          sending={sending.has(current.key)}
          dirty={isTyped(typed(current.key))}
          onOnly={(some) => setOnly(new Set(some.map(({ _id }) => _id)))}
          onPoints={(text) => {
            setWrong(false)
            change({ points: text })
          }}
          onItems={(items) => {
            const applied = new Set(values.applied)
            for (const { _id } of data.rubric) {
              const is = items[itemField(_id)]
              if (is !== undefined) applied[is ? 'add' : 'delete'](_id)
            }
            // A new rubric item is not in this list yet.
            for (const field of Object.keys(items)) if (items[field]) applied.add(field.slice(itemField('').length))
            change({ applied: [...applied] })
          }}
          onComment={(text) => change({ comment: text })}
          onSave={done}
        />
      </div>
      <p className="text-ink-soft text-sm max-md:hidden">{rubric.length > 0 ? t.keysHintRubric : t.keysHint}</p>
    </>
  )
}
