import { type RefObject, useState } from 'react'
import { centsOf, pointsOf } from '../../contract/points.ts'
import type { Work } from '../../contract/staff/grading.ts'
import { FieldConflicts } from '../changes/FieldConflicts.tsx'
import { whyFailed } from '../forms/whyFailed.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { CallError } from '../loading/call.ts'
import { useMe } from '../session/queries.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/TextField.tsx'
import { CommentField } from './CommentField.tsx'
import { type Grade, itemField, type Sum } from './grade.ts'
import { MemberScores } from './MemberScores.tsx'
import { PartFields } from './PartFields.tsx'
import { namesOf } from './parts.ts'
import { Rubric } from './Rubric.tsx'
import { nameOf } from './rows.tsx'
import type { GradeForm } from './useGrade.ts'

interface Props {
  work: Work
  form: GradeForm
  sum: Sum
  part: string
  /** The parts with an open regrade request. */
  asked: Set<string>
  onPick: (part: string) => void
  comment: RefObject<HTMLTextAreaElement | null>
  adding: boolean
  onAdding: (is: boolean) => void
  bank: boolean
  onBank: (is: boolean) => void
  onNext: () => void
}

/** The grade beside a work: points by part, rubric, comment, and their sum. */
export function GradePanel(props: Props) {
  const { work, form, sum, part, asked, onPick, comment, adding, onAdding, bank, onBank, onNext } = props
  const { grading: t, form: said } = useAuthoring()
  const { assignments } = useText()
  const { feedback, rubric } = work
  const names = namesOf(work, assignments)
  const items = rubric.filter((item) => item.part === part || item.part === '')
  const isItemsGone = form.failure instanceof CallError && form.failure.fields.applied !== undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 md:max-lg:block md:max-lg:columns-2 md:max-lg:gap-6 md:max-lg:*:mb-5 md:max-lg:*:break-inside-avoid">
      {feedback.released && <Alert tone="late">{t.releasedNote}</Alert>}
      {form.gone > 0 && (
        <Alert live tone="late" title={t.itemsGone(form.gone)}>
          {t.itemsGoneText}
        </Alert>
      )}
      {form.failure !== undefined && !isItemsGone && (
        <Alert
          live
          tone="wrong"
          title={t.notSaved}
          action={
            <Button size="sm" onClick={() => void form.save()}>
              {t.tryAgain}
            </Button>
          }
        >
          {whyFailed(form.failure, said)}
        </Alert>
      )}
      <Conflicts form={form} names={names} work={work} />
      {feedback.parts.length > 0 && (
        <PartFields
          work={work}
          form={form}
          byPart={sum.byPart}
          asked={asked}
          current={part}
          onPick={onPick}
          onDone={onNext}
        />
      )}
      <Total work={work} form={form} sum={sum} onNext={onNext} />
      {work.group && <MemberScores work={work} form={form} sum={sum} onDone={onNext} />}
      <Rubric
        asgnId={work.asgn_id}
        items={items}
        part={part}
        partName={names.get(part) ?? ''}
        form={form}
        adding={adding}
        onAdding={onAdding}
        onRemoved={({ _id }) => {
          // From a saved grade the server takes it.
          if (!form.from.values[itemField(_id)]) form.set({ [itemField(_id)]: '' })
        }}
      />
      <CommentField
        ref={comment}
        value={form.values.comment ?? ''}
        onChange={(text) => form.set({ comment: text })}
        open={bank}
        onOpen={onBank}
      />
      {feedback.updated_at && (
        <p className="text-ink-soft text-sm">
          {isScoredByItself(feedback)
            ? t.scoredByItself(dateTime(feedback.updated_at))
            : t.gradedBy(feedback.grader ? nameOf(feedback.grader) : t.somebody, dateTime(feedback.updated_at))}
        </p>
      )}
    </div>
  )
}

