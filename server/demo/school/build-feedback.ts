import { gradeSum } from '../../../contract/points.ts'
import type { LateRule } from '../../../contract/staff/courses.ts'
import type { QuestionRow } from '../../assignments/sheet.ts'
import { penaltyAt, termsOf } from '../../assignments/terms.ts'
import { partsOf } from '../../grading/rules.ts'
import { builtQuestion } from './build-questions.ts'
import type { Building } from './building.ts'
import { demoId } from './ids.ts'
import type { AssignmentData, FeedbackData, MarkData, RegradeData } from './types.ts'

/** Grades by parts, as a grader gives them, so that the score adds up where it is opened. */

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const decimal = (cents: number) => (cents / 100).toFixed(2)

const questionsScoreOf = ({ questions = [], sets = [] }: AssignmentData) =>
  sum(questions.filter((q) => !q.set).map((q) => q.score)) + sum(sets.map(({ draw, score }) => draw * score))

/** The points of an assignment: of all parts, and of its questions. */
export const scoresOf = (assignment: AssignmentData) => {
  const questions = questionsScoreOf(assignment)
  return { questions, all: (assignment.text ?? 0) + questions + (assignment.files?.score ?? 0) }
}

const rubricId = (assignmentId: string, n: number) => demoId(assignmentId, 'rubric', n)

/** The parts of a work, in hundredths, with their automatic points. */
function partsIn(assignmentId: string, assignment: AssignmentData, response: Record<string, string>) {
  const { questions = [], sets = [], text, files } = assignment
  const rows = questions.map((question, position): QuestionRow => {
    const id = demoId(assignmentId, 'question', position)
    const { kind, options, targets, key } = builtQuestion(id, question)
    const score = sets.find(({ name }) => name === question.set)?.score ?? question.score
    const { unit = '', credit = 'all' as const, explanation = '', tags = [] } = question
    const built = { options, targets, key, unit, credit, explanation, tags, set_id: null }
    return { ...built, id, position, question: question.question, kind: kind as QuestionRow['kind'], score }
  })
  const slots = files?.slots ?? []
  return partsOf(
    {
      ...{ has_text: text !== undefined, questions: rows, slots },
      ...{ score: scoresOf(assignment).all, score_essay: text ?? 0, score_file: files?.score ?? 0 },
    },
    response,
  )
}

interface Judged {
  assignmentId: string
  assignment: AssignmentData
  submissionId: string
  at: Date
  response: Record<string, string>
  feedback: FeedbackData
}

/** The row of a work's feedback, and its time. */
export function addFeedback({ id, data, rows, clock, person }: Building, judged: Judged): Date {
  const { assignmentId, assignment, submissionId, at, response, feedback } = judged
  const { score, grade, comment = '', show, items } = feedback
  const given = feedback.at
    ? clock.at(feedback.at)
    : new Date(Math.min(at.getTime() + 2 * 86_400_000, clock.origin.getTime()))
  const parts = partsIn(assignmentId, assignment, response)
  const applied = (items ?? []).flatMap((n) => assignment.rubric?.[n] ?? [])
  const byHand = items || score === null ? {} : handed(parts, Math.round(score * 100))
  const isScored = score !== null || items !== undefined
  const isOver = score !== null && byHand === undefined
  const rule = data.lateRule ?? { kind: 'none' }
  const penalty = penaltyAt(termsOf(datesOf(assignment, clock, rule)), at)
  const sums = gradeSum(
    parts,
    {
      parts: byHand ?? {},
      items: applied.map(({ points }) => ({ part: 'textbox', points })),
      override: isOver ? score : null,
    },
    penalty,
  )
  rows.add('feedback', {
    course_id: id,
    submission_id: submissionId,
    score: isScored && sums.score !== null ? decimal(sums.score) : score,
    points: isScored && sums.points !== null ? decimal(sums.points) : null,
    parts: (byHand ?? {}) as unknown as string,
    items: (items ?? []).map((n) => rubricId(assignmentId, n)),
    override: isOver ? score : null,
    override_reason: isOver ? 'For the work as a whole' : '',
    grade: grade ?? null,
    comment,
    show,
    shown_at: show ? given : null,
    grader_id: person(data.assistants?.[0] ?? data.instructors[0]?.[0] ?? ''),
    updated_at: given,
  })
  return given
}

