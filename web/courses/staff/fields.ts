import { type CourseTab, courseTabs } from '../../../contract/courses.ts'
import {
  type CourseSettings,
  joinPasswordLeast,
  type LateRule,
  regradeDaysMost,
} from '../../../contract/staff/courses.ts'
import type { Start } from '../../forms/useForm.ts'
import type { Authoring } from '../../i18n/en/authoring.ts'

/** A rule for late work, as typed. */
export interface LateRuleFields {
  kind: LateRule['kind']
  percent?: number | null
  floor?: number | null
  days?: number | null
}

const isWithin = (n: number | null | undefined, least: number, most: number) =>
  typeof n === 'number' && n >= least && n <= most

/** Whether its numbers are valid. */
export const isRule = (rule: LateRuleFields): rule is LateRule =>
  rule.kind === 'percent'
    ? isWithin(rule.percent, 0.01, 100) && isWithin(rule.floor, 0, 100)
    : rule.kind !== 'bank' || (isWithin(rule.days, 1, 365) && Number.isInteger(rule.days))

const isRegradeDays = (days: number | null | undefined): days is number =>
  isWithin(days, 0, regradeDaysMost) && Number.isInteger(days)

/** The fields of the form of a course's settings. */
export interface Fields {
  course_name: string
  course_name_short: string
  course_code: string
  course_section: string
  course_academic_year: string
  course_semester: string
  zone: string
  /** The location of a new picture. Undefined: it stays. */
  course_image: string | null
  course_cover: string | null
  /** One in each line. */
  course_objective: string
  facebook: string
  team: string
  echo: string
  /** All tabs in their order. */
  tabs: { name: CourseTab; shown: boolean }[]
  assistants_may: CourseSettings['assistants_may']
  late_rule: LateRuleFields
  regrade_days: number | null
}

export const startOf = (s: CourseSettings): Start<Fields> => ({
  values: {
    ...{ course_name: s.course_name, course_name_short: s.course_name_short, course_code: s.course_code },
    ...{ course_section: s.course_section, course_academic_year: s.course_academic_year },
    ...{ course_semester: s.course_semester, zone: s.zone, course_image: s.course_image, course_cover: s.course_cover },
    course_objective: s.course_objective.join('\n'),
    facebook: s.course_contact.facebook ?? '',
    team: s.course_contact.team ?? '',
    echo: s.course_contact.echo ?? '',
    tabs: [
      ...s.course_tabs.map((name) => ({ name, shown: true })),
      ...courseTabs.filter((name) => !s.course_tabs.includes(name)).map((name) => ({ name, shown: false })),
    ],
    assistants_may: s.assistants_may,
    late_rule: s.late_rule,
    regrade_days: s.regrade_days,
  },
  revision: s.revision,
})

/** The body of a call, from the changed fields. */
export function bodyOf(changed: Partial<Fields>) {
  const { course_objective, facebook, team, echo, tabs, course_image, course_cover, late_rule, regrade_days, ...rest } =
    changed
  const contact = Object.entries({ facebook, team, echo }).filter(([, value]) => value !== undefined)
  return {
    ...rest,
    ...(course_objective !== undefined && {
      course_objective: course_objective.split('\n').flatMap((line) => line.trim() || []),
    }),
    ...(contact.length > 0 && {
      course_contact: Object.fromEntries(contact.map(([name, value]) => [name, value?.trim() || null])),
    }),
    ...(tabs && { course_tabs: tabs.filter(({ shown }) => shown).map(({ name }) => name) }),
    ...(late_rule && isRule(late_rule) && { late_rule }),
    ...(isRegradeDays(regrade_days) && { regrade_days }),
    // A course has one picture: choosing a drawing removes the file.
    ...(course_cover ? { course_cover } : course_image !== undefined && { course_image }),
    ...(course_cover === null && course_image === undefined && { course_image: null }),
  }
}

const isWebAddress = (text: string) => text.trim() === '' || /^https?:$/.test(URL.parse(text.trim())?.protocol ?? '')

/** The errors that the server would find, field by field. */
export const wrongIn = (values: Fields, t: Authoring['courses']): { [K in keyof Fields]?: string } => ({
  ...Object.fromEntries(
    (['course_name', 'course_name_short', 'course_code'] as const).flatMap((name) =>
      values[name].trim() === '' ? [[name, t.needed]] : [],
    ),
  ),
  ...(!isRule(values.late_rule) && { late_rule: t.late.wrong }),
  ...(!isRegradeDays(values.regrade_days) && { regrade_days: t.regrades.wrong }),
  ...(!/^\d{4}$/.test(values.course_academic_year) && { course_academic_year: t.wrongYear }),
  ...Object.fromEntries(
    (['facebook', 'team', 'echo'] as const).flatMap((name) =>
      isWebAddress(values[name]) ? [] : [[name, t.wrongAddress]],
    ),
  ),
})

export const isShortPassword = (password: string): boolean => password.length < joinPasswordLeast
