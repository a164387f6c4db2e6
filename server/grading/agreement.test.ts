import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { makeUpload, worksheetOf } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { CallFailed } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse } from '../testing/world.ts'

/* Whatever staff and students do, and in whatever order: every place that shows a grade shows the same one. */

const server = await useServer()
const { db } = server
const { answers, assignments, changes, feedback, gradebook, grading, statistics, submissions } = contract
const arthit = await server.person()
const students = await Promise.all([server.person(), server.person()])

const question = fc.record({
  kind: fc.constantFrom('one', 'several', 'number', 'short', 'matching', 'ordering', 'open'),
  score: fc.constantFrom(0, 1, 1.25, 3.33),
  right: fc.nat(2),
  credit: fc.constantFrom('all', 'parts'),
  isInSet: fc.boolean(),
})
const sheet = fc.record({
  questions: fc.array(question, { maxLength: 2 }),
  text: fc.boolean(),
  essay: fc.constantFrom(0, 0, 4),
  file: fc.boolean(),
  counts: fc.constantFrom('latest', 'best', 'first'),
  isLate: fc.boolean(),
})
const [n, who] = [fc.nat(30), fc.nat(1)]
const step = fc.oneof(
  fc.record({ does: fc.constant('edit'), sheet }),
  fc.record({ does: fc.constant('turn'), what: fc.constantFrom('text', 'file', 'isLate') }),
  fc.record({ does: fc.constant('hand in'), who, n }),
  fc.record({ does: fc.constant('grade'), n, m: n }),
  fc.record({ does: fc.constant('grade by question'), n, m: n }),
  fc.record({ does: fc.constant('write a cell'), who, n }),
  fc.record({ does: fc.constant('edit the rubric'), n }),
  fc.record({ does: fc.constant('release'), n }),
  fc.record({ does: fc.constant('undo'), n }),
)
type Sheet = typeof sheet extends fc.Arbitrary<infer T> ? T : never
interface Step {
  does: string
  sheet?: Sheet
  /** What the sheet has from then on, or has no more. */
  what?: 'text' | 'file' | 'isLate'
  who?: number
  n?: number
  m?: number
}

const letters = ['a', 'b', 'c']
function questionsOf({ questions }: Sheet, ids: string[]) {
  return questions.flatMap(({ kind, score, right, credit, isInSet }, i) => {
    const own = { _id: ids[i], kind, question: `Q${i}`, score, ...(isInSet && { set: 0 }) }
    const choices = letters.map((_id) => ({ _id, text: _id }))
    if (kind === 'one' || kind === 'several') {
      const correct = (k: number) => (kind === 'one' ? k === right : k <= right)
      return [{ ...own, credit, choices: choices.map((one, k) => ({ ...one, correct: correct(k) })) }]
    }
    if (kind === 'number') return [{ ...own, value: String(4 + right), tolerance: '1' }]
    if (kind === 'short') return [{ ...own, accepted: [['red', 'blue', 'x'][right]] }]
    if (kind === 'open') return [own]
    if (kind === 'ordering') return [{ ...own, credit, choices: [...choices.slice(right), ...choices.slice(0, right)] }]
    const targets = letters.map((_id) => ({ _id: `t${_id}`, text: _id }))
    return [{ ...own, credit, targets, choices: choices.map((one, k) => ({ ...one, target: (k + right) % 3 })) }]
  })
}

