import { firstOptionId } from '../../server/assignments/options.ts'
import { digestOf } from '../../server/receipts/receipt.ts'
import type { Dice } from './dice.ts'
import type { Place } from './place.ts'
import { remarks, sentences } from './words.ts'
import type { Work } from './work.ts'

/* Submissions of an assignment, their feedback, and drafts. */

export function addHandIns(place: Place, dice: Dice, work: Work, n: number): void {
  const over = place.isPast(work.due)
  const part = over ? (place.semester.present ? 0.92 : 0.95) : n < 10 ? 0.25 : 0.03
  const open = place.isPast(work.due - 14)
  for (const owner of work.owners) {
    if (open && dice.chance(part)) addAttempts(place, dice, work, owner)
    else if (open && !over && dice.chance(0.1)) addDraft(place, dice, work, owner.id)
  }
}

type Owner = Work['owners'][number]

function addAttempts(place: Place, dice: Dice, work: Work, owner: Owner): void {
  const most = work.attempts || 5
  let count = 1
  while (count < most && dice.chance(0.3)) count++
  // The last attempt in the days before the due date, the others before that.
  let day = work.due - 4 * dice.roll() ** 2 - count
  const isDone = place.isPast(work.due + 7) && dice.chance(0.92)
  const show = isDone && dice.chance(0.95)
  for (let attempt = 1; attempt <= count; attempt++) {
    day += dice.roll()
    const at = place.at(day)
    const made = addSubmission(place, dice, work, { owner, attempt, at })
    const last = attempt === count
    // Automatic scores are there at once, and are released with the others.
    const closed = isClosed(work)
    if (!closed && !(last && isDone)) continue
    const said = { at: closed ? at : place.at(work.due + 2 + 5 * dice.roll()), by: closed ? null : place.lead }
    addFeedback(place, dice, work, { owner, ...made, ...said, show, counts: last })
  }
}

const isClosed = ({ text, slotIds, questions }: Work) =>
  !text && slotIds.length === 0 && questions.every(({ right }) => right !== null)

interface Attempt {
  owner: Owner
  attempt: number
  at: Date
}

function addSubmission(place: Place, dice: Dice, work: Work, { owner, attempt, at }: Attempt) {
  const [course_id, id, assignment_id] = [place.id, dice.id(at), work.id]
  const answers = answersOf(dice, work)
  const ids: Record<string, string> = {}
  const files: Record<string, string> = {}
  for (const slot_id of work.slotIds) {
    const upload = place.upload(dice, owner.by, at)
    place.add('submission_files', { course_id, submission_id: id, slot_id, upload_id: upload.id })
    ids[`file-${slot_id}`] = upload.id
    files[`file-${slot_id}`] = upload.sha256
  }
  place.add('submissions', {
    course_id,
    id,
    assignment_id,
    owner_id: owner.id,
    attempt,
    submitted_by: owner.by,
    submitted_at: at,
    response: JSON.stringify({ ...answers, ...ids }),
    digest: digestOf({ course: course_id, assignment: assignment_id, owner: owner.id, attempt, answers, files }),
  })
  for (const person_id of owner.members)
    place.add('submission_people', { course_id, person_id, assignment_id, submission_id: id })
  return { id, answers }
}

function answersOf(dice: Dice, work: Work): Record<string, string> {
  const answers: Record<string, string> = {}
  if (work.text) answers.textbox = dice.text(sentences, 2, 7)
  for (const { id, options, right } of work.questions) {
    answers[`item-${id}`] = right === null ? dice.text(sentences, 1, 2) : firstOptionId(dice.between(0, options - 1))
  }
  return answers
}

interface Judged {
  owner: Owner
  /** The submission's id. */
  id: string
  answers: Record<string, string>
  at: Date
  /** Null: it was scored automatically. */
  by: string | null
  show: boolean
  /** Whether it is the attempt that counts. */
  counts: boolean
}

/** A grade, with the rows that triggers and a release would make of it, because these are written without triggers. */
function addFeedback(place: Place, dice: Dice, work: Work, judged: Judged): void {
  const { owner, id: submission_id, at, by, show, counts } = judged
  const parts = pointsByHand(dice, work)
  const score = [...Object.values(parts).map(Number), ...closedPoints(work, judged.answers)].reduce((a, b) => a + b, 0)
  const comment = by && dice.chance(0.4) ? dice.pick(remarks) : ''
  const sum = { parts: JSON.stringify(parts), points: score, score }
  const seen = { show, shown_at: show ? at : null, updated_at: at }
  place.add('feedback', { course_id: place.id, submission_id, ...sum, comment, grader_id: by, ...seen })
  if (!counts) return
  for (const person_id of owner.members) {
    const cell = { course_id: place.id, person_id, score }
    place.add('graded_works', { ...cell, assignment_id: work.id, submission_id, show })
    if (!show) continue
    if (work.gradable) place.add('scores', { ...cell, gradable_id: work.gradable, updated_at: at })
    place.happened(dice, 'graded', { subject: submission_id, at, person: person_id })
  }
}

/** In quarters. */
function pointsByHand(dice: Dice, work: Work): Record<string, string> {
  const some = (most: number) => String(Math.round(most * (0.4 + 0.6 * dice.roll()) * 4) / 4)
  const parts: Record<string, string> = {}
  if (work.text) parts.textbox = some(10)
  for (const { id, right } of work.questions) if (right === null) parts[`item-${id}`] = some(1)
  if (work.slotIds.length > 0) parts.file = some(10 * work.slotIds.length)
  return parts
}

const closedPoints = ({ questions }: Work, answers: Record<string, string>) =>
  questions.map(({ id, right }) => (right !== null && answers[`item-${id}`] === firstOptionId(right) ? 1 : 0))

function addDraft(place: Place, dice: Dice, work: Work, owner_id: string): void {
  const at = place.at(work.due - 7 * dice.roll() - 3)
  const typed = Object.entries(answersOf(dice, work)).slice(0, 3)
  const fields = Object.fromEntries(typed.map(([name, value]) => [name, { value, at: at.getTime() }]))
  const ids = { course_id: place.id, assignment_id: work.id, owner_id }
  place.add('drafts', { ...ids, fields: JSON.stringify(fields), updated_at: at })
}
