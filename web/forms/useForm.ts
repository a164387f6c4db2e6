import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError, isNotFound } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { useTyped } from '../typed/useTyped.ts'
import { toast } from '../ui/Toast.tsx'
import { waitForFiles } from '../uploads/underway.ts'
import { type Conflicts, changedFields, isSame, mergeFields, sameFields } from './mergeFields.ts'
import { type ConflictAuthor, conflictWords, mergedWords, whyFailed } from './whyFailed.ts'

/** The server's version of a thing, or the first values of an empty form. */
export interface Start<V> {
  values: V
  /** The thing's; undefined for a new one. */
  revision?: number | undefined
  /** Somebody has removed the thing meanwhile. */
  gone?: boolean
}

/** A send that has no answer yet. It may have been done: its key goes again, also after a reload. */
interface Tried<V> {
  key: string
  /** Where one key had several tries, the fields that all of them have: any of them may be the one that was done. */
  values: Partial<V>
  revision?: number | undefined
}

interface Options<V, R extends object> {
  start: Start<V>
  /** Long fields, in which the changes of two people merge word by word. Of a name, one is chosen. */
  texts: readonly (keyof V)[]
  /** The place on the device where unsaved values are kept: the kind of thing, and which one. */
  what: string
  place: string
  /** Of a new thing: what was left while it was being sent is not shown before its answer, or it would be made twice. */
  isNew?: boolean
  /** Of a new thing that is edited in another form: where that form's values are kept, and from what it starts. */
  made?: (answer: R) => { place: string; saved: Start<V> } | undefined
  /**
   * Of a new thing: what was made of values that were sent before and got no answer, if anything was, is changed into the
   * present values. Or it is taken back: this returns undefined, and the form sends the present values as another one.
   * All tries of the form have one key, so that a text that was changed meanwhile makes no second thing.
   */
  settle?: ((answer: R, tried: Partial<V>, values: V) => Promise<R | undefined>) | undefined
  /** The errors of the values before they are sent, field by field. */
  check: (values: V) => { [K in keyof V]?: string }
  /**
   * Shows what sending the values would change, such as grades; returns whether they may be sent without a further press.
   * Nothing is sent that was not looked at, also not what was `merged` with other people's changes.
   */
  look?: ((values: V, from: Start<V>, merged: boolean) => Promise<boolean>) | undefined
  /** @throws CallError */
  send: (values: V, from: Start<V>, idempotencyKey: string) => Promise<R>
  /** The present version in the `current` of a conflict. */
  readCurrent: (current: unknown) => Start<V>
  /** Values that were sent, as they are in what the server saved of them: `now`, for example, is a time there. */
  asSaved?: AsSaved<V>
  /** For a form that stays open: the server's version after its answer. */
  readSaved?: (answer: R) => Start<V>
  /** The screen lists what was left unsaved: no message tells of it. */
  isListed?: boolean
}

interface State<V> {
  values: V
  /** The server's version from which `values` were made. */
  from: Start<V>
  conflicts: Conflicts<V>
  /** The author of the other version; of one that came by a live event it is unknown. */
  conflictsBy: ConflictAuthor
  /** Who changed other places than the person, where that is looked at before it is sent. */
  mergedBy?: ConflictAuthor | undefined
  /** The values are from an earlier visit. */
  cameBack: boolean
  errors: { [K in keyof V]?: string }
  /** Why sending failed. No text is lost. */
  failure: unknown
  sending: boolean
  tried: Tried<V> | undefined
  /** The values that were looked at before they are sent. */
  seen?: V | undefined
  /** The form was left while it was being sent, and has no answer yet: there is nothing to show. */
  waits: boolean
  /** How often the form was found wrong, before sending or by the server. */
  refusals: number
  /** False when the device could not keep the values: then leaving would lose them. */
  kept: boolean
}

/**
 * By form and the revision that the server will give: the values that this tab sent. A person whose form is left before
 * its answer, or gets none, is not told that somebody else wrote these values.
 */
const sent = new Map<string, object[]>()

/** By form: what this tab is sending. */
const underway = new Map<string, Promise<unknown>>()

/**
 * A form on a call of the contract. The device keeps typed values at once and restores them after a reload, a crash or
 * a lost network; the server's errors stand at their fields; other people's changes are merged field by field.
 * In two tabs of a browser it is one form: each shows at once what a person types in the other.
 */
