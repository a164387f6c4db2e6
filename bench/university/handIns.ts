import { firstOptionId } from '../../server/assignments/options.ts'
import { digestOf } from '../../server/receipts/receipt.ts'
import type { Dice } from './dice.ts'
import type { Place } from './place.ts'
import { remarks, sentences } from './words.ts'
import type { Work } from './work.ts'

/* What was handed in for an assignment, what was said of it, and what is half written. */

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
  // The last in the days before it was due, the others before that.
  let day = work.due - 4 * dice.roll() ** 2 - count
  for (let attempt = 1; attempt <= count; attempt++) {
    day += dice.roll()
    const last = attempt === count
    const id = addSubmission(place, dice, work, { owner, attempt, at: place.at(day) })
    if (last && place.isPast(work.due + 7) && dice.chance(0.92)) addFeedback(place, dice, work, owner, id)
  }
}

interface Attempt {
  owner: Owner
  attempt: number
  at: Date
}

function addSubmission(place: Place, dice: Dice, work: Work, { owner, attempt, at }: Attempt): string {
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
  return id
}

function answersOf(dice: Dice, work: Work): Record<string, string> {
  const answers: Record<string, string> = {}
  if (work.text) answers.textbox = dice.text(sentences, 2, 7)
  for (const { id, options } of work.questions) {
    answers[`item-${id}`] = options === null ? dice.text(sentences, 1, 2) : firstOptionId(dice.between(0, options - 1))
  }
  return answers
}

function addFeedback(place: Place, dice: Dice, work: Work, owner: Owner, submission_id: string): void {
  const score = Math.round(work.score * (0.4 + 0.6 * dice.roll()) * 4) / 4
  const updated_at = place.at(work.due + 2 + 5 * dice.roll())
  const comment = dice.chance(0.4) ? dice.pick(remarks) : ''
  const show = dice.chance(0.95)
  place.add('feedback', { course_id: place.id, submission_id, score, comment, show, grader_id: place.lead, updated_at })
  if (!work.gradable || owner.id !== owner.by) return
  if (show) place.happened(dice, 'graded', { subject: submission_id, at: updated_at, person: owner.id })
}

function addDraft(place: Place, dice: Dice, work: Work, owner_id: string): void {
  const at = place.at(work.due - 7 * dice.roll() - 3)
  const typed = Object.entries(answersOf(dice, work)).slice(0, 3)
  const fields = Object.fromEntries(typed.map(([name, value]) => [name, { value, at: at.getTime() }]))
  const ids = { course_id: place.id, assignment_id: work.id, owner_id }
  place.add('drafts', { ...ids, fields: JSON.stringify(fields), updated_at: at })
}
