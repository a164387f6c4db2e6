import { firstOptionId } from '../../assignments/options.ts'
import { digestOf } from '../../receipts/receipt.ts'
import { addFeedback, addMarksOf, addRegrades, addTerms, scoresOf } from './build-feedback.ts'
import { builtQuestion, rightAnswer } from './build-questions.ts'
import type { Building } from './building.ts'
import { demoId, pick, roll } from './ids.ts'
import { answers, remarks } from './phrases.ts'
import type { AssignmentData, QuestionData, SubmissionData } from './types.ts'

/** Groupings, assignments with their submissions and grades, and the gradebook. */
export function addAssignments(course: Building): void {
  addGroupings(course)
  for (const assignment of course.data.assignments ?? []) addAssignment(course, assignment)
  addGradables(course)
}

const groupId = (course: Building, grouping: string, group: string) =>
  demoId(course.data.code, 'group', grouping, group)

function addGroupings(course: Building): void {
  const { data, id, rows, clock, person } = course
  const created_at = clock.at('-7w')
  for (const { key, name, groups, sizes, draft = false } of data.groupings ?? []) {
    const grouping_id = demoId(data.code, 'grouping', key)
    const rules = { min_size: sizes?.[0] ?? null, max_size: sizes?.[1] ?? null, students_make: sizes === undefined }
    rows.add('groupings', {
      course_id: id,
      id: grouping_id,
      name,
      created_at,
      publish_at: draft ? null : created_at,
      ...rules,
    })
    for (const { name: groupName, description = '', img, members } of groups) {
      const group_id = groupId(course, key, groupName)
      rows.add('groups', {
        course_id: id,
        id: group_id,
        grouping_id,
        name: groupName,
        description,
        img: img ? `/demo-provider/pictures/${img}` : null,
        created_by: person(members[0] ?? ''),
        created_at,
      })
      for (const member of members) {
        rows.add('group_members', {
          course_id: id,
          grouping_id,
          person_id: person(member),
          group_id,
          joined_at: created_at,
          accepted_at: created_at,
        })
      }
    }
  }
}

function addAssignment(course: Building, assignment: AssignmentData): void {
  const { data, id, rows, clock, lead, happened } = course
  const { key, name, description = '', questions = [], sets = [], files, grouping, text, shuffled = false } = assignment
  const assignmentId = demoId(data.code, 'assignment', key)
  const scores = scoresOf(assignment)
  const at = clock.at(assignment.posted)
  rows.add('assignments', {
    course_id: id,
    id: assignmentId,
    name,
    description: description.trim(),
    due_at: assignment.due ? clock.at(assignment.due) : null,
    closes_at: assignment.closes ? clock.at(assignment.closes) : null,
    attempts_allowed: assignment.attempts ?? 1,
    counts: assignment.counts ?? 'latest',
    grouping_id: grouping ? demoId(data.code, 'grouping', grouping) : null,
    has_text: text !== undefined,
    time_limit: assignment.minutes ?? null,
    shuffle_questions: shuffled,
    shuffle_options: shuffled,
    score: scores.all,
    score_essay: text ?? 0,
    score_questionset: scores.questions,
    score_file: files?.score ?? 0,
    created_at: at,
    publish_at: assignment.publish === undefined ? at : assignment.publish && clock.at(assignment.publish),
  })
  const setId = (name: string) => demoId(assignmentId, 'set', name)
  sets.forEach((set, position) => {
    rows.add('question_sets', { course_id: id, id: setId(set.name), assignment_id: assignmentId, position, ...set })
  })
  questions.forEach((question, position) => {
    const questionId = demoId(assignmentId, 'question', position)
    const { kind, options, targets, key } = builtQuestion(questionId, question)
    rows.add('questions', {
      course_id: id,
      id: questionId,
      assignment_id: assignmentId,
      position,
      question: question.question,
      kind,
      score: question.score,
      // Rows become JSON later, so these values are no texts here.
      options: options as unknown as string,
      targets: targets as unknown as string,
      key: key as unknown as string,
      unit: question.unit ?? '',
      explanation: question.explanation ?? '',
      credit: question.credit ?? 'all',
      set_id: question.set ? setId(question.set) : null,
      tags: question.tags ?? [],
    })
  })
  files?.slots.forEach((slot, position) => {
    const slotId = demoId(assignmentId, 'slot', position)
    const takes = { kinds: files.kinds ?? [], max_files: files.most ?? 1 }
    rows.add('file_slots', { course_id: id, id: slotId, assignment_id: assignmentId, position, name: slot, ...takes })
  })
  if (assignment.publish === undefined) happened({ kind: 'assignment_posted', subject: assignmentId, at, by: lead })

  addTerms(course, assignmentId, assignment)

  const attempts = new Map<string, number>()
  for (const submission of [...(assignment.submissions ?? []), ...othersSubmissions(course, assignment)]) {
    const owner = ownerOf(course, assignment, submission.by)
    const attempt = (attempts.get(owner.id) ?? 0) + 1
    attempts.set(owner.id, attempt)
    addSubmission(course, assignment, submission, owner, attempt)
  }
}