async function makeWorld(first: Sheet) {
  server.clock.reset()
  const course = await makeCourse(db, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
  await enrol(db, course, arthit, 'instructor')
  for (const student of students) await enrol(db, course, student)
  const params = { course_id: course.id }
  const ids = [newId(), newId()]
  const slot = newId()
  const due = new Date(server.clock.now().getTime() - 30 * 3_600_000).toISOString()
  const bodyOf = (asked: Sheet) =>
    ({
      ...{ assignment_text: asked.text, assignment_score_essay: asked.essay, assignment_counts: asked.counts },
      assignment_due: asked.isLate ? due : null,
      assignment_sets: asked.questions.some((one) => one.isInSet) ? [{ name: 'Set', draw: 1, score: 2 }] : [],
      assignment_questionset: questionsOf(asked, ids),
      assignment_file: asked.file ? [{ _id: slot, slotname: 'Report' }] : [],
    }) as object
  const publish_at = server.clock.now().toISOString()
  const made = { assignment_name: 'Quiz', assignment_attempt: 0, assignment_score: 10, publish_at, ...bodyOf(first) }
  const quiz = await arthit.call(assignments.create, { params, body: made as never })
  const of = { ...params, asgn_id: quiz._id }
  const columnBody = { gradable_name: 'Quiz', gradable_score: 10, assignment_id: quiz._id }
  const column = await arthit.call(grading.addColumn, { params, body: columnBody })
  for (const part of ['', 'file', 'textbox', ...ids.map((id) => `item-${id}`)])
    await arthit.call(submissions.addItem, { params: of, body: { part, title: 'Neat', points: part ? '-0.5' : '0.5' } })

  const readSheet = () => arthit.call(assignments.one, { params: of })
  type Grade = Awaited<ReturnType<typeof readWork>>['feedback']
  const readWork = (id: string) => arthit.call(submissions.work, { params: { ...params, submission_id: id } })
  async function findWorks() {
    const { rows } = await sql<{ id: string; owner_id: string; attempt: number; score: string | null; show: boolean }>`
      select s.id, s.owner_id, s.attempt, trim_scale(f.score)::text as score, coalesce(f.show, false) as show
      from submissions s left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      where s.course_id = ${course.id} order by s.submitted_at, s.id`.execute(db)
    return rows
  }
  async function handIn(person: SignedIn, n: number) {
    const { submit, my } = worksheetOf(person, course, { id: quiz._id })
    const asked = await my()
    const form: Record<string, string> = {}
    for (const [i, { _id, kind }] of asked.assignment_questionset.entries()) {
      const k = n + i
      const pairs = letters.map((one, j) => `${one}=t${letters[(j + k) % 3]}`)
      const order = letters.map((_, j) => letters[(j + k) % 3])
      const chosen = {
        ...{ one: letters[k % 3], several: `[${letters.slice(0, 1 + (k % 3))}]` },
        ...{ matching: `[${pairs}]`, ordering: `[${order}]` },
      }
      const typed = kind === 'number' ? String(4 + (k % 3)) : ['red', 'Blue', 'x'][k % 3]
      if (k % 7 < 6) form[`item-${_id}`] = chosen[kind as 'one'] ?? typed ?? ''
    }
    if (asked.assignment_text) form.textbox = 'Because.'
    if (asked.assignment_file.length > 0) form[`file-${slot}`] = (await makeUpload(db, person)).location
    server.clock.pass({ minutes: 1 })
    if (Object.keys(form).length > 0) await submit(form)
  }
  let present = first
  async function edit(asked: Sheet) {
    const { revision = 0 } = await readSheet()
    const body = bodyOf(asked)
    const before = new Map((await findWorks()).map(({ id, score }) => [id, score]))
    const tried = (await arthit.call(assignments.edit, {
      params: of,
      revision,
      body,
      query: { dry_run: 'true' },
    })) as never
    const { check } = tried as { check: { grades_changed: number } }
    await arthit.call(assignments.edit, { params: of, revision, body })
    const changed = (await findWorks()).filter(({ id, score }) => before.get(id) !== score)
    expect(check.grades_changed, 'what the try of an edit says').toBe(changed.length)
    present = asked
  }
  async function grade(id: string, m: number) {
    const { feedback, rubric } = await readWork(id)
    const parts = feedback.parts.flatMap(({ part }, i) => ((m + i) % 3 === 0 ? [[part, `${m % 4}.25`]] : []))
    const override = m % 11 === 0 ? '3.5' : null
    const body = {
      ...{
        parts: Object.fromEntries(parts),
        applied: rubric.flatMap(({ _id }, i) => ((m + i) % 4 === 0 ? [_id] : [])),
      },
      ...{ override, override_reason: override ? 'Agreed' : '', comment: m % 2 ? 'Well done' : '' },
    }
    await arthit.call(submissions.save, { params: { ...params, submission_id: id }, revision: feedback.revision, body })
  }
  async function gradeByQuestion(n: number, m: number) {
    const { parts } = await arthit.call(answers.list, { params: of })
    const part = parts[n % Math.max(1, parts.length)]
    if (!part) return
    const { items, rubric } = await arthit.call(answers.list, { params: of, query: { part } })
    const works = items[m % Math.max(1, items.length)]?.works.map(({ _id, revision }) => ({ _id, revision }))
    const applied = rubric.filter((item) => item.part === part).map(({ _id }) => _id)
    const given = m % 2 ? { points: String(m % 4) } : { points: null, applied }
    if (works) await arthit.call(answers.grade, { params: of, body: { part, works, ...given, comment: '' } })
  }
  async function undoOne(n: number) {
    const { items } = await arthit.call(changes.list, { params, query: { limit: '50' } })
    const kept = ['assignment_created', 'grade_column_added', 'rubric_changed']
    const some = items.filter(({ kind }) => !kept.includes(kind))
    const one = some[n % Math.max(1, some.length)]
    if (one) await arthit.call(changes.undo, { params: { ...params, change_id: one._id } })
  }
  async function take({ does, sheet, what, who = 0, n = 0, m = 0 }: Step) {
    const person = students[who] as SignedIn
    if (sheet) return edit(sheet)
    if (what) return edit({ ...present, [what]: !present[what] })
    if (does === 'hand in') return handIn(person, n)
    if (does === 'grade by question') return gradeByQuestion(n, m)
    if (does === 'undo') return undoOne(n)
    if (does === 'release')
      return arthit.call(submissions.release, { params: of, body: { people: 'all', shown: n % 3 > 0 } })
    if (does === 'write a cell') {
      const items = [{ person_id: person.id, gradable_id: column._id, score: n % 5 ? n : null }]
      return arthit.call(grading.write, { params, body: { items } })
    }
    if (does === 'grade') {
      const works = await findWorks()
      const work = works[n % Math.max(1, works.length)]
      return work && grade(work.id, m)
    }
    const { rubric } = await arthit.call(answers.list, { params: of })
    const item = rubric[n % Math.max(1, rubric.length)]
    const edited = { params: { ...of, item_id: item?._id ?? '' }, revision: item?.revision ?? 0 }
    if (item) await arthit.call(submissions.editItem, { ...edited, body: { points: String((n % 4) - 2) } })
  }

  async function check() {
    const works = await findWorks()
    const grades = new Map<string, Grade>()
    for (const work of works) {
      const { feedback: shown } = await readWork(work.id)
      grades.set(work.id, shown)
      if (shown.revision > 0) expect(shown.score, 'the grade of a work').toBe(work.score)
      if (!work.show) continue
      const owner = students.find(({ id }) => id === work.owner_id) as SignedIn
      const seen = await owner.call(feedback.shown, { params: of, query: { submission_id: work.id } })
      expect(seen?.score, 'what its student reads').toBe(work.score)
      if (seen?.points)
        expect(seen.parts.map(({ part, points }) => [part, points])).toEqual(
          shown.parts.map(({ part, points }) => [part, points]),
        )
    }
    const { items } = await arthit.call(submissions.submissions, { params: of })
    const listed = items.flatMap(({ _id, score }) => (_id ? [{ _id, score }] : []))
    for (const { _id, score } of listed)
      expect(score, 'the list').toBe(works.find(({ id }) => id === _id)?.score ?? null)
    for (const part of (await arthit.call(answers.list, { params: of })).parts) {
      const byQuestion = await arthit.call(answers.list, { params: of, query: { part } })
      const partIn = (id: string) => grades.get(id)?.parts.find((of) => of.part === part)
      const found = byQuestion.items.flatMap(({ works }) => works).map(({ _id, points, by }) => ({ _id, points, by }))
      const expected = listed.flatMap(({ _id }) => {
        const one = partIn(_id)
        return one ? [{ _id, points: one.points, by: one.by }] : []
      })
      expect(sorted(found), 'by question').toEqual(sorted(expected))
    }
    await checkSums(works, grades)
  }
  /** Of several graded attempts the assignment says which counts; until it is graded, a later one takes nobody's place. */
  async function checkSums(works: Awaited<ReturnType<typeof findWorks>>, grades: Map<string, Grade>) {
    const { assignment_counts: counts = 'latest', assignment_questionset } = await readSheet()
    const countingOf = ({ id }: SignedIn, isSeen: boolean) =>
      works
        .filter(({ owner_id, score, show }) => owner_id === id && score !== null && (show || !isSeen))
        .toSorted((a, b) =>
          counts === 'best' ? Number(b.score) - Number(a.score) || a.attempt - b.attempt : b.attempt - a.attempt,
        )
        .at(counts === 'first' ? -1 : 0)
    const { rows, columns } = await arthit.call(grading.table, { params })
    const place = columns.findIndex(({ _id }) => _id === column._id)
    for (const student of students) {
      const cell = rows.find(({ _id }) => _id === student.id)?.cells[place] ?? null
      const counting = countingOf(student, false)
      const value = typeof cell === 'object' ? (cell?.hidden ?? null) : cell
      if (counting) expect(String(value), 'the gradebook').toBe(counting.score)
      const seen = countingOf(student, true)
      const mine = (await student.call(gradebook.mine, { params })).find(({ _id }) => _id === column._id)
      if (seen) expect(String(mine?.score), 'the gradebook of a student').toBe(seen.score)
    }
    const counted = students.flatMap((one) => countingOf(one, false) ?? [])
    const { graded, scores, parts } = await arthit.call(statistics.assignment, { params: of })
    expect(graded, 'statistics').toBe(counted.length)
    const sum = counted.reduce((all, { score }) => all + Number(score), 0)
    if (scores) expect(scores.mean, 'the mean in statistics').toBeCloseTo(sum / counted.length, 1)
    const ungradedOf = ({ id }: SignedIn) =>
      works
        .filter(({ owner_id }) => owner_id === id)
        .toSorted((a, b) => b.attempt - a.attempt)
        .at(counts === 'first' ? -1 : 0)
    const counting = students.flatMap((one) => countingOf(one, false) ?? ungradedOf(one) ?? [])
    for (const { part, most, asked, judged, mean } of parts) {
      const having = counting.flatMap(({ id }) => grades.get(id)?.parts.find((of) => of.part === part) ?? [])
      expect(asked, 'how many were asked, in statistics').toBe(having.length)
      // Statistics do not read what is an open answer by now.
      const isOpen = assignment_questionset.some(({ _id, kind }) => `item-${_id}` === part && kind === 'open')
      if (isOpen && having.some(({ auto }) => auto !== null)) continue
      const points = having.flatMap((of) => (of.points === null ? [] : Number(of.points)))
      expect(judged, 'how many have points, in statistics').toBe(points.length)
      const all = points.reduce((all, one) => all + one, 0)
      if (mean !== null) expect(mean, 'the mean of a part').toBeCloseTo((all / points.length / most) * 100, 1)
    }
  }
  return { take, check }
}

const sorted = (rows: { _id: string }[]) => rows.toSorted((a, b) => (a._id < b._id ? -1 : 1))

test('all places agree', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(sheet, fc.array(step, { minLength: 8, maxLength: 12 }), async (first, steps) => {
      const { take, check } = await makeWorld(first)
      const handedIn = students.map((_, who): Step => ({ does: 'hand in', who, n: who }))
      // Some steps are refused, such as an undo in whose way a later change is.
      const graded = students.map((_, n): Step => ({ does: 'grade', n, m: 3 }))
      for (const one of [...handedIn, ...graded, ...steps])
        await take(one).catch((error: unknown) => {
          if (!(error instanceof CallFailed) || ![400, 409].includes(error.status)) throw error
        })
      await check()
    }),
    { seed: 2, numRuns: 8, endOnFailure: true },
  )
})