export function useForm<V extends object, R extends object>(options: Options<V, R>) {
  const {
    start,
    texts,
    what,
    place,
    isNew = false,
    made,
    settle,
    check,
    look,
    send,
    readCurrent,
    asSaved = (values) => values,
    readSaved,
    isListed = false,
  } = options
  const t = useAuthoring().form
  const typed = useTyped(what)
  const form = `${what}/${place}`
  const beginFrom = (read: Start<V>, text: string | null) => begin(form, read, text, texts, asSaved)
  const beginning = () => beginFrom(start, typed.read(place))
  const [state, setState] = useState(() =>
    isNew && underway.has(form) ? { ...beginning(), sending: true, waits: true } : beginning(),
  )
  const latest = useRef(state)
  /** Where the values are kept once the new thing is made, until the form closes. */
  const moved = useRef<string>(undefined)
  const isThere = useRef(true)
  /** What the server has by now is not kept: later it would differ from what others write. */
  const forgetSaved = useEffectEvent(() => {
    if (!isChanged(latest.current.values, latest.current.from)) typed.drop(place)
  })
  useEffect(() => {
    isThere.current = true
    forgetSaved()
    return () => {
      isThere.current = false
    }
  }, [])

  function put(change: Partial<State<V>>) {
    latest.current = { ...latest.current, ...change }
    if (isThere.current) setState(latest.current)
  }

  /** A person who left the form before the answer sees none of its notes. */
  function tellIfLeft(words: string) {
    if (!isThere.current && !isListed) toast(words, 'wrong')
  }

  // Stores other people's values of the same fields: a person who comes back sees them again.
  function keep(values: V, from: Start<V>, conflicts: Conflicts<V> = {}) {
    const at = moved.current ?? place
    const { tried } = latest.current
    if (isChanged(values, from)) return typed.keep(at, JSON.stringify({ values, from, conflicts, tried }))
    typed.drop(at)
    return true
  }

  /** A form that was left, such as by an Undo of it, goes on from what another one of its place has typed since. */
  function catchUp() {
    if (!isThere.current) put(beginFrom(latest.current.from, typed.read(moved.current ?? place)))
  }
  function showLate() {
    if (!isThere.current && latest.current.kept) typed.show(moved.current ?? place)
  }

  function set(change: Partial<V>) {
    if (latest.current.waits) return
    catchUp()
    const { values: before, from, errors, conflicts } = latest.current
    const values = { ...before, ...change }
    const [left, still] = [without(errors, Object.keys(change)), without(conflicts, Object.keys(change))]
    put({ values, errors: left, conflicts: still, kept: keep(values, from, still) })
    showLate()
  }

  const follow = useEffectEvent((where: string, text: string | null) => {
    const { from, sending } = latest.current
    if (where !== place || sending) return
    if (text !== null) put(beginFrom(from, text))
    // The other tab sent or discarded it. A form that stays open is renewed by what the server has.
    else if (!readSaved) put({ ...nothing, values: from.values })
  })
  useEffect(() => typed.follow(follow), [typed])

  const beginLate = useEffectEvent(async () => {
    await underway.get(form)
    put(beginning())
  })
  useEffect(() => {
    if (state.waits) void beginLate()
  }, [state.waits])

  /**
   * Sends the form; returns undefined on failure, which the form then explains, and where the person looks at it first.
   */
  const submit = (): Promise<R | undefined> => run(false)

  async function run(onlyLook: boolean): Promise<R | undefined> {
    // What was made has a form of its own, which sends what is typed from then on: another one, or soon this one.
    if (latest.current.sending || (moved.current ?? place) !== place) return undefined
    const done = sendNow(onlyLook)
    underway.set(form, done)
    try {
      return await done
    } finally {
      underway.delete(form)
    }
  }

  async function sendNow(onlyLook: boolean): Promise<R | undefined> {
    const wrong = check(latest.current.values)
    if (Object.keys(wrong).length > 0) {
      put({ errors: wrong, refusals: latest.current.refusals + 1 })
      return undefined
    }
    put({ sending: true, failure: undefined, errors: {}, mergedBy: undefined })
    // A form that stays open sends a file that arrives later with its next save. The form of a new thing does not stay.
    const stays = readSaved !== undefined && latest.current.from.revision !== undefined
    if (!stays && !(await waitForFiles())) {
      put({ sending: false })
      return undefined
    }
    /** Who changed other places than the person, which the next try sends with them. */
    let merged: ConflictAuthor | undefined
    try {
      for (;;) {
        const { values, from, conflicts } = latest.current
        const before = latest.current.tried
        try {
          if (look && (onlyLook || latest.current.seen !== values)) {
            const mayGo = await look(values, from, merged !== undefined)
            // What was typed meanwhile is looked at, too: the press means all that is there.
            if (latest.current.values !== values) continue
            put({ seen: values })
            if (!mayGo || onlyLook) {
              put({ sending: false, mergedBy: merged })
              if (!onlyLook) tellIfLeft(t.unsaved)
              return undefined
            }
          }
          const isRepeat = before && isSame([before.values, before.revision ?? null], [values, from.revision ?? null])
          const tried: Tried<V> =
            before && (isRepeat || settle)
              ? { ...before, values: sameFields(before.values, values) }
              : { key: newIdempotencyKey(), values, revision: from.revision }
          put({ tried })
          put({ kept: keep(values, from, conflicts) })
          const [leadsTo, text] = [`${form}/${(from.revision ?? 0) + 1}`, typed.read(place)]
          sent.set(leadsTo, [...(sent.get(leadsTo) ?? []), values])
          const first = await send(values, from, tried.key)
          const answer = settle && before && !isRepeat ? await settle(first, before.values, values) : first
          put({ tried: undefined })
          if (!answer) continue
          if (merged) toast(mergedWords(merged, t))
          if (isThere.current) sent.delete(leadsTo)
          const typedSince = typed.read(place)
          // The person typed in another tab, or left the form and typed in it anew: the device keeps that.
          if (typedSince !== text && (latest.current.values === values || !isThere.current)) {
            const next = readSaved?.(answer)
            put(next ? beginFrom(next, typedSince) : { sending: false })
            return answer
          }
          // Text typed during the sending is still unsaved. Left in its place, it would be a near copy of the new thing.
          const next = made?.(answer)
          if (next) {
            typed.drop(place)
            moved.current = next.place
          }
          const saved = next && latest.current.values === values ? undefined : (next?.saved ?? readSaved?.(answer))
          if (saved) {
            // Where both differ from what was sent, the server has only tidied it, such as a space at its end.
            const { values: now } = mergeFields(values, latest.current.values, saved.values, [])
            put({ values: now, conflicts: {}, sending: false, cameBack: false, from: saved, kept: keep(now, saved) })
            return answer
          }
          if (latest.current.values === values) typed.drop(place)
          put({ sending: false, from: { ...from, values } })
          return answer
        } catch (error) {
          if (!(error instanceof CallError)) throw error
          if (error.code !== 'conflict' || error.current == null) throw error
          const current = readCurrent(error.current)
          // The thing is as it was: something else is in the way, and sending it again would not help.
          if (current.revision === from.revision && !isChanged(current.values, from)) throw error
          const { base, ours } = sidesOf(form, current, { ...latest.current, from, tried: before }, asSaved)
          const both = mergeFields(base, ours, current.values, texts)
          const kept = keep(both.values, current, both.conflicts)
          put({ ...both, from: current, kept, conflictsBy: error })
          // The form contains both: the person looks at it and sends it again.
          if (Object.keys(both.conflicts).length > 0) break
          if (isChanged(base, current)) merged = error
        }
      }
      put({ sending: false })
      tellIfLeft(conflictWords(latest.current.conflictsBy, t))
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const known = Object.fromEntries(Object.entries(fields).filter(([name]) => name in latest.current.values))
      const errors = known as State<V>['errors']
      const isOfFields = Object.keys(known).length > 0
      const refusals = latest.current.refusals + (isOfFields ? 1 : 0)
      // What the key made is not there any more: the next try makes another one.
      if (isNotFound(error)) put({ tried: undefined })
      put({ sending: false, errors, refusals, failure: isOfFields ? undefined : error })
      tellIfLeft(whyFailed(error, t))
    }
    return undefined
  }

  return {
    ...state,
    gone: start.gone ?? false,
    dirty: isChanged(state.values, state.from),
    /** The person has seen what sending the present values would change. */
    seen: state.seen === state.values,
    set,
    submit,
    /** Shows what sending would change, and sends nothing. */
    preview: () => run(true),
    /** Of what the person looked at and does not want: the next press shows it again. */
    turnBack: () => put({ seen: undefined }),
    /** The values of this moment: a render may be older. */
    now() {
      catchUp()
      const { values, from } = latest.current
      return { values, dirty: isChanged(values, from) }
    },
    /** Waits for the answer to what is being sent. */
    answered: () => underway.get(form),
    /** Merges other people's changes into a form that stays open. */
    renew(next: Start<V>) {
      const { from, sending } = latest.current
      if (sending || (next.revision ?? 0) <= (from.revision ?? 0)) return
      const { base, ours } = sidesOf(form, next, latest.current, asSaved)
      const { values, conflicts: added } = mergeFields(base, ours, next.values, texts)
      const conflicts = { ...latest.current.conflicts, ...added }
      const saved = { values, conflicts, conflictsBy: {}, from: next, kept: keep(values, next, conflicts) }
      // Another tab may have saved what came back here.
      put({ ...saved, ...(!isChanged(values, next) && { cameBack: false }) })
    },
    /** Discards everything typed since the server's version. Returns what puts it back, besides what is typed after this. */
    discard() {
      const { values: typedHere, from, conflicts, cameBack, tried } = latest.current
      typed.drop(place)
      put({ ...nothing, values: from.values, kept: true })
      return () => {
        catchUp()
        const values = { ...typedHere, ...changedFields(from.values, latest.current.values) }
        put({ values, from, conflicts, cameBack, tried })
        put({ kept: keep(values, from, conflicts) })
        showLate()
      }
    },
  }
}