interface Owner {
  id: string
  members: string[]
}

/** The person, or the group of a group assignment. */
function ownerOf(course: Building, assignment: AssignmentData, by: string): Owner {
  if (!assignment.grouping) return { id: course.person(by), members: [by] }
  const grouping = course.data.groupings?.find((g) => g.key === assignment.grouping)
  const group = grouping?.groups.find((g) => g.members.includes(by))
  if (!grouping || !group) throw new Error(`${by} is in no group of ${assignment.grouping}.`)
  return { id: groupId(course, grouping.key, group.name), members: group.members }
}

function addSubmission(
  course: Building,
  assignment: AssignmentData,
  submission: SubmissionData,
  owner: Owner,
  attempt: number,
): void {
  const { data, id, rows, clock, person, upload, happened } = course
  const { by, text, answers: given = [], files = [], feedback } = submission
  const assignmentId = demoId(data.code, 'assignment', assignment.key)
  const submissionId = demoId(assignmentId, 'submission', owner.id, attempt)
  const at = clock.at(submission.at)
  const written: Record<string, string> = {}
  if (text !== undefined) written.textbox = text
  given.forEach((answer, i) => {
    const questionId = demoId(assignmentId, 'question', i)
    const question = assignment.questions?.[i]
    const words = answer === 'right' && question ? rightAnswer(questionId, question) : undefined
    written[`item-${questionId}`] = typeof answer === 'number' ? firstOptionId(answer) : (words ?? answer)
  })
  const response: Record<string, string> = { ...written }
  const hashes: Record<string, string> = {}
  const held = files.map((file, i) => {
    const name = `submission/${assignment.key}/${by}/${attempt}/${i}`
    const slot_id = demoId(assignmentId, 'slot', i)
    const { id: upload_id, sha256 } = upload(file, name, { filename: file, owner: person(by), at })
    response[`file-${slot_id}`] = upload_id
    hashes[`file-${slot_id}`] = sha256
    return { course_id: id, submission_id: submissionId, slot_id, upload_id }
  })
  rows.add('submissions', {
    course_id: id,
    id: submissionId,
    assignment_id: assignmentId,
    owner_id: owner.id,
    attempt,
    submitted_by: person(by),
    submitted_at: at,
    response,
    digest: digestOf({
      course: id,
      assignment: assignmentId,
      owner: owner.id,
      attempt,
      answers: written,
      files: hashes,
    }),
  })
  for (const row of held) rows.add('submission_files', row)
  addMarksOf(course, submissionId, marksOn(assignmentId, submission), at)
  if (!feedback) return
  const work = { assignmentId, assignment, submissionId, at, response: written, feedback }
  const judged = addFeedback(course, work)
  addRegrades(course, { ...work, by: submission.by })
  if (!feedback.show) return
  const grader_id = person(data.assistants?.[0] ?? data.instructors[0]?.[0] ?? '')
  for (const member of owner.members) {
    happened({ kind: 'graded', subject: submissionId, at: judged, by: grader_id, person: person(member) })
  }
}

/** A file is named after its slot. */
const marksOn = (assignmentId: string, { marks = [] }: SubmissionData) =>
  marks.map((mark) => (mark.field === 'file' ? { ...mark, field: `file-${demoId(assignmentId, 'slot', 0)}` } : mark))

