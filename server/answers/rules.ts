import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { centsOf, gradeSum, type PartSum, pointsOrNull } from '../../contract/points.ts'
import { plain, scoreOf } from '../assignments/score.ts'
import { drawnFor, type QuestionRow } from '../assignments/sheet.ts'
import { type CommonAssignment, onTermsOf } from '../assignments/shown.ts'
import { penaltyAt } from '../assignments/terms.ts'
import { asJudged, questionsOf } from '../grading/gradedQuestions.ts'
import type { ItemRow } from '../grading/queries.ts'
import { partsOf } from '../grading/rules.ts'
import type { SheetThen } from '../grading/sheets.ts'
import type { AnswerRow, GradedWork } from './queries.ts'

const TEXT = 'textbox'
export const partOf = (question: QuestionRow) => `item-${question.id}`

/** The parts that students answer in the sheet; graders grade files work by work. */
export const answeredParts = (a: CommonAssignment): string[] =>
  partsOf(a, {}).flatMap(({ part }) => (part === 'file' || (part === TEXT && !a.has_text) ? [] : [part]))

/**
 * Whether a work has the part, by the sheet that it answers: of a set, some questions are drawn, and a text without
 * points of its own is a part where nothing else has any. @param then null: the present sheet
 */
export const isAsked = (a: CommonAssignment, then: SheetThen | null, { part, question }: OnePart, ownerId: string) =>
  question
    ? drawnFor(then ?? a, ownerId).some(({ id }) => id === question.id)
    : partsThen(a, then, { owner_id: ownerId, response: {} }).some((one) => one.part === part)

/** The parts of a work by the sheet that it answers. @param then null: the present sheet */
const partsThen = (
  a: CommonAssignment,
  then: SheetThen | null,
  { owner_id, response }: Pick<GradedWork, 'owner_id' | 'response'>,
) => partsOf({ ...a, questions: questionsOf(a, then, owner_id), slots: (then ?? a).slots }, response)

/** The key by which equal answers form a group. */
export function keyOf({ answer, digest }: Pick<AnswerRow, 'answer' | 'digest'>, question: QuestionRow | null): string {
  return (
    digest ??
    createHash('md5')
      .update(plain(answer ?? '', question?.key.match_case))
      .digest('hex')
  )
}

export interface Group<Row> {
  key: string
  rows: Row[]
}

/** Groups the rows by their answer, the largest group first. */
export function groupsOf<Row extends AnswerRow>(rows: Row[], question: QuestionRow | null): Group<Row>[] {
  const groups = Map.groupBy(rows, (row) => keyOf(row, question))
  return [...groups]
    .map(([key, rows]) => ({ key, rows }))
    .sort((a, b) => b.rows.length - a.rows.length || (a.key < b.key ? -1 : 1))
}

/** The place of a group in the order of `groupsOf`. */
export const cursorOf = ({ key, rows }: Group<unknown>) => `${rows.length}-${key}`
export function isAfter({ key, rows }: Group<unknown>, cursor: string): boolean {
  const [count = '', last = ''] = cursor.split('-')
  return rows.length < Number(count) || (rows.length === Number(count) && key > last)
}

interface OnePart {
  part: string
  most: number
  question: QuestionRow | null
}

/** The points that one work has for one part. @param sheet the one that the work answers; null: the present one */
export function partSum(
  row: Pick<AnswerRow, 'answer' | 'by_hand' | 'items'>,
  { part, most, question }: OnePart,
  { items, sheet }: { items: ItemRow[]; sheet: SheetThen | null },
): PartSum & { applied: string[] } {
  const was = question && sheet?.questions.find(({ id }) => id === question.id)
  const [judged] = was ? asJudged([was], [...(sheet?.later ?? []), question]) : [question]
  const auto = judged ? scoreOf(judged, row.answer ?? undefined) : null
  const applied = items.filter((item) => item.part === part && row.items.includes(item.id))
  const given = { parts: row.by_hand === null ? {} : { [part]: row.by_hand }, items: applied, override: null }
  const [sum] = gradeSum([{ part, most, auto: auto === null ? null : centsOf(auto) }], given, null).parts
  return { ...(sum as PartSum), applied: applied.map(({ id }) => id) }
}

/** The sum of a whole work, with its parts. */
export function sumOf(a: CommonAssignment, work: GradedWork, items: ItemRow[]) {
  const terms = onTermsOf(a, work.allowances)
  const parts = partsThen(a, work.sheet, work)
  const given = {
    parts: work.parts,
    items: items.filter(({ id }) => work.items.includes(id)),
    override: work.override,
  }
  const sum = gradeSum(parts, given, penaltyAt(terms.terms, new Date(work.submitted_at)))
  return { parts: sum.parts, points: pointsOrNull(sum.points), score: pointsOrNull(sum.score) }
}

export interface Judgement {
  part: string
  points?: string | null | undefined
  applied?: string[] | undefined
  comment: string
}

/** The grade of a work with the change to one part; the other parts keep theirs. */
export function judged<Work extends GradedWork>(
  work: Work,
  { part, points, applied, comment }: Judgement,
  items: ItemRow[],
): Work {
  const { [part]: before, ...others } = work.parts
  const byHand = points === undefined ? before : (points ?? undefined)
  const ofPart = new Set(items.filter((item) => item.part === part).map(({ id }) => id))
  return {
    ...work,
    parts: byHand === undefined ? others : { ...others, [part]: byHand },
    items: applied ? [...work.items.filter((id) => !ofPart.has(id)), ...new Set(applied)] : work.items,
    comment: withComment(work.comment, comment),
  }
}

/** Whether a work already has everything that the change gives: two graders who give the same do not disagree. */
export const isSame = (next: GradedWork, { parts, items, comment }: GradedWork): boolean =>
  next.comment === comment &&
  next.items.toSorted().join() === items.toSorted().join() &&
  isDeepStrictEqual(next.parts, parts)

/** Appends a comment as a paragraph of its own, unless it is already there. */
function withComment(before: string, more: string): string {
  if (more === '' || before.split('\n\n').includes(more) || before === more) return before
  return before.trim() === '' ? more : `${before.trimEnd()}\n\n${more}`
}