/** Whatever the order of the fields: that of a list of dates changes with them. */
const isChanged = <V extends object>(values: V, { values: from }: Start<V>) =>
  Object.keys({ ...changedFields(from, values), ...changedFields(values, from) }).length > 0

/** The notes of a form in which nothing is typed. */
const nothing = {
  conflicts: {},
  mergedBy: undefined,
  errors: {},
  failure: undefined,
  cameBack: false,
  tried: undefined,
}

type AsSaved<V> = (values: V, saved: V) => V

/**
 * One's own values and those from which both sides started, once the server has `next`: it may be what was `tried`,
 * whose answer was lost.
 */
function sidesOf<V extends object>(
  form: string,
  next: Start<V>,
  { values: ours, from, tried }: Pick<State<V>, 'values' | 'from' | 'tried'>,
  asSaved: AsSaved<V>,
): { base: V; ours: V } {
  const own = [...((sent.get(`${form}/${next.revision ?? 0}`) ?? []) as V[]), ...(tried ? [tried.values as V] : [])]
  const isOwn = own.some((values) => Object.keys(changedFields(next.values, asSaved(values, next.values))).length === 0)
  return isOwn ? { base: next.values, ours: asSaved(ours, next.values) } : { base: from.values, ours }
}

function begin<V extends object>(
  form: string,
  read: Start<V>,
  text: string | null,
  texts: readonly (keyof V)[],
  asSaved: AsSaved<V>,
): State<V> {
  const found = readKept(read, text)
  // The answer to a refused save may be newer than the earlier reading.
  const start = found && (found.from.revision ?? 0) > (read.revision ?? 0) ? found.from : read
  const fresh = {
    from: start,
    conflictsBy: {},
    errors: {},
    failure: undefined,
    sending: false,
    tried: found?.tried,
    waits: false,
    refusals: 0,
    kept: true,
  }
  if (!found) return { ...fresh, values: start.values, conflicts: {}, cameBack: false }
  const { base, ours } = sidesOf(form, start, found, asSaved)
  const { values, conflicts } = mergeFields(base, ours, start.values, texts)
  // The undecided values, except where both sides are equal by now.
  const open = Object.keys(changedFields(start.values, values)).filter((name) => name in found.conflicts) as (keyof V)[]
  const theirs = Object.fromEntries(open.map((name) => [name, start.values[name]])) as Conflicts<V>
  // Of a save that arrived, though its answer did not, nothing is left.
  return { ...fresh, values, conflicts: { ...theirs, ...conflicts }, cameBack: isChanged(values, start) }
}

type Kept<V> = Pick<State<V>, 'values' | 'from' | 'conflicts' | 'tried'>

/** Values from an earlier version of the product may lack fields, or have others. */
function readKept<V extends object>(start: Start<V>, text: string | null): Kept<V> | undefined {
  try {
    const { values, from, conflicts = {}, tried } = JSON.parse(text ?? '') as Kept<V>
    const [ours, base] = [values, from.values].map((one) => ({ ...start.values, ...one }))
    return ours && base && { values: ours, from: { ...from, values: base }, conflicts, tried }
  } catch {
    return undefined
  }
}

const without = <T extends object>(all: T, names: string[]): T =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) as T
