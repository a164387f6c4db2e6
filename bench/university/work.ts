import { firstOptionId } from '../../server/assignments/options.ts'
import type { Dice } from './dice.ts'
import { addHandIns } from './handIns.ts'
import type { Place } from './place.ts'
import { options, questions, sentences } from './words.ts'

/* Assignments with their questions and file slots, groupings with their groups, and the gradebook's columns. */

export const ASSIGNMENTS = 15
/** The assignment of groups, in the courses that have groups. */
const BY_GROUP = 7

interface Kind {
  name: string
  text: boolean
  /** Questions with options, and open ones. */
  choices: number
  open: number
  slots: number
  /** 0: unlimited */
  attempts: number
}

/** In turns. */
const kinds: Kind[] = [
  { name: 'Quiz', text: false, choices: 10, open: 2, slots: 0, attempts: 1 },
  { name: 'Essay', text: true, choices: 0, open: 0, slots: 0, attempts: 3 },
  { name: 'Laboratory report', text: true, choices: 0, open: 1, slots: 1, attempts: 0 },
  { name: 'Problem set', text: true, choices: 4, open: 1, slots: 0, attempts: 1 },
  { name: 'Reading check', text: false, choices: 5, open: 0, slots: 0, attempts: 2 },
]

export interface Work extends Kind {
  id: string
  title: string
  /** The due date, in days after classes began. */
  due: number
  due_at: Date
  /** `right`: the index of the right option; null: the question is open. */
  questions: { id: string; options: number; right: number | null }[]
  slotIds: string[]
  /**
   * The owners: the person who presses Submit, and the people for whom the submission counts: one person, or a group.
   */
  owners: { id: string; by: string; members: string[] }[]
  /** The gradebook's column with its score. */
  gradable: string | null
}

export function addWork(place: Place): void {
  const dice = place.dice('work')
  const groups = place.plan.number % 3 === 0 ? addGroups(place) : undefined
  const alone = place.students.map((id) => ({ id, by: id, members: [id] }))
  for (let n = 0; n < ASSIGNMENTS; n++) {
    const grouping = n === BY_GROUP ? groups : undefined
    const work = addAssignment(place, dice, n, grouping?.id ?? null, grouping?.owners ?? alone)
    addHandIns(place, place.dice(`hand-ins ${n}`), work, n)
  }
  addExams(place)
}

function addAssignment(place: Place, dice: Dice, n: number, grouping_id: string | null, owners: Work['owners']): Work {
  const kind = kinds[n % kinds.length] as Kind
  const due = (n + 1) * 7 + dice.roll() * 2 - 1.5
  const [created_at, due_at] = [place.at(due - 14), place.ahead(due)]
  const [course_id, id] = [place.id, dice.id(created_at)]
  const parts = {
    score_essay: kind.text ? 10 : 0,
    score_questionset: kind.choices + kind.open,
    score_file: kind.slots * 10,
  }
  const score = parts.score_essay + parts.score_questionset + parts.score_file
  const title = `${kind.name} ${n + 1}`
  place.add('assignments', {
    course_id,
    id,
    name: title,
    description: dice.text(sentences, 2, 5),
    due_at,
    attempts_allowed: kind.attempts,
    grouping_id,
    has_text: kind.text,
    score,
    ...parts,
    created_at,
    publish_at: created_at,
  })
  // One student in forty has more time for each.
  for (const person_id of place.students.filter((_, i) => i % 40 === n % 40))
    place.add('exceptions', {
      ...{ course_id, id: dice.id(created_at), assignment_id: id, person_id },
      ...{ due_at: place.ahead(due + 3), updated_at: created_at },
    })
  const list = Array.from({ length: kind.choices + kind.open }, (_, position) => {
    const choice = position < kind.choices
    const right = dice.between(0, 3)
    const question = { id: dice.id(created_at), options: 4, right: choice ? right : null }
    const texts = dice.shuffled(options).slice(0, 4)
    place.add('questions', {
      course_id,
      id: question.id,
      assignment_id: id,
      position,
      question: dice.pick(questions),
      kind: choice ? 'one' : 'open',
      score: 1,
      options: choice
        ? JSON.stringify(texts.map((text, i) => ({ id: firstOptionId(i), text, correct: i === right })))
        : null,
    })
    return question
  })
  const slotIds = Array.from({ length: kind.slots }, (_, position) => {
    const slot = dice.id(created_at)
    place.add('file_slots', { course_id, id: slot, assignment_id: id, position, name: 'Report (PDF)' })
    return slot
  })
  if (place.isPast(due - 14)) place.happened(dice, 'assignment_posted', { subject: id, at: created_at })
  const gradable = n % 3 === 0 ? addGradable(place, dice, { name: title, score, position: n, assignment_id: id }) : null
  return { ...kind, id, title, due, due_at, questions: list, slotIds, owners, gradable }
}

function addGradable(
  place: Place,
  dice: Dice,
  column: { name: string; score: number; position: number; final?: boolean; assignment_id?: string },
): string {
  const id = dice.id(place.at(0))
  place.add('gradables', { course_id: place.id, id, final: false, assignment_id: null, ...column })
  return id
}

/** The midterm, and an unreleased final grade. */
function addExams(place: Place): void {
  const dice = place.dice('exams')
  for (const { name, day, final } of [
    { name: 'Midterm', day: 52, final: false },
    { name: 'Final grade', day: 110, final: true },
  ]) {
    const gradable_id = addGradable(place, dice, { name, score: 100, position: final ? 101 : 100, final })
    if (!place.isPast(day)) continue
    for (const person_id of place.students) {
      const score = dice.between(30, 100)
      const cell = { course_id: place.id, person_id, gradable_id, score }
      place.add('entries', { ...cell, entered_at: place.at(day) })
      if (!final) place.add('scores', { ...cell, updated_at: place.at(day) })
    }
  }
}

/** Everyone in a group of four or so. */
function addGroups(place: Place): { id: string; owners: Work['owners'] } {
  const dice = place.dice('groups')
  const created_at = place.at(14)
  const [course_id, grouping_id] = [place.id, dice.id(created_at)]
  place.add('groupings', { course_id, id: grouping_id, name: 'Project groups', created_at, publish_at: created_at })
  const owners: Work['owners'] = []
  for (let first = 0; first < place.students.length; first += 4) {
    const members = place.students.slice(first, first + 4)
    const [by] = members as [string]
    const id = dice.id(created_at)
    const name = `Group ${owners.length + 1}`
    place.add('groups', { course_id, id, grouping_id, name, description: '', created_by: by, created_at })
    for (const person_id of members)
      place.add('group_members', {
        ...{ course_id, grouping_id, person_id, group_id: id },
        ...{ joined_at: created_at, accepted_at: created_at },
      })
    owners.push({ id, by, members })
  }
  return { id: grouping_id, owners }
}
