import { useEffect, useRef, useState } from 'react'
import type { Assignment } from '../../../contract/assignments.ts'
import { questionKinds } from '../../../contract/questions.ts'
import { assignmentNameMost, assignmentWrites, type Check } from '../../../contract/staff/assignments.ts'
import { Present } from '../../changes/Present.tsx'
import { asNow, stateOf } from '../../changes/publishing.ts'
import { changeOfHeaders, toastWithUndo } from '../../changes/undo.ts'
import { useCourseId } from '../../courses/queries.ts'
import MarkdownEditor from '../../editor/MarkdownEditor.tsx'
import { FormNotes } from '../../forms/FormNotes.tsx'
import { LeaveGuard } from '../../forms/LeaveGuard.tsx'
import { type Start, useForm } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { letterOf } from '../../ui/staff/gridKeys.ts'
import { TextField } from '../../ui/TextField.tsx'
import { BankDialog, useBank } from './BankDialog.tsx'
import { withCopies } from './bank.ts'
import { EffectsDialog } from './EffectsDialog.tsx'
import { bodyOf, type Fields, questionsIn, startOf, texts, wrongIn } from './fields.ts'
import { Slots } from './Lists.tsx'
import { Questions } from './Questions.tsx'
import { SheetSkeleton } from './SheetSkeleton.tsx'
import { Terms } from './Terms.tsx'
import { focusQuestion, useQuestions } from './useQuestions.ts'

interface Props {
  /** Absent: a new one. */
  id: string | undefined
  start: Start<Fields>
  publish_at: string | null
  onSaved: (assignment: Assignment) => void
}

type Answer = { data: Assignment; headers: Headers }