/** The score that counts, its calculation, and an override. */
function Total({ work, form, sum, onNext }: Pick<Props, 'work' | 'form' | 'sum' | 'onNext'>) {
  const t = useAuthoring().grading
  const { feedback, sheet } = work
  const [open, setOpen] = useState(false)
  const isOverridden = Boolean(form.values.override)
  const shown = open || isOverridden || feedback.parts.length === 0
  const { penalty } = feedback
  const most = feedback.parts.reduce((sum, part) => sum + centsOf(part.most), 0)
  return (
    <section className="grid gap-2 rounded-md border border-line bg-sunken px-3 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{t.total}</h3>
        <output className="font-semibold text-xl tabular-nums" aria-label={t.total}>
          {sum.score === null ? '–' : pointsOf(sum.score)}
          <span className="font-medium text-base text-ink-soft"> / {sheet.assignment_score}</span>
        </output>
      </div>
      {most > 0 && most !== centsOf(String(sheet.assignment_score)) && (
        <p className="font-medium text-late text-sm">{t.partsDiffer(pointsOf(most), String(sheet.assignment_score))}</p>
      )}
      {penalty && penalty.keeps < 100 && !isOverridden && sum.points !== null && (
        <p className="text-ink-soft text-sm">{t.penalty(pointsOf(sum.points), penalty.days, penalty.keeps)}</p>
      )}
      {isOverridden && sum.points !== null && (
        <p className="text-ink-soft text-sm">{t.instead(pointsOf(sum.points))}</p>
      )}
      {sum.left.length > 0 && !isOverridden && <p className="text-ink-soft text-sm">{t.left(sum.left.length)}</p>}
      {shown ? (
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
          <TextField
            label={t.override}
            value={form.values.override ?? ''}
            onChange={(text) => form.set({ override: text })}
            error={form.errors.override && t.needNumber}
            inputMode="decimal"
            data-score={feedback.parts.length}
            autoComplete="off"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !form.values.reason?.trim()) return
              event.preventDefault()
              onNext()
            }}
          />
          <TextField
            label={t.reason}
            value={form.values.reason ?? ''}
            onChange={(text) => form.set({ reason: text })}
            error={form.errors.reason && t.needReason}
            maxLength={500}
          />
        </div>
      ) : (
        <Button size="sm" variant="bare" className="-ms-2 justify-self-start" onClick={() => setOpen(true)}>
          {t.overrideIt}
        </Button>
      )}
    </section>
  )
}

/** The values that the other grader, or the same one in another window, saved in fields that both changed. */
function Conflicts({ form, names, work }: { form: GradeForm; names: Map<string, string>; work: Work }) {
  const t = useAuthoring().grading
  const me = useMe()
  const { grader } = work.feedback
  const isOwn = grader?._id === me._id
  const fields = Object.keys(form.conflicts)
  if (fields.length === 0) return null
  const labelOf = (field: string) => {
    const [kind = '', id = ''] = field.split(' ')
    if (kind === 'points') return names.get(id) ?? id
    const item = work.rubric.find(({ _id }) => itemField(_id) === field)
    if (item) return item.title
    const member = work.people.find(({ _id }) => _id === id)
    if (member) return kind === 'why' ? t.ownReason(nameOf(member)) : t.ownScore(nameOf(member))
    return t.fields[kind as keyof typeof t.fields] ?? field
  }
  const say = (field: string) => (value: string | undefined) =>
    field.startsWith('item ') ? (value ? t.applies : t.appliesNot) : value || t.empty
  return (
    <Alert live tone="late" title={isOwn ? t.conflictOwn : t.conflict(grader ? nameOf(grader) : '')}>
      <div className="grid gap-2">
        {isOwn ? t.conflictOwnText : t.conflictText}
        <FieldConflicts<Grade>
          conflicts={form.conflicts}
          fields={Object.fromEntries(fields.map((field) => [field, { label: labelOf(field), say: say(field) }]))}
          set={(change) => form.set(change as Grade)}
        />
      </div>
    </Alert>
  )
}

const isScoredByItself = ({ grader, parts, override }: Work['feedback']) =>
  grader === null && override === null && parts.every(({ by }) => by === 'auto')
