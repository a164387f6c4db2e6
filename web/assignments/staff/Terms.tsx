import { useQuery } from '@tanstack/react-query'
import { tomorrow } from '../../changes/publishing.ts'
import { useCourseId } from '../../courses/queries.ts'
import { groupingsOf } from '../../groups/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Card } from '../../ui/Card.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DateTimeField } from '../../ui/staff/DateTimeField.tsx'
import { type Fields, sumOf } from './fields.ts'

interface Props {
  values: Fields
  set: (change: Partial<Fields>) => void
  errors: Partial<Record<string, string>>
}

/** The due date, the group or individual work, the attempts and the points of an assignment. */
export function Terms({ values, set, errors }: Props) {
  const authoring = useAuthoring()
  const t = authoring.sheet
  const language = useLanguage()
  const { data: groupings = [] } = useQuery(groupingsOf(useCourseId()))
  const time = { language, words: authoring.dateTime }
  return (
    <Card as="aside" aria-label={t.terms} className="grid gap-4">
      <div className="grid gap-2">
        <Switch
          label={t.dueOn}
          checked={values.assignment_due !== null}
          onChange={(on) => set({ assignment_due: on ? tomorrow() : null })}
        />
        {values.assignment_due !== null && (
          <DateTimeField
            {...time}
            label={t.due}
            value={values.assignment_due || null}
            onChange={(at) => set({ assignment_due: at ?? '' })}
            error={errors.assignment_due}
          />
        )}
        <Switch
          label={t.closesOn}
          checked={values.assignment_closes !== null}
          onChange={(on) => set({ assignment_closes: on ? (values.assignment_due ?? tomorrow()) : null })}
        />
        {values.assignment_closes !== null && (
          <DateTimeField
            {...time}
            label={t.closes}
            value={values.assignment_closes || null}
            onChange={(at) => set({ assignment_closes: at ?? '' })}
            error={errors.assignment_closes}
          />
        )}
      </div>
      <Select
        label={t.group}
        value={values.assignment_group}
        onChange={(assignment_group) => set({ assignment_group })}
        options={[
          { value: '', label: t.individual },
          ...groupings.map(({ _id, grouping_name }) => ({ value: _id, label: grouping_name })),
        ]}
      />
      <NumberField
        label={t.attempts}
        min={0}
        value={values.assignment_attempt}
        onChange={(assignment_attempt) => set({ assignment_attempt })}
        error={errors.assignment_attempt}
      />
      {values.assignment_attempt !== 1 && (
        <Select
          label={t.counts}
          value={values.assignment_counts}
          onChange={(chosen) => set({ assignment_counts: chosen as Fields['assignment_counts'] })}
          options={(['latest', 'best', 'first'] as const).map((value) => ({ value, label: t.countsOf[value] }))}
        />
      )}
      <NumberField
        label={t.timeLimit}
        min={1}
        value={values.assignment_time_limit}
        onChange={(assignment_time_limit) => set({ assignment_time_limit })}
        error={errors.assignment_time_limit}
      />
      <div className="grid gap-1">
        <Switch
          label={t.shuffleQuestions}
          checked={values.shuffle_questions}
          onChange={(on) => set({ shuffle_questions: on })}
        />
        <Switch
          label={t.shuffleOptions}
          checked={values.shuffle_options}
          onChange={(on) => set({ shuffle_options: on })}
        />
      </div>
      <p className="font-semibold">
        {t.total}: <span className="tabular-nums">{number(values.assignment_score ?? sumOf(values))}</span>
        {values.assignment_score !== null && (
          <span className="block font-normal text-ink-soft text-sm">{t.totalOf(number(sumOf(values)))}</span>
        )}
      </p>
      <NumberField
        label={t.totalOther}
        min={0}
        step="any"
        value={values.assignment_score}
        onChange={(assignment_score) => set({ assignment_score })}
        error={errors.assignment_score}
      />
    </Card>
  )
}
