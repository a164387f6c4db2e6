import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Assignment } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { worksheetOf } from '../assignments/testing.ts'
import { CallFailed } from '../testing/client.ts'
import { useServer } from '../testing/server.ts'
import { enrol, makeCourse } from '../testing/world.ts'

/*
 * After any changes and undos, each stored score equals a second calculation, which shares nothing with the first and
 * knows of a work what was asked, what was answered and what a grader gave.
 */

const server = await useServer()
const { db } = server
const { assignments, changes, courses, exceptions, submissions } = contract

const arthit = await server.person()
const students = await Promise.all([server.person(), server.person(), server.person()])
const letters = ['a', 'b', 'c']

interface Sheet {
  right: number
  set: number[]
  credit: 'all' | 'parts'
  value: number
  points: number
  /** Which of the questions are on the sheet. */
  has: boolean[]
}
interface Asked {
  step: number
  sheet: Sheet
}
const first: Sheet = { right: 0, set: [0, 1], credit: 'parts', value: 5, points: 2, has: [true, true, true] }

const step = fc.record({
  what: fc.constantFrom(
    'key',
    'set',
    'credit',
    'value',
    'points',
    'has',
    'due',
    'give',
    'rule',
    'item',
    'save',
    'hand',
    'undo',
    'undo',
  ),
  who: fc.nat(2),
  n: fc.nat(2),
  at: fc.nat(30),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function world(hasEssay: boolean) {
  server.clock.reset()
  const course = await makeCourse(db)
  await enrol(db, course, arthit, 'instructor')
  for (const student of students) await enrol(db, course, student)
  const params = { course_id: course.id }
  const questionsOf = ({ right, set, credit, value, points, has }: Sheet, ids: string[] = []) => {
    const choices = (correct: number[]) => letters.map((_id, i) => ({ _id, text: _id, correct: correct.includes(i) }))
    return [
      { kind: 'one' as const, question: 'Which?', score: points, choices: choices([right]) },
      { kind: 'several' as const, question: 'Which ones?', score: points + 0.25, credit, choices: choices(set) },
      { kind: 'number' as const, question: 'How many?', score: 1.5, value: String(value), tolerance: '1' },
    ]
      .map((question, i) => ({ ...question, ...(ids[i] && { _id: ids[i] }) }))
      .filter((_, i) => has[i])
  }
  const quiz: Assignment = await arthit.call(assignments.create, {
    params,
    body: {
      ...{ assignment_name: 'Quiz', assignment_attempt: 0, publish_at: server.clock.now().toISOString() },
      ...(hasEssay && { assignment_text: true, assignment_score_essay: 4 }),
      assignment_questionset: questionsOf(first),
    },
  })
  const ids = quiz.assignment_questionset.map(({ _id }) => _id)
  const of = { ...params, asgn_id: quiz._id }
  const item = await arthit.call(submissions.addItem, { params: of, body: { part: '', title: 'Neat', points: '0.5' } })
  let sheet = first
  const asked = new Map<string, Asked>()
  /** Each question as it was last on the sheet, and what it was so before each change. */
  let [step, last, lastChange] = [0, first.has.map((): Asked => ({ step: 0, sheet: first })), '']
  const lastBefore = new Map<string, Asked[]>()
  async function followSheet() {
    step++
    const [change] = (await arthit.call(changes.list, { params, query: { limit: '1' } })).items
    if (!change || change._id === lastChange) return
    lastChange = change._id
    lastBefore.set(change._id, last)
    const { has, ...now } = await sheetNow()
    const restored = change.undoes ? lastBefore.get(change.undoes) : undefined
    last = last.map((one, i) => {
      if (has[i]) return { step, sheet: { has, ...now } }
      // The undo took it off the sheet again.
      return (wasOn[i] && restored?.[i]) || one
    })
    wasOn = has
  }
  let wasOn = first.has
  const rules = [
    { kind: 'none' },
    { kind: 'percent', percent: 10, floor: 50 },
    { kind: 'percent', percent: 30, floor: 0 },
  ]

  async function editQuiz(body: object) {
    const { revision = 0 } = await arthit.call(assignments.one, { params: of })
    await arthit.call(assignments.edit, { params: of, revision, body })
  }
  async function sheetNow(): Promise<Sheet> {
    const { assignment_questionset: list } = await arthit.call(assignments.one, { params: of })
    const [one, several, number] = ids.map((id) => list.find(({ _id }) => _id === id))
    const right = (choices: { correct?: boolean | undefined }[] | undefined) =>
      (choices ?? []).flatMap(({ correct }, i) => (correct ? [i] : []))
    return {
      right: right(one?.options)[0] ?? sheet.right,
      set: several ? right(several.choices) : sheet.set,
      credit: several?.credit ?? sheet.credit,
      value: Number(number?.key?.value ?? sheet.value),
      points: one?.score ?? (several ? several.score - 0.25 : sheet.points),
      has: [one, several, number].map((question) => question !== undefined),
    }
  }
  const write = async (change: Partial<Sheet>) => {
    await editQuiz({ assignment_questionset: questionsOf({ ...(await sheetNow()), ...change }, ids) })
  }
  const worksOf = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from submissions where course_id = ${course.id} order by submitted_at, id`.execute(db)
    return rows.map(({ id }) => id)
  }

  async function handIn(who: number, n: number) {
    sheet = await sheetNow()
    const answers = [letters[n], `[${letters.slice(0, n + 1)}]`, String(4 + n)]
    const form = Object.fromEntries(
      ids.flatMap((id, i) => (sheet.has[i] ? [[`item-${id}`, answers[i] as string]] : [])),
    )
    const student = students[who] as (typeof students)[0]
    const { _id } = await worksheetOf(student, course, { id: quiz._id }).submit({
      ...form,
      ...(hasEssay && { textbox: 'Because.' }),
    })
    asked.set(_id, { step, sheet })
  }

  async function save(n: number, at: number) {
    const works = await worksOf()
    const submission_id = works[at % works.length]
    if (!submission_id) return
    const workParams = { ...params, submission_id }
    const { feedback, rubric, sheet: shown } = await arthit.call(submissions.work, { params: workParams })
    const [question] = shown.assignment_questionset
    const body: GradeForm = {
      parts: {
        ...(hasEssay && at % 3 > 0 && { textbox: String(n + 1) }),
        ...(question && at % 5 === 0 && { [`item-${question._id}`]: '0.75' }),
      },
      applied: at % 2 === 0 ? rubric.map(({ _id }) => _id) : [],
      override: at % 7 === 0 ? '3.5' : null,
      override_reason: at % 7 === 0 ? 'Agreed' : '',
      comment: '',
    }
    await arthit.call(submissions.save, { params: workParams, revision: feedback.revision, body })
  }

  const hours = (n: number) => new Date(server.clock.now().getTime() + n * 3_600_000).toISOString()
  const dates = [hours(-30), hours(48), hours(-80)]
  async function take({ what, who, n, at }: Step): Promise<unknown> {
    const now = await sheetNow()
    switch (what) {
      case 'key':
        return write({ right: n })
      case 'set':
        return write({ set: n === 0 ? [0] : n === 1 ? [0, 2] : [1, 2] })
      case 'credit':
        return write({ credit: n === 0 ? 'all' : 'parts' })
      case 'value':
        return write({ value: 4 + n })
      case 'points':
        return write({ points: n + 1 })
      case 'has':
        return write({ has: now.has.map((is, i) => (i === n ? !is : is)) })
      case 'due':
        return editQuiz({ assignment_due: dates[n] })
      case 'give': {
        const body = [{ people: [students[who]?.id ?? ''], due: n === 0 ? null : hours(-20 * n), reason: 'Ill' }]
        return arthit.call(exceptions.put, { params: of, body })
      }
      case 'rule': {
        const { revision } = await arthit.call(courses.settings, { params })
        return arthit.call(courses.edit, { params, revision, body: { late_rule: rules[n] as never } })
      }
      case 'item': {
        const [work] = await worksOf()
        if (!work) return
        const { rubric } = await arthit.call(submissions.work, { params: { ...params, submission_id: work } })
        if (!rubric[0]) return
        const { revision } = rubric[0]
        const itemParams = { ...of, item_id: item._id }
        return arthit.call(submissions.editItem, { params: itemParams, revision, body: { points: String(n - 1) } })
      }
      case 'save':
        return save(n, at)
      case 'hand':
        return handIn(who, n)
      case 'undo': {
        const { items } = await arthit.call(changes.list, { params, query: { limit: '50' } })
        const takable = items.filter(({ kind }) => kind !== 'assignment_created')
        const one = takable[at % takable.length]
        return one && arthit.call(changes.undo, { params: { ...params, change_id: one._id } })
      }
    }
  }

  async function check() {
    await followSheet()
    const now = await sheetNow()
    const { rows } = await sql<Kept>`
      select s.id, s.response, extract(epoch from s.submitted_at)::float as at, f.parts, f.items,
        f.override::float as override, f.points::float as points, f.score::float as score,
        extract(epoch from a.due_at)::float as due, c.late_rule as rule,
        (select extract(epoch from e.due_at)::float from exceptions e where e.course_id = s.course_id
          and e.assignment_id = s.assignment_id and e.person_id = s.owner_id) as own_due,
        (select i.points::float from rubric_items i where i.course_id = s.course_id and i.deleted_at is null) as item
      from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
      join courses c on c.id = s.course_id where s.course_id = ${course.id}`.execute(db)
    for (const row of rows) {
      const { points, score } = again(row, asked.get(row.id) as Asked, now)
      expect([row.points, row.score], JSON.stringify({ row, asked: asked.get(row.id), now })).toEqual([points, score])
    }
    // A part that does not exist has no score.
    const closed = [...asked.values()].filter(({ sheet: { has } }) => has.includes(true))
    if (!hasEssay) expect(rows.length).toBeGreaterThanOrEqual(closed.length)
  }

  function again(row: Kept, then: Asked, now: Sheet): { points: number | null; score: number | null } {
    const judged = (i: number) => {
      const known = last[i] as Asked
      return now.has[i] ? now : known.step > then.step ? known.sheet : then.sheet
    }
    const got = [0, 1, 2].flatMap((i) => {
      const { right, set, credit, value, points } = judged(i)
      const answer = row.response[`item-${ids[i]}`]
      if (!then.sheet.has[i]) return []
      const hand = row.parts[`item-${ids[i]}`]
      if (hand !== undefined) return [Number(hand)]
      if (i === 0) return [answer === letters[right] ? points : 0]
      if (i === 2) return [Math.abs(Number(answer) - value) <= 1 ? 1.5 : 0]
      const chosen = (answer ?? '[]').slice(1, -1).split(',')
      const hits = chosen.filter((id) => set.includes(letters.indexOf(id))).length
      const share = Math.max(0, 2 * hits - chosen.length) / set.length
      return [share === 1 ? points + 0.25 : credit === 'all' ? 0 : rounded((points + 0.25) * share)]
    })
    const essay = row.parts.textbox === undefined ? null : Number(row.parts.textbox)
    const known = [...got, ...(essay === null ? [] : [essay])]
    const hasItem = row.items.length > 0 && row.item !== null
    const extra = hasItem ? Number(row.item) : 0
    const hasAny = known.length > 0 || hasItem
    const points = hasAny ? Math.max(0, rounded(known.reduce((all, one) => all + one, extra))) : null
    const due = row.due === null ? null : Math.max(row.due, row.own_due ?? row.due)
    const days = due === null || row.at <= due ? 0 : Math.ceil((row.at - due) / 86_400)
    const keeps = row.rule.kind === 'percent' ? Math.max(row.rule.floor, 100 - row.rule.percent * days) : 100
    const isLeft = hasEssay && essay === null
    const after = points === null ? null : rounded((points * keeps) / 100)
    return { points, score: row.override ?? (isLeft ? null : after) }
  }

  return { take, check, handIn }
}

interface Kept {
  id: string
  response: Record<string, string>
  at: number
  parts: Record<string, string>
  items: string[]
  override: number | null
  points: number | null
  score: number | null
  due: number | null
  own_due: number | null
  rule: { kind: string; percent: number; floor: number }
  item: number | null
}

/** Rounds to hundredths, half upwards, and mends what a float lost. */
const rounded = (points: number) => Math.floor(points * 100 + 0.5 + 1e-6) / 100

test('each score is what a second calculation gives, whatever is changed and taken back', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 4, maxLength: 12 }), async (hasEssay, steps) => {
      const { take, check, handIn } = await world(hasEssay)
      for (const who of [0, 1, 2]) await handIn(who, who)
      await check()
      for (const one of steps) {
        try {
          await take(one)
        } catch (error) {
          // An undo with something in its way, and an exception before everybody's date, change nothing.
          if (!(error instanceof CallFailed) || ![400, 409].includes(error.status)) throw error
        }
        await check()
      }
    }),
    { numRuns: 30 },
  )
})
