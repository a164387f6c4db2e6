import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Navigate } from 'react-router'
import { type Grouping, groupNameMost, groupSloganMost } from '../../contract/groups.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { useMe } from '../session/queries.ts'
import { useKept } from '../typed/useKept.ts'
import { Alert } from '../ui/Alert.tsx'
import { announce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AddMembers, AddMembersSkeleton } from './AddMembers.tsx'
import { GroupCard } from './GroupCard.tsx'
import { useGrouping } from './GroupsScreen.tsx'
import { Invited } from './Invited.tsx'
import { rosterOf } from './queries.ts'
import { type Refusal, refusalOf, stepOf } from './refusal.ts'
import { studentsOf, takenIn } from './rules.ts'
import { useCreateGroup } from './useCreateGroup.ts'

/** The form for a new group of the chosen grouping, in three steps. */
export default function GroupWizard() {
  const { chosen } = useGrouping()
  if (!useCan().work) return <Navigate to=".." replace />
  return chosen ? <Wizard key={chosen._id} grouping={chosen} /> : null
}

const LAST = 2
/** `members`: the ids of the picked people, without the person. */
const nothing = { name: '', slogan: '', members: [] as string[] }

function Wizard({ grouping }: { grouping: Grouping }) {
  const t = useText()
  const courseId = useCourseId()
  const me = useMe()
  const goTo = useLeave()
  const form = useId()
  const content = useRef<HTMLDivElement>(null)
  const [step, setStep] = useState(0)
  const [asked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const { values: draft, set, forget } = useKept('group', grouping._id, nothing)
  const students = studentsOf(useQuery(rosterOf(courseId)).data ?? [])
  // Staff make groups of others.
  const isIn = students.some((p) => p._id === me._id)
  const taken = takenIn(grouping)
  // People who joined another group meanwhile, or left the course, are no longer picked.
  const picked = students.filter((p) => p._id !== me._id && draft.members.includes(p._id) && !taken.has(p._id))
  const members = picked.map((p) => p._id)
  const name = draft.name.trim()
  const ownGroup = grouping.groups.find((g) => g.members.some((m) => m._id === me._id))
  const close = () => goTo(`/course/${courseId}/group?grouping=${grouping._id}`)

  const create = useCreateGroup(grouping, forget)

  function go(to: number) {
    setStep(to)
    announce(`${t.groups.step(to + 1, LAST + 1)}: ${t.groups.steps[to]}`)
  }
  // Each step starts at its first field, or at its content.
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    content.current?.querySelector<HTMLElement>('input, [data-first]')?.focus()
  }, [step])

  function next() {
    setAsked(true)
    if (!name || ownGroup) return
    setRefusal(undefined)
    if (step === 1 && !isIn && members.length === 0) setRefusal({ field: 'members', text: t.groups.nobody })
    else if (step < LAST) go(step + 1)
    else if (!create.isPending) send()
  }

  // These callbacks run only while the wizard is open: a person who closed it is elsewhere.
  function send() {
    create.mutate({ name, description: draft.slogan.trim(), members }, { onSuccess: close, onError: refused })
  }

  function refused(error: unknown) {
    const why = refusalOf(error, t.groups)
    setRefusal(why)
    if (why.field) go(stepOf[why.field])
  }

  const error = (field: Refusal['field']) => (refusal?.field === field ? refusal?.text : undefined)
  return (
    <Dialog
      title={t.groups.steps[step]}
      closeLabel={t.close}
      onClose={close}
      header={
        <p className="font-medium text-ink-soft text-sm">
          {t.groups.step(step + 1, LAST + 1)} · {t.groups.inGrouping(grouping.grouping_name)}
        </p>
      }
      footer={(leave) => (
        <>
          <Button onClick={() => (step === 0 ? leave() : go(step - 1))}>{step === 0 ? t.close : t.groups.back}</Button>
          <Button type="submit" form={form} variant="primary" pending={create.isPending} disabled={Boolean(ownGroup)}>
            {step === LAST ? t.groups.createNow : t.groups.next}
          </Button>
        </>
      )}
    >
      <Title over of={t.groups.create} />
      <form
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          next()
        }}
      >
        <div ref={content} className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {ownGroup && (
            <Alert tone="soon">
              {ownGroup.can.leave ? t.groups.youAreIn(ownGroup.name) : t.groups.youStayIn(ownGroup.name)}
            </Alert>
          )}
          {ownGroup?.invitation && <Invited invitation={ownGroup.invitation} />}
          {refusal && !refusal.field && (
            <Alert tone="wrong" live>
              {refusal.text}
            </Alert>
          )}
          {step === 0 && (
            <>
              <TextField
                label={t.groups.name}
                required
                maxLength={groupNameMost}
                autoComplete="off"
                data-autofocus=""
                value={draft.name}
                onChange={(value) => set({ name: value })}
                error={error('name') ?? (asked && !name ? t.groups.nameMissing : undefined)}
              />
              <TextField
                label={t.groups.slogan}
                placeholder={t.groups.optional}
                maxLength={groupSloganMost}
                autoComplete="off"
                value={draft.slogan}
                onChange={(value) => set({ slogan: value })}
                error={error('slogan')}
              />
            </>
          )}
          {step === 1 && (
            <Load fallback={<AddMembersSkeleton />} compact>
              <AddMembers
                grouping={grouping}
                members={members}
                isIn={isIn}
                onChange={(ids) => set({ members: ids })}
                error={error('members')}
              />
            </Load>
          )}
          {step === LAST && (
            <div data-first="" tabIndex={-1} className="mx-auto w-full max-w-xs outline-none">
              <GroupCard
                group={{
                  _id: `${grouping._id}${name}`,
                  name,
                  description: draft.slogan.trim(),
                  img: null,
                  members: [
                    ...(isIn ? [{ ...me, img: me.img ?? undefined, accepted: true }] : []),
                    ...picked.map((person) => ({ ...person, accepted: !isIn })),
                  ],
                }}
              />
            </div>
          )}
        </div>
      </form>
    </Dialog>
  )
}
