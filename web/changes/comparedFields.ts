import type { ChangedRow } from '../../contract/changes.ts'
import type { LateRule } from '../../contract/staff/courses.ts'
import type { Letter } from '../../contract/totals.ts'
import { dateTime } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import type { Catalogue } from '../i18n/index.ts'

export interface Compared {
  key: string
  label: string
  before: string
  after: string
  /** The person whom the row is about, such as in attendance. */
  person: string | undefined
}

/** The stored form of a choice, and of the key of a question. */
interface StoredChoice {
  id: string
  text: string
  correct?: boolean
}
interface StoredKey {
  value?: string
  tolerance?: string
  accepted?: string[]
  pairs?: Record<string, string>
  order?: string[]
}

type Row = NonNullable<ChangedRow['before']>
interface Words {
  text: Catalogue
  authoring: Authoring
  /** The names of things to which rows refer by id, such as groupings. */
  names: Map<string, string>
}

/** The changed columns that have a label, in the order of the labels, with their values in words. */
export function comparedFields({ table, key, before, after }: ChangedRow, words: Words): Compared[] {
  const labels: Record<string, string> = words.authoring.history.fields
  const row = { ...before, ...after }
  const person = typeof key.person_id === 'string' ? key.person_id : undefined
  return Object.entries(labels).flatMap(([field, label]) => {
    const [column = '', of] = field.split('.').toReversed()
    if (!(column in row) || (of !== undefined && of !== table)) return []
    // The column has another label in this table.
    if (of === undefined && `${table}.${column}` in labels) return []
    if (JSON.stringify(before?.[column]) === JSON.stringify(after?.[column])) return []
    const say = (from: Row | null) => valueInWords(table, column, from, words)
    const pair = { before: say(before), after: say(after) }
    // What is made, or was, without something is not worth a line.
    const isNothing = (from: Row | null | undefined) => !from || from[column] === false
    return (pair.before === '' && pair.after === '') || (!(before && after) && isNothing(before) && isNothing(after))
      ? []
      : [{ key: `${table}${JSON.stringify(key)}${field}`, label, person, ...pair }]
  })
}

function valueInWords(table: string, column: string, row: Row | null, { text, authoring, names }: Words): string {
  const value = row?.[column]
  const { history, courses, sheet } = authoring
  const choices = (column: string) => (row?.[column] ?? []) as StoredChoice[]
  const choice = (id: string) => [...choices('options'), ...choices('targets')].find((one) => one.id === id)?.text ?? id
  const said: Record<string, Record<string, string> | undefined> = {
    'attendance.code': text.course.attendance,
    'questions.kind': text.staff.sheet.kinds,
    'questions.credit': { all: history.no, parts: history.yes },
    'assignments.counts': sheet.countsOf,
    'courses.tabs': text.course.tabs,
    'courses.assistants_may': courses.may,
  }
  const known: Record<string, string> | undefined =
    said[`${table}.${column}`] ?? (column === 'role' ? text.roles : undefined)
  const one = (item: unknown) => known?.[String(item)] ?? String(item)

  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? history.yes : history.no
  if (column === 'options' || column === 'targets')
    return choices(column)
      .map(({ text, correct }) => (correct ? `✓ ${text}` : text))
      .join('\n')
  if (column === 'letters') return (value as Letter[]).map(({ letter, from }) => `${letter} ${from}`).join('\n')
  if (column === 'key') return keyInWords(value as StoredKey, choice)
  if (column === 'late_rule') return lateRuleInWords(value as LateRule, courses.late)
  if (column === 'max_bytes') return `${Number(value) / 1_000_000} MB`
  if (Array.isArray(value)) return value.map(one).join('\n')
  if (isId(value)) return names.get(value) ?? history.another
  return column.endsWith('_at') || timeColumns.includes(column) ? dateTime(String(value)) : one(value)
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value)

/** Columns with instants whose names do not reveal it. */
const timeColumns = ['moved_from', 'made_until', 'recording_expire', 'zero_from']

const keyInWords = (
  { value, tolerance, accepted = [], pairs = {}, order = [] }: StoredKey,
  choice: (id: string) => string,
) =>
  [
    ...(value === undefined ? [] : [Number(tolerance) ? `${value} ± ${tolerance}` : value]),
    ...accepted,
    ...Object.entries(pairs).map(([from, to]) => `${choice(from)} → ${choice(to)}`),
    ...order.map((id, i) => `${i + 1}. ${choice(id)}`),
  ].join('\n')

function lateRuleInWords(rule: LateRule, t: Authoring['courses']['late']): string {
  const numbers = {
    none: [],
    refuse: [],
    percent: rule.kind === 'percent' ? [`${t.percent}: ${rule.percent}`, `${t.floor}: ${rule.floor}`] : [],
    bank: rule.kind === 'bank' ? [`${t.days}: ${rule.days}`] : [],
  }
  return [t.kinds[rule.kind], ...numbers[rule.kind]].join('\n')
}
