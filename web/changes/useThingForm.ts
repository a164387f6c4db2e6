import { type FormEvent, useRef } from 'react'
import { useCourseId } from '../courses/queries.ts'
import { changedFields } from '../forms/mergeFields.ts'
import { type Start, useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { asNow, NOW, type PublishField, stateOf } from './publishing.ts'
import { keepRevisions, type WriteResponse } from './revisions.ts'
import { changeOfHeaders, toastWithUndo, undoEarlier } from './undo.ts'

type Answer<T> = Promise<WriteResponse & { data: T; headers: Headers }>

interface Options<V, T> {
  /** The kind of the thing, under which the device keeps unsaved text. */
  what: string
  /** Absent: a new one. */
  id: string | undefined
  start: Start<V>
  /**
   * A new one is one thing, whose fields can all be edited: a second try with other values changes what the first made.
   * Of other things, such as a series, it takes that back.
   */
  isSingle?: boolean
  /** Long fields, in which the changes of two people merge word by word. Of a name, one is chosen. */
  texts: readonly (keyof V)[]
  /** The errors that the server would find, field by field. */
  check: (values: V) => { [K in keyof V]?: string }
  /**
   * Shows what sending the values would change; returns whether they may be sent without a further press. Whether they
   * were `merged` with other people's changes.
   */
  look?: ((values: V, from: Start<V>, merged: boolean) => Promise<boolean>) | undefined
  /** @throws CallError */
  create: (values: V, idempotencyKey: string) => Answer<T>
  /** Sends the changed fields; `values` has all of them. @throws CallError */
  edit: (id: string, changed: Partial<V>, revision: number | undefined, idempotencyKey: string, values: V) => Answer<T>
  startOf: (thing: T) => Start<V>
  /** Shows the saved thing. */
  onSaved: (thing: T) => void
  onLeave: () => void
}

/** The form of one thing of staff: makes or edits it, publishes it now or at a time, and offers to undo that. */
export function useThingForm<V extends object, T extends object>({
  what,
  id,
  isSingle = false,
  create,
  edit,
  startOf,
  onSaved,
  onLeave,
  ...options
}: Options<V, T>) {
  const authoring = useAuthoring()
  const t = authoring.publishing
  const course_id = useCourseId()
  const placeOf = (thing: string) => `${course_id}:${thing}`
  /** The key and time of the first try: a retry under the same key must send the same body. */
  const sent = useRef({ key: '', at: '' })

  const atOnce = <F extends object>(fields: F): F =>
    (fields as Partial<PublishField>).publish_at === NOW ? { ...fields, publish_at: sent.current.at } : fields

  /** Sends what was changed since the try that made the thing. What else differs, the server has tidied. */
  async function amend(answer: Awaited<Answer<T>>, tried: Partial<V>, values: V) {
    const { _id, revision } = answer.data as { _id?: string; revision?: number }
    const made: V & Partial<PublishField> = startOf(answer.data).values
    const isOut = stateOf(made.publish_at ?? null) === 'published'
    const missing = changedFields(isOut ? { ...made, publish_at: NOW } : made, changedFields(tried, values) as V)
    if (!_id || Object.keys(missing).length === 0) return answer
    return edit(_id, atOnce(missing), revision, newIdempotencyKey(), values)
  }

  const form = useForm<V, Awaited<Answer<T>>>({
    ...options,
    what,
    place: placeOf(id ?? 'new'),
    isNew: id === undefined,
    made({ data }) {
      const { _id } = data as { _id?: string }
      return id === undefined && _id ? { place: placeOf(_id), saved: startOf(data) } : undefined
    },
    settle: id !== undefined ? undefined : isSingle ? amend : (answer) => undoEarlier(course_id, answer),
    send(values, from, idempotencyKey) {
      if (sent.current.key !== idempotencyKey) sent.current = { key: idempotencyKey, at: asNow() }
      return id === undefined
        ? create(atOnce(values), idempotencyKey)
        : edit(id, atOnce(changedFields(from.values, values)), from.revision, idempotencyKey, values)
    },
    asSaved(values, saved) {
      const { publish_at } = saved as Partial<PublishField>
      const isOut = publish_at != null && stateOf(publish_at) === 'published'
      return (values as Partial<PublishField>).publish_at === NOW && isOut ? { ...values, publish_at } : values
    },
    readCurrent: (current) => startOf(current as T),
  })
  const { publish_at } = form.values as Partial<PublishField>
  const { publish_at: since } = form.from.values as Partial<PublishField>
  const isPublished = typeof since === 'string' && stateOf(since) === 'published'
  /**
   * Students see it already, or things of this kind are never published. Not where another time was chosen before it
   * went out: sending that takes it in again, so it stays in sight.
   */
  const isOut = id !== undefined && (!('publish_at' in form.values) || (isPublished && publish_at === since))

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    const answer = await form.submit()
    if (!answer) return
    const { data, headers } = answer
    keepRevisions(answer)
    onSaved(data)
    const { publish_at: saved } = data as Partial<PublishField>
    const done = isOut || saved === undefined ? 'saved' : stateOf(saved)
    toastWithUndo(t[`${done}Toast`], course_id, changeOfHeaders(headers), authoring.writes)
    onLeave()
  }

  const action =
    isOut || publish_at === undefined
      ? t.save
      : { published: t.publish, scheduled: t.schedule, draft: t.saveDraft }[stateOf(publish_at)]
  return { ...form, id, isOut, submit, action }
}

export type ThingForm<V extends object> = Omit<ReturnType<typeof useThingForm<V, object>>, 'send'>