/** Regrade requests for a person's own work, with their answers. */
export function addRegrades({ id, data, rows, clock, person }: Building, judged: Judged & { by: string }): void {
  const { assignmentId, assignment, submissionId, response, feedback, by } = judged
  const parts = partsIn(assignmentId, assignment, response)
  const score = feedback.score === null ? null : decimal(Math.round(feedback.score * 100))
  feedback.asked?.forEach(({ about, at, text, answer }: RegradeData, n) => {
    const part = about === 'textbox' ? about : `item-${demoId(assignmentId, 'question', about)}`
    const auto = parts.find((one) => one.part === part)?.auto
    const points = auto == null ? null : decimal(auto)
    rows.add('regrade_requests', {
      ...{ course_id: id, id: demoId(submissionId, 'regrade', n), assignment_id: assignmentId },
      ...{ submission_id: submissionId, owner_id: person(by), part, content: text },
      ...{ asked_by: person(by), asked_at: clock.at(at), score_before: score, points_before: answer?.from ?? points },
      answered_at: answer ? clock.at(answer.at) : null,
      answered_by: answer ? person(data.assistants?.[0] ?? data.instructors[0]?.[0] ?? '') : null,
      answer: answer?.text ?? '',
      ...(answer ? { score_after: score, points_after: points } : { score_after: null, points_after: null }),
    })
  })
}

/** Points by hand for each part that add up to a score; undefined: there are none. */
function handed(parts: ReturnType<typeof partsIn>, score: number): Record<string, string> | undefined {
  const open = parts.filter(({ auto, most }) => auto === null && most > 0)
  let left = score - sum(parts.map(({ auto }) => auto ?? 0))
  let most = sum(open.map((part) => part.most))
  if (left < 0 || left > most) return undefined
  const given: Record<string, string> = {}
  for (const part of open) {
    const share = Math.round((left * part.most) / most / 50) * 50
    const rest = most - part.most
    const points = Math.min(part.most, Math.max(left - rest, open.at(-1) === part ? left : share))
    given[part.part] = decimal(points)
    left -= points
    most = rest
  }
  return given
}

function datesOf({ due, closes, attempts = 1 }: AssignmentData, clock: Building['clock'], late_rule: LateRule) {
  const at = (when: string | null | undefined) => (when ? clock.at(when) : null)
  const dates = { publish_at: null, due_at: at(due), closes_at: at(closes), attempts_allowed: attempts }
  return { ...dates, time_limit: null, late_rule, zone: 'Asia/Bangkok' }
}

/** The rubric of an assignment, and its exceptions. */
export function addTerms(
  { id, rows, clock, person }: Building,
  assignmentId: string,
  assignment: AssignmentData,
): void {
  assignment.rubric?.forEach(({ title, points }, n) => {
    const item = { course_id: id, id: rubricId(assignmentId, n), assignment_id: assignmentId, part: 'textbox' }
    rows.add('rubric_items', { ...item, title, points, position: n + 1 })
  })
  if (assignment.release) {
    const release_at = clock.at(assignment.release)
    const release = { course_id: id, id: demoId(assignmentId, 'release'), assignment_id: assignmentId, release_at }
    rows.add('planned_releases', release)
  }
  for (const { to, due, attempts = 0, reason } of assignment.exceptions ?? []) {
    rows.add('exceptions', {
      ...{ course_id: id, id: demoId(assignmentId, 'exception', to), assignment_id: assignmentId },
      ...{ person_id: person(to), due_at: due ? clock.at(due) : null, extra_attempts: attempts, reason },
      updated_at: clock.at('-5d'),
    })
  }
}

/** The marks of a grader on a work. */
export function addMarksOf(course: Building, submissionId: string, marks: MarkData[], at: Date): void {
  const { id, rows, person, data, clock } = course
  const created_at = new Date(Math.min(at.getTime() + 86_400_000, clock.origin.getTime()))
  marks.forEach(({ shape, ...mark }, n) => {
    rows.add('marks', {
      ...{ course_id: id, id: demoId(submissionId, 'mark', n), submission_id: submissionId },
      ...{ ...mark, shape: shape as unknown as string, created_at },
      author_id: person(data.assistants?.[0] ?? data.instructors[0]?.[0] ?? ''),
    })
  })
}
