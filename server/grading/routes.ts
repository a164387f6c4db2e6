import type { contract } from '../../contract/index.ts'
import { centsOf, type PartSum, pointsOf, pointsOrNull } from '../../contract/points.ts'
import { Grade, type GradeForm, RubricItem, rubricMost, type SubmissionRow } from '../../contract/staff/grading.ts'
import { findLatestTerms, termsFor } from '../assignments/allowances.ts'
import { findAssignment } from '../assignments/queries.ts'
import { commonAssignment, shownQuestion, shownSlot, shownSubmission } from '../assignments/shown.ts'
import { isLate } from '../assignments/terms.ts'
import { write } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import { partOf } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { found, Refusal } from '../errors.ts'
import { findWaiting } from '../feedback/queries.ts'
import { findHiddenNames, isHidden, ownersNamed, workNamesHidden } from '../hiddenNames/queries.ts'
import { filesWithoutNames, maskFor, rowsWithoutNames, withoutNames } from '../hiddenNames/rules.ts'
import { type Handlers, withOwn } from '../serve.ts'
import type { Viewer } from '../session/sessions.ts'
import { lockGrades } from './lock.ts'
import {
  findItems,
  findRemovedItems,
  findWorks,
  findWorksWithItem,
  getOpened,
  type ItemRow,
  type ListedRow,
  shownItem,
  titleOfWork,
  type WorkRow,
} from './queries.ts'
import { hasOtherScore, sumsOf } from './sums.ts'
import { addUp, readWork, type Work, workOf } from './work.ts'
import {
  dropItem,
  type ItemChange,
  insertItem,
  keepGradeDraft,
  saveGrade,
  updateItem,
  writeDivision,
} from './writes.ts'

type Submissions = typeof contract.submissions

