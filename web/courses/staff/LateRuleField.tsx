import { keptAfter, type LateRule } from '../../../contract/staff/courses.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { number } from '../../i18n/dates.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { isRule, type LateRuleFields } from './fields.ts'

const kinds = ['none', 'refuse', 'percent', 'bank'] as const
/** The first values of a new rule. */
const usual = { percent: 10, floor: 50, days: 5 }
/** How late the work in the example is. */
const EXAMPLE_DAYS = 2

interface Props {
  rule: LateRuleFields
  onChange: (rule: LateRuleFields) => void
}

/** The course's rule for late work, with an example. */
export function LateRuleField({ rule, onChange }: Props) {
  const t = useAuthoring().courses.late
  const { kind, percent = usual.percent, floor = usual.floor, days = usual.days } = rule
  const inPercent = { min: 0, max: 100, step: 'any' }
  return (
    <div className="grid gap-4">
      <Select
        label={t.rule}
        value={kind}
        onChange={(chosen) => onChange(ruleOf(chosen as LateRule['kind'], { percent, floor, days }))}
        options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
      />
      {kind === 'percent' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            {...inPercent}
            label={t.percent}
            value={percent}
            onChange={(typed) => onChange({ kind, percent: typed, floor })}
          />
          <NumberField
            {...inPercent}
            label={t.floor}
            value={floor}
            onChange={(typed) => onChange({ kind, percent, floor: typed })}
          />
        </div>
      )}
      {kind === 'bank' && (
        <NumberField
          {...{ label: t.days, min: 1, max: 365, value: days }}
          onChange={(typed) => onChange({ kind, days: typed })}
          className="sm:max-w-64"
        />
      )}
      <p role="status" className={isRule(rule) ? 'text-ink-soft text-sm' : 'text-sm text-wrong'}>
        {isRule(rule) ? exampleOf(rule, t) : t.wrong}
      </p>
    </div>
  )
}

function ruleOf(kind: LateRule['kind'], { percent, floor, days }: Omit<LateRuleFields, 'kind'>): LateRuleFields {
  return kind === 'percent' ? { kind, percent, floor } : kind === 'bank' ? { kind, days } : { kind }
}

/** The effect of a rule on work that is some days late, in words. */
export function exampleOf(rule: LateRule, t: ReturnType<typeof useAuthoring>['courses']['late']): string {
  if (rule.kind === 'percent')
    return t.examplePercent(EXAMPLE_DAYS, number(keptAfter(rule, EXAMPLE_DAYS)), number(rule.floor))
  return rule.kind === 'bank' ? t.exampleBank(rule.days) : t.examples[rule.kind]
}