const thirtyHours = 30 * 3_600_000

/** Submissions of students that no data file names. Only named students hand in files. */
function othersSubmissions(course: Building, assignment: AssignmentData): SubmissionData[] {
  const { others, submissions = [], grouping, questions = [], files } = assignment
  if (!others || files || grouping) return []
  const named = new Set(['ploy', 'nat', ...submissions.map((s) => s.by)])
  const posted = course.clock.at(assignment.posted).getTime()
  const due = assignment.due ? course.clock.at(assignment.due).getTime() : course.clock.origin.getTime()
  const latest = Math.min(due, course.clock.origin.getTime() - 600_000)
  return course.data.students.flatMap((by): SubmissionData[] => {
    const luck = (what: string | number) => roll(course.data.code, assignment.key, by, what)
    if (named.has(by) || luck('hands in') >= others.share) return []
    // Most work comes in during the last hours.
    const before = Math.min(latest - posted, thirtyHours) * luck('time') ** 2
    const isLate = luck('comes late') < (others.late ?? 0)
    const late = isLate ? Math.min(latest + thirtyHours * luck('how late'), course.clock.origin.getTime() - 600_000) : 0
    const minutes = Math.ceil((course.clock.origin.getTime() - (late || latest - before)) / 60_000)
    const given = questions.map((q, i) => answerTo(q, luck('score'), luck(i)))
    return [
      {
        by,
        at: minutes > 0 ? `-${minutes}m` : '-1m',
        text: assignment.text === undefined ? undefined : pick(answers, assignment.key, by, 'text'),
        answers: given,
        feedback: feedbackOf(course, assignment, by, given),
      },
    ]
  })
}

/** A student who does well, does so in each part. */
function feedbackOf(course: Building, assignment: AssignmentData, by: string, given: (number | string)[]) {
  const { others, rubric, questions = [] } = assignment
  const luck = (what: string) => roll(course.data.code, assignment.key, by, what)
  if (!others?.graded || (others.graded === 'partly' && luck('seen') > 0.55)) return undefined
  const right = (question: QuestionData, answer: number | string | undefined) =>
    question.options && answer === (question.correct ?? 0) ? question.score : 0
  const auto = questions.reduce((sum, question, i) => sum + right(question, given[i]), 0)
  const closed = questions.reduce((sum, { options, score }) => sum + (options ? score : 0), 0)
  const open = scoresOf(assignment).all - closed
  const comment = luck('remark') < 0.4 ? pick(remarks, assignment.key, by) : ''
  const shown = { comment, show: others.graded === 'shown' }
  if (!rubric) return { score: auto + Math.round(open * (0.45 + 0.55 * luck('score')) * 2) / 2, ...shown }
  const items = rubric.flatMap((_, i) => (luck(`item ${i}`) > 0.35 + 0.6 * luck('score') ? i : []))
  return { score: null, items, ...shown }
}

function answerTo({ options, correct = 0 }: QuestionData, ability: number, luck: number): number | string {
  if (!options) return answers[Math.floor(luck * answers.length)] ?? ''
  const knows = 0.45 + 0.5 * ability
  return luck < knows ? correct : Math.floor(((luck - knows) / (1 - knows)) * options.length)
}

function addGradables({ data, id, rows, clock, person }: Building): void {
  const entered_at = clock.at('-3d')
  data.gradables?.forEach((gradable, position) => {
    const { name, score, final = false, assignment, attendance: late = null, scores = {}, others } = gradable
    const gradable_id = demoId(data.code, 'gradable', name)
    const assignment_id = assignment ? demoId(data.code, 'assignment', assignment) : null
    const kept = { attendance_late: late, released: late === null }
    rows.add('gradables', { course_id: id, id: gradable_id, name, score, position, final, assignment_id, ...kept })
    for (const student of data.students) {
      const usual = others ? Math.round(score * (0.5 + 0.5 * roll(data.code, name, student)) * 2) / 2 : undefined
      const given = student in scores ? scores[student] : usual
      if (given === undefined) continue
      rows.add('entries', { course_id: id, person_id: person(student), gradable_id, score: given, entered_at })
    }
  })
}
