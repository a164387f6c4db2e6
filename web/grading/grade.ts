import { centsOf, pointsOf as decimal, gradeSum, type PartSum } from '../../contract/points.ts'
import type { GradeForm, RubricItem, Grade as Saved, Work } from '../../contract/staff/grading.ts'
import type { Start } from '../forms/useForm.ts'
import { centsIn } from './cents.ts'

/*
 * The form of a grade: one text for each field, so that the grades of two graders merge field by field. `points <part>`
 * are points by hand, `item <id>` is a rubric item that applies, `member <id>` and `why <id>` are a member's own score
 * and its reason.
 */
export type Grade = Record<string, string>

/** The fields that are there: one that somebody else took away merges as undefined. */
const fieldsIn = (grade: Grade) => Object.entries(grade).filter(([, text]) => text !== undefined)

export const pointsField = (part: string) => `points ${part}`
export const itemField = (id: string) => `item ${id}`
export const memberField = (id: string) => `member ${id}`
export const whyField = (id: string) => `why ${id}`

/** The fields of a grade on the server. */
export function gradeIn(saved: Saved, rubric: RubricItem[]): Grade {
  const { parts, applied, override, override_reason, members, comment } = saved
  const grade: Grade = { comment, override: override ?? '', reason: override_reason }
  for (const { _id } of rubric) grade[itemField(_id)] = ''
  for (const { part, points, by } of parts) grade[pointsField(part)] = by === 'hand' ? (points ?? '') : ''
  for (const id of applied) grade[itemField(id)] = '1'
  for (const [id, { score, reason }] of Object.entries(members)) {
    grade[memberField(id)] = score
    grade[whyField(id)] = reason
  }
  return grade
}

/** A work with a saved grade, unless it has a later one. */
export const withGrade = (work: Work, feedback: Saved): Work =>
  work.feedback.revision > feedback.revision ? work : { ...work, feedback }

/** The stored draft of a grade, with the revision from which it was made. */
export const draftOf = (values: Grade, revision = 0): Grade => ({ ...values, revision: String(revision) })

/** The fields of a draft with their base: if the grade has changed since, they replace nothing of the present one. */
export function inDraft({ revision, ...values }: Grade, saved: Start<Grade>): { values: Grade; from: Start<Grade> } {
  if (revision === String(saved.revision)) return { values, from: saved }
  const empty = Object.fromEntries(Object.keys({ ...saved.values, ...values }).map((field) => [field, '']))
  return { values: { ...empty, ...values }, from: { values: empty, revision: 0 } }
}

const named = (grade: Grade, kind: string) =>
  fieldsIn(grade).flatMap(([field, text]) => {
    const [is, name = ''] = field.split(' ')
    return is === kind ? [[name, text.trim()] as const] : []
  })

/** The body of a save; it leaves out removed rubric items. */
export function formOf(grade: Grade, rubric: RubricItem[]): GradeForm {
  const override = centsIn(grade.override ?? '')
  return {
    parts: byHand(grade),
    applied: rubric.flatMap(({ _id }) => (grade[itemField(_id)] ? [_id] : [])),
    override: override === undefined ? null : decimal(override),
    override_reason: grade.reason?.trim() ?? '',
    ...membersIn(grade),
    comment: grade.comment ?? '',
  }
}

/** Absent if no member is named: members' own scores stay. */
function membersIn(grade: Grade): Pick<GradeForm, 'members'> {
  const members = named(grade, 'member')
  if (members.length === 0) return {}
  const own = members.flatMap(([id, text]) => {
    const cents = centsIn(text)
    return cents === undefined ? [] : [[id, { score: decimal(cents), reason: grade[whyField(id)]?.trim() ?? '' }]]
  })
  return { members: Object.fromEntries(own) }
}

const byHand = (grade: Grade) =>
  Object.fromEntries(
    named(grade, 'points').flatMap(([part, text]) => {
      const cents = centsIn(text)
      return cents === undefined ? [] : [[part, decimal(cents)]]
    }),
  )

/** How many rubric items the grader applied that are not in the rubric any more. A save leaves them out. */
export const goneIn = (grade: Grade, from: Grade, rubric: RubricItem[]): number =>
  named(grade, 'item').filter(
    ([id, applies]) => applies && !from[itemField(id)] && !rubric.some(({ _id }) => _id === id),
  ).length

interface Wrong {
  field: string
  why: 'number' | 'reason'
}

/** The fields with invalid points, and an override or own score without a reason. */
export function wrongIn(grade: Grade): Wrong[] {
  const wrong = fieldsIn(grade).flatMap(([field, text]): Wrong[] => {
    if (!/^(override$|points |member )/.test(field) || text.trim() === '') return []
    return (centsIn(text) ?? -1) < 0 ? [{ field, why: 'number' }] : []
  })
  const isUnexplained = grade.override?.trim() && !grade.reason?.trim()
  const unexplained = named(grade, 'member').flatMap(([id, text]) =>
    text && !grade[whyField(id)]?.trim() ? [whyField(id)] : [],
  )
  const reasons = [...(isUnexplained ? ['reason'] : []), ...unexplained]
  return [...wrong, ...reasons.map((field): Wrong => ({ field, why: 'reason' }))]
}

/** The sum of a grade, in hundredths of a point, as the server will calculate it. */
export function sumOf(grade: Grade, { parts, penalty }: Pick<Saved, 'parts' | 'penalty'>, rubric: RubricItem[]) {
  const asked = parts.map(({ part, most, auto }) => ({
    ...{ part, most: centsOf(most), auto: auto === null ? null : centsOf(auto) },
  }))
  const { applied, override } = formOf(grade, rubric)
  const given = { parts: byHand(grade), items: rubric.filter(({ _id }) => applied.includes(_id)), override }
  const sum = gradeSum(asked, given, penalty)
  return {
    ...{ points: sum.points, score: sum.score },
    byPart: new Map(sum.parts.map((one): [string, PartSum] => [one.part, one])),
    /** The parts that a person still has to grade. */
    left: sum.parts.flatMap(({ part, points }) => (points === null ? [part] : [])),
  }
}

export type Sum = ReturnType<typeof sumOf>
