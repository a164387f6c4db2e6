import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import type { RosterPerson } from '../../contract/courses.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { type Exception, exceptions } from '../../contract/staff/exceptions.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { isSame } from '../forms/mergeFields.ts'
import { useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { toast } from '../ui/Toast.tsx'
import { type Fields, itemsOf, keyOfWhom, nothing, startOf, type Whom, whomOf, wrongIn } from './fields.ts'
import { exceptionsOf, renewDates } from './queries.ts'

export type ExceptionForm = ReturnType<typeof useExceptionForm>

/** The form of the exceptions of an assignment; it starts with `person` and their exception, if there is one. */
export function useExceptionForm(assignment: Assignment, person: RosterPerson | undefined) {
  const authoring = useAuthoring()
  const t = authoring.exceptions
  const course_id = useCourseId()
  const { _id: asgn_id } = assignment
  const { data: there = { all: [] } } = useQuery(exceptionsOf(course_id, asgn_id))
  /** The receivers with exceptions that somebody else wrote meanwhile, and this person has been told of. */
  const newer = useRef<Whom[]>([])
  const withNewer = (whom: Whom[]) =>
    whom.map((one) => newer.current.find((other) => keyOfWhom(other) === keyOfWhom(one)) ?? one)
  const sent = useRef<Whom[]>([])
  /** What was saved here, until the list has it. */
  const saved = useRef<Exception[]>([])
  const rowIn = (rows: Exception[], one: Whom) => rows.find((row) => keyOfWhom(whomOf(row, t)) === keyOfWhom(one))
  const asIn = (rows: Exception[], one: Whom): Whom => ({ ...one, revision: rowIn(rows, one)?.revision ?? 0 })
  const asShown = (one: Whom): Whom => {
    const revisions = [there.all, saved.current].map((rows) => rowIn(rows, one)?.revision ?? 0)
    return { ...one, revision: Math.max(...revisions) }
  }
  const [start] = useState(() => {
    if (!person) return { values: nothing }
    const { _id: id, first, last } = person
    const one = asIn(there.all, { kind: 'person', id, name: `${first} ${last}`.trim() })
    const row = rowIn(there.all, one)
    return row ? startOf(row, [one]) : { values: { ...nothing, whom: [one] } }
  })
  const form = useForm<Fields, { data: Reply<typeof exceptions.put>; headers: Headers }>({
    start,
    texts: [],
    what: 'exceptions',
    place: person ? `${asgn_id} ${person._id}` : asgn_id,
    check: (values) => wrongIn(values, assignment, t),
    async send({ whom, ...terms }) {
      sent.current = whom
      try {
        const body = itemsOf({ ...terms, whom: withNewer(whom) })
        return await callWithHeaders(exceptions.put, { params: { course_id, asgn_id }, body })
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'conflict') throw error
        const [before, rows] = [withNewer(whom), error.current as Exception[]]
        newer.current = whom.map((one) => asIn(rows, one))
        if (whom.length === 1) throw error
        // What somebody else gave to one of several must not be merged into what all of them get.
        const changed = newer.current.filter(({ revision }, i) => revision !== (before[i]?.revision ?? 0))
        const names = changed.map(({ name }) => name)
        throw new CallError('invalid', 400, '', {
          fields: { whom: t.changed(authoring.history.names(names.slice(0, 3), names.length - 3)) },
        })
      }
    },
    readCurrent: (current) => {
      const [row] = current as Exception[]
      return startOf(row ?? { ...nothing, attempts: 0, minutes: 0 }, sent.current)
    },
    readSaved: () => ({ values: nothing }),
  })

  /** The exception that fills the form: until the person types, nothing of it is lost. */
  const filled = useRef<Fields>(undefined)
  function fill(next: Fields, isTyped = false) {
    const { values, dirty } = form.now()
    const isLost = dirty && !isSame(values, filled.current)
    filled.current = isTyped ? undefined : next
    form.set(next)
    if (isLost)
      toast(authoring.form.discarded, 'done', { label: authoring.writes.undo, run: () => void putBack(values) })
  }
  /** Not while the form is being sent, as in `open`. */
  async function putBack(values: Fields) {
    await form.answered()
    fill(values, true)
  }

  return {
    ...form,
    /** Of whoever is chosen now, the present exception is on screen: a later one is not overwritten unseen. */
    set: ({ whom, ...change }: Partial<Fields>) =>
      form.set({
        ...change,
        ...(whom && { whom: whom.map((one) => (one.revision === undefined ? asShown(one) : one)) }),
      }),
    /**
     * Fills the form with a receiver's exception; what was typed there comes back by Undo. Not while the form is being
     * sent: its answer empties what is as it was sent.
     */
    open: (row: Exception) => form.sending || fill(startOf(row, [whomOf(row, t)]).values),
    async save() {
      const [first] = form.values.whom
      const answer = await form.submit()
      if (!answer) return
      newer.current = []
      saved.current = answer.data.items
      const words = t.saved(answer.data.items.length, first?.name ?? '')
      toastWithUndo(words, course_id, changeOfHeaders(answer.headers), authoring.writes)
      await renewDates(course_id)
      if (saved.current === answer.data.items) saved.current = []
    },
  }
}
