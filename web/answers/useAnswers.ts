import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type AnsweredWork, type AnswerGroup, answers } from '../../contract/staff/answers.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useOnline } from '../common/useOnline.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { renew } from '../live/renew.ts'
import { CallError, callWithHeaders, isTransient } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { useMe } from '../session/queries.ts'
import { toast } from '../ui/Toast.tsx'
import { type Entry, keptAnswers } from './keptAnswers.ts'
import { answersOf, type Page } from './queries.ts'
import { givenBy, isAsSeen, isTyped, madeFrom, seenIn, type Typed, typedAfter } from './typed.ts'

interface Conflict {
  key: string
  works: AnsweredWork[]
}

interface Part {
  /** The part in the address. */
  asked: string | undefined
  part: string
  /** The prefix of a comment on the whole work; '' when there is only one part. */
  partName: string
}

type Sent = NonNullable<Entry['asked']>

/** The titles of the rubric items that this visit has shown, also of those that are gone by now. */
const titles = new Map<string, string>()

/** How often a grade is sent again to works whose other parts somebody graded at the same moment. */
const TRIES = 4

/**
 * The unsaved grades of the groups of answers, and their saving. A save does not overwrite somebody else's later grade
 * of this part. An unsent grade is sent again when the network is back, or by the next page.
 */