/** Everything but the release. */
export function submissionRoutes(deps: Deps): Omit<Handlers<Submissions>, 'release'> {
  const { db, now, fileKey } = deps

  const assignmentOf = async (from: Db, courseId: string, id: string) =>
    commonAssignment(found((await findAssignment(from, { courseId, audience: 'staff' }, id))[0]))

  function gradeOf(read: Work) {
    const { given, sum } = addUp(read)
    const { penalty, row } = read
    const { feedback } = row
    return {
      score: pointsOrNull(sum.score),
      points: pointsOrNull(sum.points),
      ...(feedback?.grade != null && { grade: feedback.grade }),
      comment: feedback?.comment ?? '',
      parts: sum.parts.map(({ part, points, most, by, auto }: PartSum) => ({
        ...{ part, by, points: pointsOrNull(points), most: pointsOf(most), auto: pointsOrNull(auto) },
      })),
      applied: given.items.map(({ id }) => id),
      override: given.override === null ? null : pointsOf(centsOf(given.override)),
      override_reason: feedback?.override_reason ?? '',
      members: feedback?.members ?? {},
      penalty,
      released: feedback?.show ?? false,
      grader: feedback?.grader ?? null,
      updated_at: feedback?.updated_at ?? null,
      revision: feedback?.revision ?? 0,
    }
  }

  /** A grade, without the members' own scores if names are hidden. */
  async function gradeShown(read: Work) {
    const grade = gradeOf(read)
    if (Object.keys(grade.members).length === 0) return grade
    const { course_id: courseId, id: assignmentId } = read.a
    const names = await findHiddenNames(db, { courseId, assignmentId })
    return maskFor(names, read.row.owner_id, grade.released) ? { ...grade, members: {} } : grade
  }

  const withForm = (read: Work, { applied, members, ...form }: GradeForm, by: Viewer, at: Date): Work => ({
    ...read,
    row: {
      ...read.row,
      feedback: {
        ...{ show: false, revision: 0, ...read.row.feedback, ...form, items: applied },
        members: members ?? read.row.feedback?.members ?? {},
        grader: { _id: by._id, first: by.first, last: by.last },
        updated_at: at.toISOString(),
      },
    },
  })

  async function getItem(courseId: string, assignmentId: string, id: string): Promise<ItemRow> {
    return found((await findItems(db, { courseId, assignmentId })).find((item) => item.id === id))
  }
  const titleOf = async (courseId: string, id: string) => ({
    _id: id,
    title: (await assignmentOf(db, courseId, id)).name,
  })

  async function changeItem(trx: Db, courseId: string, item: ItemRow, revision: number, columns: ItemChange) {
    const isChanged = await updateItem(trx, { courseId, id: item.id, revision }, columns)
    if (!isChanged) throw new Refusal('conflict', { current: RubricItem.parse(shownItem(item)) })
  }

  return {
    async submissions({ viewer, courseId, can, params: { asgn_id: assignmentId }, query }) {
      const a = await assignmentOf(db, courseId, assignmentId)
      const of = { courseId, assignmentId }
      const [rows, names, latest] = await Promise.all([
        findWorks(db, of),
        findHiddenNames(db, of),
        findLatestTerms(db, a),
      ])
      const all = rowsWithoutNames(rows, shownRow, names)
      const nameless = rows.filter(({ owner_id, show }) => maskFor(names, owner_id, show === true))
      const ids = nameless.flatMap(({ submission_id }) => submission_id ?? [])
      const asked = await findWaiting(db, courseId, { ids, toldTo: can.release ? undefined : viewer._id })
      const latest_closing = latest.closes?.toISOString() ?? null
      return { ...partOf(all, ({ owner_id }) => owner_id, query), names_hidden: names !== null, asked, latest_closing }
    },
    work: withOwn<Submissions['work'], { names_hidden: boolean }>(
      ({ params }) => workNamesHidden(params.submission_id),
      async ({ viewer, courseId, params, own }) => {
        const read = workOf(await getOpened(db, courseId, params.submission_id, viewer._id))
        const { row, a, asked } = read
        const names = own.names_hidden ? await findHiddenNames(db, { courseId, assignmentId: a.id }) : null
        const feedback = gradeOf(read)
        const { released } = feedback
        const mask = maskFor(names, row.owner_id, released)
        // Beside a released attempt, which has the name, another one would have it, too.
        const attempts = names ? row.attempts.filter((one) => one.released === released) : row.attempts
        const renamed = mask ? filesWithoutNames(row.submission.files, fileKey, now()) : {}
        const shown = shownSubmission(row.submission, a, row.owner_id, { fileKey, now: now() })
        const files = Object.entries(shown.filenames).map(([name, filename]) => [
          name,
          { address: shown.response[name] ?? '', filename, bytes: 0, type: '', ...row.files[name], ...renamed[name] },
        ])
        const sheet = {
          assignment_text: a.has_text || row.submission.response.textbox !== undefined,
          assignment_questionset: asked.questions.map((question) => shownQuestion(question, 'staff')),
          assignment_file: asked.slots.map(shownSlot),
          assignment_score: a.score,
          assignment_score_essay: a.score_essay,
          assignment_score_file: a.score_file,
        }
        return {
          _id: shown._id,
          asgn_id: a.id,
          owner_id: mask?.id ?? row.owner_id,
          ...withoutNames({ people: row.people, group: row.group }, mask),
          attempt: shown.attempt,
          datetime: shown.datetime,
          late: shown.late,
          response: {
            ...{ ...row.submission.response, ...shown.response },
            ...Object.fromEntries(Object.entries(renamed).map(([name, { address }]) => [name, address])),
          },
          chosen: shown.chosen,
          sheet,
          files: Object.fromEntries(files),
          attempts,
          feedback: mask ? { ...feedback, members: {} } : feedback,
          rubric: row.rubric.map(shownItem),
          draft: row.draft,
          typing: row.typing,
        }
      },
    ),
    grade: async ({ courseId, params }) => gradeShown(await readWork(db, courseId, params.submission_id)),
    save: withOwn<Submissions['save'], { title: string | null }>(
      ({ params }) => titleOfWork(params.submission_id),
      async (input) => {
        const { viewer, courseId, params, body, revision, own } = input
        const id = params.submission_id
        const about = { _id: id, title: found(own.title ?? undefined) }
        const saved = await write(deps, input, { kind: 'graded', about, grades: [id] }, async (trx) => {
          const before = await readWork(trx, courseId, id)
          const removed = await findRemovedItems(trx, before, body.applied)
          if (removed.length > 0) return { read: before, fields: { applied: 'has items that were removed meanwhile' } }
          const form = checked(await withoutNamed(trx, before, body), before)
          const at = now()
          const read = withForm(before, form, viewer, at)
          const { points, score } = gradeOf(read)
          const made = { courseId, id, form, points, score, by: viewer._id, at, revision }
          const next = await saveGrade(trx, made)
          return next === null ? { read: await readWork(trx, courseId, id) } : { read, revision: next }
        })
        if (!saved) return gradeShown(await readWork(db, courseId, id))
        const { read, revision: next, fields } = saved
        // Not in the transaction: those who wait for its locks may have all other connections.
        const grade = await gradeShown(read)
        if (next === undefined) throw new Refusal('conflict', { current: Grade.parse(grade), fields })
        return { ...grade, revision: next }
      },
    ),
    async keepDraft({ viewer, courseId, params, body }) {
      const id = params.submission_id
      await keepGradeDraft(db, { courseId, id, graderId: viewer._id, fields: body.fields, at: now() })
      return { _id: id }
    },
    async addItem(input) {
      const { courseId, newId, params, body } = input
      const about = await titleOf(courseId, params.asgn_id)
      const items = await findItems(db, { courseId, assignmentId: params.asgn_id })
      if (items.length >= rubricMost) throw new Refusal('too_many')
      const id = newId()
      const position = (items.at(-1)?.position ?? 0) + 1
      const row = { course_id: courseId, id, assignment_id: params.asgn_id, position, ...body }
      await write(deps, input, { kind: 'rubric_changed', about }, (trx) => insertItem(trx, row))
      return shownItem(await getItem(courseId, params.asgn_id, id))
    },
    async editItem(input) {
      const { courseId, params, body, query, revision } = input
      const of = { courseId, assignmentId: params.asgn_id }
      const item = await getItem(courseId, params.asgn_id, params.item_id)
      const having = await findWorksWithItem(db, courseId, item.id)
      const next = { title: body.title ?? item.title, points: body.points ?? item.points }
      const sums = await sumsOf(db, of, having, { ...item, ...next })
      const numbers = { works: having.length, changed: sums.filter(hasOtherScore).length }
      if (query.dry_run === 'true') return { item: shownItem({ ...item, ...next }), ...numbers }
      const about = await titleOf(courseId, params.asgn_id)
      await write(deps, input, { kind: 'rubric_changed', about }, async (trx) => {
        await lockGrades(trx, courseId, [params.asgn_id], 'alone')
        await changeItem(trx, courseId, item, revision, next)
      })
      return { item: shownItem(await getItem(courseId, params.asgn_id, item.id)), ...numbers }
    },
    async removeItem(input) {
      const { courseId, params, revision } = input
      const item = await getItem(courseId, params.asgn_id, params.item_id)
      const about = await titleOf(courseId, params.asgn_id)
      await write(deps, input, { kind: 'rubric_changed', about }, async (trx) => {
        await lockGrades(trx, courseId, [params.asgn_id], 'alone')
        await changeItem(trx, courseId, item, revision, { deleted_at: now() })
        await dropItem(trx, courseId, item.id)
      })
      return { _id: item.id }
    },
    async divide(input) {
      const { courseId, can, params, body } = input
      const of = { courseId, assignmentId: params.asgn_id }
      const people = await ownersNamed(db, of, body.people, can)
      const about = { ...(await titleOf(courseId, params.asgn_id)), count: people.length }
      await write(deps, input, { kind: 'grading_divided', about }, (trx) =>
        writeDivision(trx, { ...of, people, graders: body.graders }),
      )
      return { works: people.length }
    },
  }
}

