import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Navigate } from 'react-router'
import { emailPattern, roster, sectionMost } from '../../contract/staff/roster.ts'
import type { Role } from '../../contract/users.ts'
import { useWrite } from '../changes/useWrite.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callForm } from '../loading/callForm.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { addressesIn } from './addresses.ts'
import { pendingOf } from './queries.ts'
import { renewPeople } from './usePeopleWrites.ts'

/** Adds people by their addresses: as many as are typed or pasted, in one change. */
export default function AddDialog() {
  const list = `/course/${useCourseId()}/people`
  if (!useCan().people) return <Navigate to={list} replace />
  return <AddForm list={list} />
}

function AddForm({ list }: { list: string }) {
  const { people: t } = useAuthoring()
  const { close, roles } = useText()
  const course_id = useCourseId()
  const leave = useLeave()
  const { busy, write } = useWrite('roster')
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('student')
  const [section, setSection] = useState('')
  const [error, setError] = useState<string>()
  const formId = useId()
  const { data: there = [] } = useQuery(rosterOf(course_id))
  const { data: waiting = [] } = useQuery(pendingOf(course_id))
  const here = new Set([...there, ...waiting].map(({ email }) => email.toLowerCase()))
  const { addresses, without } = addressesIn(text)
  // Nobody’s place is changed here: who is on the course stays what they are.
  const added = addresses.filter((address) => !here.has(address.toLowerCase()))

  async function add(event: FormEvent) {
    event.preventDefault()
    const bad = without ?? addresses.find((address) => !emailPattern.test(address))
    if (addresses.length === 0 || bad) return setError(bad ? t.badAddress(bad) : t.needAddress)
    if (added.length === 0) return setError(t.allHere(addresses.length))
    const lines = added.map((address) => `${address}\t${role}\t${section.trim().replaceAll(/["\t\n]/g, ' ')}`)
    const file = new File([lines.join('\n')], t.addedBy, { type: 'text/csv' })
    const query = { separator: '\t', columns: 'email,role,section', header: 'false', encoding: 'utf-8' } as const
    const plan = await write(
      () => callForm(roster.import, { params: { course_id }, query, file }),
      t.addedCount(added.length, addresses.length - added.length),
    )
    if (!plan) return
    await renewPeople(course_id)
    const refused = plan.rows.filter(({ fate }) => fate === 'refused')
    if (refused.length === 0) return leave(list)
    setText(refused.map(({ email }) => email).join('\n'))
    const [first] = refused
    setError(first?.problem && t.problems[first.problem](first.value ?? ''))
  }

  return (
    <Dialog
      title={t.add}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={busy}>
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
        <TextArea
          label={t.addresses}
          help={t.addressesHelp}
          value={text}
          onChange={(typed) => {
            setText(typed)
            setError(undefined)
          }}
          error={error}
          rows={3}
          maxLength={50_000}
          data-autofocus=""
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label={t.role}
            value={role}
            onChange={(chosen) => setRole(chosen as Role)}
            options={(['student', 'assistant', 'instructor'] as const).map((value) => ({ value, label: roles[value] }))}
          />
          <TextField label={t.sectionIfAny} value={section} onChange={setSection} maxLength={sectionMost} />
        </div>
      </form>
    </Dialog>
  )
}