export function useAnswers(asgn_id: string, { asked, part, partName }: Part) {
  const { answers: t, writes } = useAuthoring()
  const course_id = useCourseId()
  const me = useMe()
  const [kept] = useState(() => keptAnswers(me._id, { course_id, asgn_id, part }))
  const [entries, setEntries] = useState(() => kept.all())
  /** The state as of the last render or later. */
  const latest = useRef(entries)
  /** Grades that the device could not keep. */
  const [unkept, setUnkept] = useState<ReadonlySet<string>>(new Set())
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  /** The works as saves of this visit answered them, by id. */
  const [answered, setAnswered] = useState<ReadonlyMap<string, AnsweredWork>>(new Map())

  function put(key: string, entry: Entry | undefined): void {
    const next = new Map(latest.current)
    if (entry) next.set(key, entry)
    else next.delete(key)
    latest.current = next
    setEntries(next)
    const isKept = kept.keep(key, entry) || !entry
    setUnkept((all) => (isKept ? without(all, key) : new Set(all).add(key)))
    setFailed((all) => without(all, key))
  }

  /** Updates the works on screen. */
  function show(works: AnsweredWork[]) {
    const byId = new Map(works.map((work) => [work._id, work]))
    setAnswered((all) => new Map([...all, ...byId]))
    const { queryKey } = answersOf(course_id, asgn_id, asked)
    showAnswer<Page[]>(queryKey, (pages) =>
      pages?.map((page) => ({
        ...page,
        items: page.items.map((group) => ({ ...group, works: group.works.map((work) => laterOf(work, byId)) })),
      })),
    )
  }

  const pagesNow = () => queries.getQueryData<Page[]>(answersOf(course_id, asgn_id, asked).queryKey) ?? []

  /** Sets the unsaved grade of a group; undefined removes it. */
  function set({ key, works }: AnswerGroup, typed: Typed | undefined): void {
    put(key, typed && { typed, seen: latest.current.get(key)?.seen ?? seenIn(works) })
  }

  /** Saves the grade of these works of a group; false: the points are no number. */
  function save({ key }: AnswerGroup, works: AnsweredWork[]): boolean {
    const entry = latest.current.get(key)
    if (!entry || !isTyped(entry.typed) || sending.has(key)) return true
    if (!givenBy(entry.typed)) return false
    const sent = works.map((work) => ({ _id: work._id, revision: madeFrom(work, entry.seen) }))
    put(key, { ...entry, asked: sent })
    void send(key)
    return true
  }

  async function send(key: string): Promise<void> {
    const entry = latest.current.get(key)
    const given = entry && givenBy(entry.typed)
    if (!entry?.asked || !given) return
    const comment = given.comment && partName ? `${partName}: ${given.comment}` : given.comment
    setSending((all) => new Set(all).add(key))
    setFailed((all) => without(all, key))
    try {
      const { now, saved, newer } = await grade({ ...given, part, comment }, entry.asked, entry.seen)
      if (saved > 0) toastWithUndo(t.saved(saved), course_id, now.changes, writes)
      show(now.works)
      const after = latest.current.get(key)
      // Values typed meanwhile stay. Other people's grades count as unseen until the person says otherwise, also after
      // a reload.
      const seen = { ...after?.seen, ...seenIn(now.works.filter((work) => !newer.includes(work))) }
      if (after && (newer.length > 0 || after !== entry)) put(key, { typed: after.typed, seen })
      else put(key, undefined)
      if (newer.length > 0) setConflicts((all) => [...all.filter((one) => one.key !== key), { key, works: newer }])
    } catch (error) {
      const isOver = !isTransient(error) && (error as CallError).status !== 401
      if (isOver) await refuse(key, error)
      else setFailed((all) => new Set(all).add(key))
      return
    } finally {
      setSending((all) => without(all, key))
    }
    renew({ queryKey: ['courses', course_id, 'assignments', asgn_id] })
    renew({ queryKey: ['courses', course_id, 'submissions'] })
  }

  type Body = Omit<Parameters<typeof callWithHeaders<typeof answers.grade>>[1]['body'], 'works'>
  /** Sends a grade; repeats it for works whose other parts somebody has just graded. @throws CallError */
  async function grade(body: Body, asked: Sent, seen: Entry['seen']) {
    const works = new Map<string, AnsweredWork>()
    const changes: string[] = []
    let [left, saved, newer] = [asked, 0, [] as AnsweredWork[]]
    for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
      const { data, headers } = await callWithHeaders(answers.grade, {
        params: { course_id, asgn_id },
        body: { ...body, works: left },
      })
      changes.push(...changeOfHeaders(headers))
      saved += data.saved.length
      for (const work of [...data.saved, ...data.conflicts]) works.set(work._id, work)
      const made = new Map(left.map(({ _id, revision }) => [_id, revision]))
      const again = data.conflicts.filter((work) => isAsSeen(work, seen) && work.revision !== made.get(work._id))
      const isLast = tries === TRIES - 1
      newer = [...newer, ...data.conflicts.filter((work) => isLast || !again.includes(work))]
      left = again.map(({ _id, revision }) => ({ _id, revision }))
    }
    return { saved, newer, now: { works: [...works.values()], changes } }
  }

  /** A repeat would be refused too: the typed grade stays, without the rubric items that somebody removed. */
  async function refuse(key: string, error: unknown): Promise<void> {
    const { queryKey } = answersOf(course_id, asgn_id, asked)
    if (error instanceof CallError && error.code === 'invalid') await queries.invalidateQueries({ queryKey })
    const pages = pagesNow()
    const isThere = (id: string) => pages[0]?.rubric.some(({ _id }) => _id === id) ?? true
    const works = pages.flatMap(({ items }) => items).find((group) => group.key === key)?.works ?? []
    const entry = latest.current.get(key)
    const applied = entry?.typed.applied ?? []
    const gone = applied.filter((id) => !isThere(id))
    const isFull = error instanceof CallError && error.fields?.comment !== undefined
    toast(gone.length > 0 ? t.itemsGone(gone.map((id) => titles.get(id))) : isFull ? t.noRoom : writes.failed, 'wrong')
    if (!entry) return
    const typed = gone.length > 0 ? typedAfter(works, entry.typed, { applied: applied.filter(isThere) }) : entry.typed
    put(key, typed && { seen: entry.seen, typed })
  }

  function sendAgain(): void {
    for (const [key, { asked }] of latest.current) if (asked && !sending.has(key)) void send(key)
  }

  const forget = () => setConflicts((all) => all.slice(1))

  // Runs by itself when the network is back, and for grades that an earlier page left.
  const again = useEffectEvent(sendAgain)
  useEffect(() => again(), [])
  useOnline(sendAgain)
  useEffect(() => {
    for (const { _id, title } of pagesNow()[0]?.rubric ?? []) titles.set(_id, title)
  })

  return {
    typed: (key: string) => entries.get(key)?.typed,
    /** The groups with an unsaved grade that is not being sent. */
    unsaved: [...entries].flatMap(([key, { typed }]) => (isTyped(typed) && !sending.has(key) ? [key] : [])),
    /** How many unsaved grades of the other parts this device keeps. */
    elsewhere: kept.elsewhere(),
    sending,
    /** How many groups the server has not received. */
    failed: failed.size,
    conflict: conflicts[0],
    newest: (work: AnsweredWork) => laterOf(work, answered),
    isKept: unkept.size === 0,
    ...{ set, save, sendAgain },
    /** Discards these unsaved grades. Returns what puts them back. */
    discard(keys: string[]) {
      const dropped = keys.map((key) => [key, latest.current.get(key)] as const)
      for (const key of keys) put(key, undefined)
      return () => {
        for (const [key, entry] of dropped) if (!latest.current.has(key)) put(key, entry)
      }
    },
    /** Keeps other people's grades, and discards the person's own. */
    keepTheirs({ key }: Conflict) {
      put(key, undefined)
      forget()
    },
    /** The person has seen other people's grades: the next save overwrites them. */
    look({ key, works }: Conflict) {
      const entry = latest.current.get(key)
      if (entry) put(key, { typed: entry.typed, seen: { ...entry.seen, ...seenIn(works) } })
      forget()
    },
  }
}

function laterOf(work: AnsweredWork, answered: ReadonlyMap<string, AnsweredWork>): AnsweredWork {
  const now = answered.get(work._id)
  return now && now.revision >= work.revision ? now : work
}

const without = <T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  all.has(one) ? new Set([...all].filter((other) => other !== one)) : all
