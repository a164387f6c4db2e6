import { gradeSum } from '../../contract/points.ts'
import { idsIn } from '../../contract/questions.ts'
import type { PartStatistics } from '../../contract/staff/statistics.ts'
import type { QuestionRow, SheetRow, Shuffle } from '../assignments/sheet.ts'
import { questionsOf } from '../grading/gradedQuestions.ts'
import { partsOf } from '../grading/rules.ts'
import type { Sheets } from '../grading/sheets.ts'
import { correlation, rounded } from './numbers.ts'

/** The attempt of a person or a group that counts. */
export interface WorkRow {
  owner_id: string
  /** The answers to closed questions. */
  response: Record<string, string>
  sheet_version: number
  /** By part, the points by hand. */
  parts: Record<string, string> | null
  /** The rubric items that apply. */
  items: string[] | null
}

export interface Asked extends SheetRow, Shuffle {
  has_text: boolean
  score: number
  score_essay: number
  score_file: number
}

interface Item {
  id: string
  part: string
  points: string
}

/** A correlation of fewer works says nothing. */
const LEAST = 10
const QUESTION_MOST = 300

interface Judged {
  /** In hundredths; null: not graded yet. */
  points: number | null
  most: number
}

/**
 * Statistics of each part of the present sheet: its points, the share that was reached, and its correlation with the
 * rest of the work. A work counts in the questions of the sheet that it answers.
 */
export function partStatistics(asked: Asked, works: WorkRow[], items: Item[], sheets: Sheets): PartStatistics[] {
  const byPart = new Map<string, { share: number; elsewhere: number | null }[]>()
  const times = new Map<string, number>()
  for (const work of works) {
    const parts = judgedParts(asked, work, items, sheets)
    let [points, most] = [0, 0]
    for (const one of parts.values()) {
      if (one.points === null) continue
      points += one.points
      most += one.most
    }
    for (const [part, one] of parts) {
      times.set(part, (times.get(part) ?? 0) + 1)
      if (one.points === null) continue
      const others = most - one.most
      const elsewhere = others > 0 ? (points - one.points) / others : null
      const known = byPart.get(part) ?? []
      known.push({ share: one.points / one.most, elsewhere })
      byPart.set(part, known)
    }
  }
  const questions = new Map(asked.questions.map((question) => [`item-${question.id}`, question]))
  // In the order of the sheet; a work that lacks a part does not change it.
  const whole = partsOf(asked, {}).filter(({ most }) => most > 0)
  return whole.map(({ part, most }) => {
    const known = byPart.get(part) ?? []
    const shares = known.map(({ share }) => share)
    const question = questions.get(part)
    const pairs = known.flatMap(({ share, elsewhere }): [number, number][] =>
      elsewhere === null ? [] : [[share, elsewhere]],
    )
    return {
      part,
      question: question ? shortened(question.question) : '',
      kind: question?.kind ?? null,
      most: most / 100,
      asked: times.get(part) ?? 0,
      judged: known.length,
      mean: known.length === 0 ? null : rounded((shares.reduce((sum, one) => sum + one, 0) / known.length) * 100),
      full: shares.filter((share) => share >= 1).length,
      none: shares.filter((share) => share <= 0).length,
      discrimination: correlation(pairs, LEAST),
      choices: question ? choicesOf(question, works) : [],
    }
  })
}

/** The parts with points that the work is graded by, also those that are no longer on the sheet. */
function judgedParts(asked: Asked, work: WorkRow, items: Item[], sheets: Sheets): Map<string, Judged> {
  const then = sheets.at(work.sheet_version)
  const open = new Set(asked.questions.flatMap(({ id, kind }) => (kind === 'open' ? [id] : [])))
  const questions = questionsOf(asked, then, work.owner_id).map((question) =>
    // Answers to open questions are not read.
    open.has(question.id) ? { ...question, kind: 'open' as const } : question,
  )
  const had = { ...asked, questions, slots: (then ?? asked).slots }
  const parts = partsOf(had, work.response).filter(({ most }) => most > 0)
  const applied = items.filter(({ id }) => work.items?.includes(id))
  const sums = gradeSum(parts, { parts: work.parts ?? {}, items: applied, override: null }, null)
  return new Map(sums.parts.map(({ part, points, most }) => [part, { points, most }]))
}

function choicesOf({ id, kind, options }: QuestionRow, works: WorkRow[]): PartStatistics['choices'] {
  if (kind !== 'one' && kind !== 'several') return []
  const counts = new Map<string, number>()
  for (const { response } of works) {
    const answer = response[`item-${id}`] ?? ''
    for (const chosen of kind === 'one' ? [answer] : (idsIn(answer) ?? []))
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
  }
  return (options ?? []).map((option) => ({
    text: shortened(option.text),
    correct: option.correct ?? false,
    count: counts.get(option.id) ?? 0,
  }))
}

const shortened = (text: string) => (text.length > QUESTION_MOST ? `${text.slice(0, QUESTION_MOST)}…` : text)
