import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import type { RosterPerson } from '../../contract/courses.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { type Exception, exceptions } from '../../contract/staff/exceptions.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
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
  /** The revisions of exceptions that somebody else wrote meanwhile, by receiver. */
  const newer = useRef(new Map<string, number>())
  const whom = useRef<Whom[]>([])
  const ofPerson: Whom[] = person
    ? [{ kind: 'person', id: person._id, name: `${person.first} ${person.last}`.trim() }]
    : []
  const rowOf = (one: Whom) => there.all.find((row) => keyOfWhom(whomOf(row, t)) === keyOfWhom(one))
  const [start] = useState(() => {
    const row = ofPerson[0] && rowOf(ofPerson[0])
    return row ? startOf(row, ofPerson) : { values: { ...nothing, whom: ofPerson } }
  })
  const form = useForm<Fields, { data: Reply<typeof exceptions.put>; headers: Headers }>({
    start,
    texts: [],
    what: 'exceptions',
    place: person ? `${asgn_id} ${person._id}` : asgn_id,
    check: (values) => wrongIn(values, assignment, t),
    send: (values) => {
      const seen = there.all.map((row): [string, number] => [keyOfWhom(whomOf(row, t)), row.revision])
      const body = itemsOf(values, new Map([...seen, ...newer.current]))
      return callWithHeaders(exceptions.put, { params: { course_id, asgn_id }, body })
    },
    readCurrent: (current) => {
      const rows = current as Exception[]
      // The answer leaves out exceptions that somebody has removed.
      for (const one of whom.current) newer.current.set(keyOfWhom(one), 0)
      for (const row of rows) newer.current.set(keyOfWhom(whomOf(row, t)), row.revision)
      return startOf(rows[0] ?? { ...nothing, attempts: 0, minutes: 0 }, whom.current)
    },
    readSaved: () => ({ values: nothing }),
  })
  whom.current = form.values.whom

  return {
    ...form,
    /** Fills the form with a receiver's exception. */
    open: (row: Exception) => form.set(startOf(row, [whomOf(row, t)]).values),
    async save() {
      const [first] = form.values.whom
      const answer = await form.submit()
      if (!answer) return
      newer.current.clear()
      const words = t.saved(answer.data.items.length, first?.name ?? '')
      toastWithUndo(words, course_id, changeOfHeaders(answer.headers), authoring.writes)
      await renewDates(course_id)
    },
  }
}