function shownRow(row: ListedRow): SubmissionRow {
  const { submission_id, submitted_at, typed, show, graded, score, attempts, held, shown, asked } = row
  const seen = asked ? ('asked' as const) : ('released' as const)
  const handedIn = graded ? (show ? seen : ('graded' as const)) : ('submitted' as const)
  const terms = termsFor(row, row.allowances)
  return {
    _id: submission_id,
    owner_id: row.owner_id,
    group: row.group,
    people: row.people,
    section: row.section,
    state: submission_id ? handedIn : typed ? 'in_progress' : 'not_begun',
    late: submitted_at !== null && isLate(terms, submitted_at),
    submitted: submitted_at?.toISOString() ?? null,
    attempts: attempts ?? 0,
    score: score === null ? null : pointsOf(centsOf(score)),
    own_scores: row.own_scores ?? 0,
    held: held ?? false,
    shown: shown ?? false,
    grader: graded ? row.grader : null,
    assigned_to: row.assigned_to,
    ...(asked && asked !== submission_id && { asked }),
  }
}

/**
 * Returns the form; while names are hidden, without its empty `members`: their own scores stay, because no grader is shown
 * them. @throws invalid for others while names are hidden: an answer that differs would say whose work it is
 */
async function withoutNamed(trx: Db, { a, row }: Work, form: GradeForm): Promise<GradeForm> {
  const { members, ...others } = form
  const names = Object.keys({ ...members, ...row.feedback?.members })
  if (members === undefined || names.length === 0 || row.feedback?.show) return form
  if (!(await isHidden(trx, { courseId: a.course_id, assignmentId: a.id }))) return form
  if (Object.keys(members).length === 0) return others
  throw new Refusal('invalid', { fields: { members: 'have no names while names are hidden' } })
}

interface Checking {
  parts: { part: string }[]
  row: Pick<WorkRow, 'people' | 'rubric' | 'feedback'>
}

/**
 * Returns the form with each item once, and with the points of parts that are off the sheet: they count again when that is
 * taken back. @throws invalid for parts, items or members that the work does not have, and
 * for a new override or own score without a reason
 */
function checked(form: GradeForm, { parts, row }: Checking): GradeForm {
  const known = new Set(parts.map(({ part }) => part))
  const fields: Record<string, string> = {}
  if (Object.keys(form.parts).some((part) => !known.has(part))) fields.parts = 'must be parts of the work'
  if (form.applied.some((id) => !row.rubric.some((item) => item.id === id))) fields.applied = 'must be of the rubric'
  const before = row.feedback?.override ?? null
  const isNew = form.override !== null && (before === null || centsOf(form.override) !== centsOf(before))
  if (isNew && form.override_reason === '') fields.override_reason = 'must say why'
  const members = Object.entries(form.members ?? {})
  const were = row.feedback?.members ?? {}
  const isSame = ([id, { score }]: (typeof members)[number]) =>
    were[id] !== undefined && centsOf(were[id].score) === centsOf(score)
  if (members.some(([id]) => !were[id] && !row.people.some(({ _id }) => _id === id)))
    fields.members = 'must be people whose work it is'
  else if (members.some((one) => one[1].reason === '' && !isSame(one))) fields.members = 'must say why'
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
  const off = Object.entries(row.feedback?.parts ?? {}).filter(([part]) => !known.has(part))
  return { ...form, parts: { ...Object.fromEntries(off), ...form.parts }, applied: [...new Set(form.applied)] }
}
