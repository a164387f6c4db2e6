import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Navigate } from 'react-router'
import { emailPattern, type ImportPlan, roster, sectionMost } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useForm } from '../forms/useForm.ts'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callForm } from '../loading/callForm.ts'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { addressesIn } from './addresses.ts'
import { pendingOf } from './queries.ts'
import { useRolesToGive } from './rolesToGive.ts'
import { renewPeople } from './usePeopleWrites.ts'

/** Adds people by their addresses: as many as are typed or pasted, in one change. */
export default function AddDialog() {
  const list = `/course/${useCourseId()}/people`
  if (!useCan().people) return <Navigate to={list} replace />
  return <AddForm list={list} />
}

interface Fields {
  text: string
  role: Role
  section: string
}
const start: { values: Fields } = { values: { text: '', role: 'student', section: '' } }

/** The typed addresses as a table with a row for each. */
const tableOf = (addresses: string[], { role, section }: Fields) =>
  addresses.map((address) => `${address}\t${role}\t${section.trim().replaceAll(/["\t\n]/g, ' ')}`).join('\n')

function AddForm({ list }: { list: string }) {
  const authoring = useAuthoring()
  const { people: t } = authoring
  const { close, roles } = useText()
  const course_id = useCourseId()
  const leave = useLeave()
  const mayGive = useRolesToGive()
  /** Why the server refused some of them. */
  const [refusal, setRefusal] = useState<string>()
  const formId = useId()
  const { data: there = [] } = useQuery(rosterOf(course_id))
  const { data: waiting = [] } = useQuery(pendingOf(course_id))
  // Adding changes nobody’s role: people of the course keep theirs.
  const newOf = (addresses: string[], on: { email: string }[] = [...there, ...waiting]) => {
    const here = new Set(on.map(({ email }) => email.toLowerCase()))
    return addresses.filter((address) => !here.has(address.toLowerCase()))
  }

  const form = useForm<Fields, { data: ImportPlan; headers: Headers }>({
    ...{ start, texts: [], what: 'people', place: course_id, readCurrent: () => start },
    check({ text }) {
      const { addresses, without } = addressesIn(text)
      const bad = without ?? addresses.find((address) => !emailPattern.test(address))
      if (bad) return { text: t.badAddress(bad) }
      if (addresses.length === 0) return { text: t.needAddress }
      return newOf(addresses).length === 0 ? { text: t.allHere(addresses.length) } : {}
    },
    async send(values) {
      // A press before these have loaded waits for them.
      const on = await Promise.all([
        queries.ensureQueryData(rosterOf(course_id)),
        queries.ensureQueryData(pendingOf(course_id)),
      ])
      const added = newOf(addressesIn(values.text).addresses, on.flat())
      const file = new File([tableOf(added, values)], t.addedBy, { type: 'text/csv' })
      const query = { separator: '\t', columns: 'email,role,section', header: 'false', encoding: 'utf-8' } as const
      return callForm(roster.import, { params: { course_id }, query, file })
    },
  })
  const { values, errors, set } = form
  const { addresses } = addressesIn(values.text)
  const added = newOf(addresses)

  async function add(event: FormEvent) {
    event.preventDefault()
    setRefusal(undefined)
    const answer = await form.submit()
    if (!answer) return
    const refused = answer.data.rows.filter(({ fate }) => fate === 'refused')
    const [first] = refused
    const done = added.length - refused.length
    const words = t.addedCount(done, addresses.length - added.length)
    if (done > 0) toastWithUndo(words, course_id, changeOfHeaders(answer.headers), authoring.writes)
    await renewPeople(course_id)
    if (!first) return leave(list)
    set({ text: refused.map(({ email }) => email).join('\n') })
    setRefusal(first.problem && t.problems[first.problem](first.value ?? ''))
  }

  return (
    <Dialog
      title={t.add}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={form.sending}>
          {added.length > 1 ? t.addMany(added.length) : t.add}
        </Button>
      }
    >
      <Title over of={t.add} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void add(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add(event)
        }}
      >
        <FormNotes form={form} theirs={undefined} bothStand={false} />
        <TextArea
          label={t.addresses}
          help={t.addressesHelp}
          value={values.text}
          onChange={(text) => {
            set({ text })
            setRefusal(undefined)
          }}
          error={errors.text ?? refusal}
          rows={3}
          data-autofocus=""
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t.role}
            value={values.role}
            onChange={(role) => set({ role: role as Role })}
            options={mayGive.map((value) => ({ value, label: roles[value] }))}
          />
          <TextField
            label={t.sectionIfAny}
            value={values.section}
            onChange={(section) => set({ section })}
            maxLength={sectionMost}
          />
        </div>
        <LeaveGuard when={form.dirty && !form.kept} />
      </form>
    </Dialog>
  )
}