/** The sheet of an assignment, edited in the layout that students see. The device keeps unsaved changes. */
export function SheetForm({ id, start, publish_at, onSaved }: Props) {
  const authoring = useAuthoring()
  const t = authoring.sheet
  const course_id = useCourseId()
  const [asked, setAsked] = useState<Check['check'] & { publishes: boolean }>()
  const publishes = useRef(false)
  const isOut = publish_at !== null && stateOf(publish_at) === 'published'

  const params = { course_id, asgn_id: id ?? '' }
  const form = useForm<Fields, Answer>({
    ...{ start, texts: [...texts], what: 'assignment', place: `${course_id}:${id ?? 'new'}` },
    isNew: id === undefined,
    made: ({ data }) => (id ? undefined : { place: `${course_id}:${data._id}`, saved: startOf(data) }),
    check: (values) => wrongIn(values, t) as never,
    // Also of a draft: students may have worked on it before it was taken back.
    look: id === undefined ? undefined : look,
    async send(values, { revision }, idempotencyKey) {
      const body = { ...bodyOf(values), ...(publishes.current && { publish_at: asNow() }) }
      if (!id) return callWithHeaders(assignmentWrites.create, { params: { course_id }, body, idempotencyKey })
      return (await callWithHeaders(assignmentWrites.edit, { params, body, revision })) as Answer
    },
    readCurrent: (current) => startOf(current as Assignment),
    readSaved: ({ data }) => startOf(data),
  })
  const { values, errors, set } = form
  const renew = useRef(form.renew)
  renew.current = form.renew
  useEffect(() => renew.current(start), [start])

  /** Asks, if saving would change what students have done. */
  async function look(sheet: Fields, { revision }: Start<Fields>): Promise<boolean> {
    const input = { params, body: bodyOf(sheet), revision, query: { dry_run: 'true' as const } }
    const { check } = (await callWithHeaders(assignmentWrites.edit, input)).data as Check
    const isNone = check.effects.length === 0 && check.grades_changed === 0
    setAsked(isNone ? undefined : { ...check, publishes: publishes.current })
    return isNone
  }

  async function submit(publish = false, isConfirmed = false) {
    // By a shortcut, while the question is open, or while another press is being sent: publishing stays publishing.
    if ((asked && !isConfirmed) || form.sending) return
    publishes.current = publish
    const answer = await form.submit()
    if (!answer) return
    const done = publish ? 'published' : isOut ? 'saved' : 'draft'
    toastWithUndo(authoring.publishing[`${done}Toast`], course_id, changeOfHeaders(answer.headers), authoring.writes)
    onSaved(answer.data)
  }

  const sheet = useQuestions(form)
  const bank = useBank()
  /** The first question that came from the bank: it gets the focus once the bank is closed. */
  const inserted = useRef<string>(undefined)
  useEffect(() => {
    if (bank.isOpen || !inserted.current) return
    focusQuestion(inserted.current)
    inserted.current = undefined
  }, [bank.isOpen])
  const { add } = sheet
  const keys = useRef({ add, submit, openBank: bank.open })
  keys.current = { add, submit, openBank: bank.open }
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (letterOf(event) === 's' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        void keys.current.submit()
      }
      const isTyping = (event.target as HTMLElement).closest(
        'input, textarea, select, dialog, [contenteditable], [role="menu"], [role="treegrid"]',
      )
      const kind = questionKinds[Number(event.key) - 1]
      const isBank = event.key === '0'
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (!kind && !isBank) return
      event.preventDefault()
      if (kind) keys.current.add(kind)
      else keys.current.openBank()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  if (form.waits) return <SheetSkeleton />
  return (
    <>
      <form
        noValidate
        aria-label={values.assignment_name || t.newTitle}
        className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid min-w-0 gap-8">
          <FormNotes
            form={form}
            theirs={form.conflicts.assignment_name}
            bothStand={'assignment_description' in form.conflicts}
          />
          <div className="grid gap-4">
            <TextField
              label={t.name}
              placeholder={t.namePlaceholder}
              maxLength={assignmentNameMost}
              value={values.assignment_name}
              onChange={(assignment_name) => set({ assignment_name })}
              error={errors.assignment_name}
              autoFocus={id === undefined}
            />
            <MarkdownEditor
              label={t.description}
              placeholder={t.descriptionPlaceholder}
              value={values.assignment_description}
              saved={form.from.values.assignment_description}
              onChange={(assignment_description) => set({ assignment_description })}
              error={errors.assignment_description}
              onSubmit={() => void submit()}
            />
          </div>
          <Questions {...sheet} {...{ values, set, errors, conflicts: form.conflicts, onBank: bank.open }} />
          <Section title={t.text}>
            <div className="grid gap-3">
              <Switch
                label={t.text}
                help={t.textHelp}
                checked={values.assignment_text}
                onChange={(assignment_text) => set({ assignment_text })}
              />
              {values.assignment_text && (
                <NumberField
                  {...{ label: t.textPoints, min: 0, step: 'any', value: values.assignment_score_essay }}
                  onChange={(assignment_score_essay) => set({ assignment_score_essay })}
                />
              )}
            </div>
          </Section>
          <Section title={t.files}>
            <Slots values={values} set={set} error={errors.slots} />
          </Section>
        </div>
        {/* As high as the sheet, so that the save bar stays in sight. */}
        <div className="max-lg:contents lg:flex lg:flex-col lg:gap-4 lg:self-stretch">
          <Terms values={values} set={set} errors={errors} />
          <div
            data-save-bar
            className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper/95 px-4 py-3 backdrop-blur-md sm:-mx-6 sm:px-6 lg:bottom-4 lg:mx-0 lg:mt-auto lg:rounded-lg lg:border lg:bg-raised lg:px-4 lg:shadow-lifted"
          >
            {id && <Present thing={id} doing="editing" />}
            <p
              role="status"
              className={cx('text-sm lg:w-full', form.gone ? 'font-medium text-wrong' : 'text-ink-soft')}
            >
              {/* The note may be far above, out of sight. */}
              {form.gone ? authoring.form.goneShort : form.dirty || !id ? t.unsaved : t.saved}
            </p>
            <div className="flex flex-wrap gap-3 max-lg:ml-auto">
              <Button size="sm" type="submit" variant={isOut ? 'primary' : 'quiet'} pending={form.sending}>
                {isOut ? t.save : authoring.publishing.saveDraft}
              </Button>
              {!isOut && (
                <Button size="sm" variant="primary" pending={form.sending} onClick={() => void submit(true)}>
                  {t.savePublish}
                </Button>
              )}
            </div>
          </div>
        </div>
        {asked && (
          <EffectsDialog
            check={asked}
            questions={questionsIn(values).map(({ id }) => id)}
            onConfirm={() => {
              setAsked(undefined)
              void submit(asked.publishes, true)
            }}
            onClose={() => {
              form.turnBack()
              setAsked(undefined)
            }}
          />
        )}
        <LeaveGuard when={form.dirty && !form.kept} />
      </form>
      {bank.isOpen && (
        <BankDialog
          there={sheet.questions.length}
          onInsert={(chosen, draws) => {
            const change = withCopies(values, chosen, draws)
            inserted.current = questionsIn({ ...values, ...change })[sheet.questions.length]?.id
            set(change)
            bank.close()
          }}
          onClose={bank.close}
        />
      )}
    </>
  )
}
