import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import type { GradePlan } from '../../contract/staff/gradeTables.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { csvOf } from '../tables/write.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, enterGroup, makeAssignment, makeCourse, makeGroup, submit, type Thing } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'
import { writeScores } from './score.ts'
import { gradebookOf } from './testing.ts'

const server = await useServer()
const { db } = server
const { grading, gradeTables, curves, people, statistics, submissions, hiddenNames, changes } = contract

let course: Thing
let essay: Thing
let arthit: SignedIn
let mali: SignedIn
let students: SignedIn[]
let ploy: SignedIn
let nat: SignedIn
let idle: SignedIn
let works: Thing[]
let column: { _id: string }
let quiz: { _id: string }

/** A score that must be in no reply with names. */
const SECRET = [6.01, 6.02, 6.03, 6.04, 6.05]

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali] = (await Promise.all(['Arthit', 'Mali'].map((first) => server.person({ first })))) as [
    SignedIn,
    SignedIn,
  ]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  const names = ['Ann', 'Ben', 'Cha', 'Dao', 'Eak', 'Idle']
  students = await Promise.all(names.map((first) => server.person({ first, last: first })))
  for (const person of students) await enrol(db, course, person)
  ;[ploy, nat, , , , idle] = students as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn, SignedIn]
  essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10 })
  column = await addColumn('Essay', { assignment_id: essay.id })
  quiz = await addColumn('Quiz')
  await put(quiz, ploy, 4)
  works = []
  for (const one of students.slice(0, 5)) works.push(await submit(db, course, essay, one, { textbox: 'Because.' }))
})

const { inCourse, addColumn } = gradebookOf(() => ({ course, arthit, mali }))
const ofEssay = () => ({ ...inCourse(), asgn_id: essay.id })
const cell = (of: { _id: string }, person: Thing, score: CellValue, was: CellValue = null) => ({
  ...{ person_id: person.id, gradable_id: of._id, score, was },
})
const put = (...of: Parameters<typeof cell>) =>
  arthit.call(grading.write, { params: inCourse(), body: { items: [cell(...of)] } })
const hide = (hidden: boolean) => arthit.call(hiddenNames.set, { params: ofEssay(), body: { hidden } })
const grade = ({ id }: Thing, points: number, revision = 0) =>
  mali.call(submissions.save, {
    params: { ...inCourse(), submission_id: id },
    revision,
    body: { parts: { textbox: String(points) }, applied: [], override: null, override_reason: '', comment: '' },
  })
async function gradeAll() {
  for (const [i, work] of works.entries()) await grade(work, SECRET[i] ?? 0)
}
const release = (shown: boolean, ...who: Thing[]) =>
  arthit.call(submissions.release, { params: ofEssay(), body: { people: who.map(({ id }) => id), shown } })
const table = () => mali.call(grading.table, { params: inCourse() })
const cells = async (of: { _id: string } = column) => {
  const { columns, rows } = await table()
  const place = columns.findIndex(({ _id }) => _id === of._id)
  return students.map(({ id }) => rows.find(({ _id }) => _id === id)?.cells[place])
}
const importFile = async (rows: (string | number)[][]) => {
  const file = { filename: 'grades.csv', type: 'text/csv', bytes: csvOf(rows) }
  const answer = await arthit.raw(
    'POST',
    addressOf(gradeTables.import, inCourse(), { dry_run: 'true' }),
    formOf([file]),
  )
  return answer.json().data as GradePlan
}
/** Matches whole numbers only: a time such as 09:30:06.030Z has the digits of a score. */
const secretsIn = (said: unknown) =>
  SECRET.filter((score) => new RegExp(`(?<!\\d)${String(score).replace('.', '\\.')}(?!\\d)`).test(JSON.stringify(said)))

describe('while the names of an assignment are hidden', () => {
  test('the table says the same before and after a work is graded, also where a missing score counts as nought', async () => {
    const { revision } = (await table()).columns.find(({ _id }) => _id === column._id) ?? { revision: 0 }
    await arthit.call(grading.editColumn, {
      params: { ...inCourse(), gradable_id: column._id },
      revision,
      body: { zero_from: server.clock.now().toISOString() },
    })
    await hide(true)
    const before = (await table()).rows
    await grade(works[0] as Thing, 7)
    expect((await table()).rows).toEqual(before)
  })

  test('the page of a person says the same before and after a later attempt is graded', async () => {
    await hide(true)
    await grade(works[0] as Thing, 5)
    await release(true, ploy)
    const again = await submit(db, course, essay, ploy, { textbox: 'Again.', attempt: 2 })
    const page = () => mali.call(people.one, { params: { ...inCourse(), person_id: ploy.id } })
    const before = await page()
    await grade(again, SECRET[0] ?? 0)
    expect(await page()).toEqual(before)
  })

  test('no reply that names a person has a score that is not released', async () => {
    await hide(true)
    await gradeAll()
    const params = { ...inCourse(), gradable_id: column._id }
    const dry = { dry_run: 'true' } as const
    const replies = [
      await table(),
      await arthit.call(grading.table, { params: inCourse() }),
      (await mali.raw('GET', addressOf(gradeTables.csv, inCourse()))).body,
      await mali.refused(grading.history, { params: { ...params, person_id: ploy.id } }),
      await mali.refused(grading.write, { params: inCourse(), body: { items: [cell(column, ploy, 1)] } }),
      await mali.refused(grading.write, {
        params: inCourse(),
        query: dry,
        body: { items: [cell(column, nat, 1, 6.02)] },
      }),
      await importFile([
        ['Person', `Essay (${column._id})`],
        [ploy.id, 6],
        [nat.id, 'Hidden'],
      ]),
      await arthit.call(curves.apply, { params, query: dry, body: { curve: { kind: 'add', points: 0.01 } } }),
      await arthit.call(grading.final, { params: inCourse(), query: dry, body: { released: true } }),
      await mali.call(people.one, { params: { ...inCourse(), person_id: ploy.id } }),
    ]
    expect(replies.map(secretsIn)).toEqual(replies.map(() => []))
    // Replies about the class as a whole still count it.
    const { columns } = await mali.call(statistics.course, { params: inCourse() })
    expect(columns.map(({ scores }) => [scores?.count, scores?.mean])).toEqual([
      [5, 60.3],
      [1, 40],
    ])
  })

  test('a cell is closed from handing in on, whether it is graded or not, and counts in no total', async () => {
    await hide(true)
    const closed = [...works.map(() => 'closed'), null]
    expect(await cells()).toEqual(closed)
    await gradeAll()
    expect(await cells()).toEqual(closed)
    const { items, closed: named } = await arthit.call(grading.final, {
      ...{ params: inCourse(), query: { dry_run: 'true' }, body: { released: true } },
    })
    expect([items.find(({ person_id }) => person_id === ploy.id), named]).toEqual([
      { person_id: ploy.id, percent: 40, letter: 'F', before: null },
      ['Essay'],
    ])
    const body = { categories: [], letters: [{ letter: 'P', from: 0 }] }
    const { changed } = await arthit.call(grading.setUp, {
      ...{ params: inCourse(), query: { dry_run: 'true' }, revision: 0, body },
    })
    expect(changed.map(({ person_id, after }) => [person_id, after.percent])).toEqual([[ploy.id, 40]])
  })

  test('a released score is there as always, also while another attempt waits it is not', async () => {
    await hide(true)
    await gradeAll()
    await release(true, ploy)
    expect((await cells()).slice(0, 2)).toEqual([6.01, 'closed'])
    const [step] = await mali.call(grading.history, {
      params: { ...inCourse(), gradable_id: column._id, person_id: ploy.id },
    })
    expect(step).toMatchObject({ after: 6.01 })
    await put(column, ploy, 7, 6.01)
    const again = await submit(db, course, essay, ploy, { textbox: 'Since.', attempt: 2 })
    expect((await cells())[0]).toBe('closed')
    await grade(again, 8)
    expect((await cells())[0]).toBe('closed')
    await release(true, ploy)
    expect((await cells())[0]).toBe(8)
    await release(false, ploy)
    expect((await cells())[0]).toBe('closed')
  })

  test('nobody writes there: each cell is named, and a file says so by the row', async () => {
    await hide(true)
    const items = [cell(column, ploy, 9), cell(column, idle, 2), cell(quiz, nat, 3)]
    const refused = await arthit.refused(grading.write, { params: inCourse(), body: { items } })
    expect(refused).toMatchObject({
      ...{ code: 'conflict', current: [{ person_id: ploy.id, gradable_id: column._id, score: null, closed: true }] },
    })
    expect(await cells(quiz)).toEqual([{ hidden: 4 }, null, null, null, null, null])
    const { rows } = await importFile([
      ['Person', `Essay (${column._id})`, `Quiz (${quiz._id})`],
      [ploy.id, '9', '5'],
      [nat.id, 'hidden', ''],
    ])
    expect(rows).toMatchObject([
      { line: 2, gradable_id: column._id, fate: 'refused', problem: 'names_hidden', value: '9' },
      { line: 2, gradable_id: quiz._id, fate: 'changed', before: 4, after: 5 },
    ])
    expect(rows).toHaveLength(2)
    const curved = await arthit.call(curves.apply, {
      ...{ params: { ...inCourse(), gradable_id: column._id }, body: { curve: { kind: 'best' } } },
      query: { dry_run: 'true' },
    })
    expect(curved).toMatchObject({ items: [], same: 0, closed: 5 })
  })

  test('a file says hidden, and is taken back unchanged also after the release', async () => {
    await hide(true)
    await gradeAll()
    const { body } = await mali.raw('GET', addressOf(gradeTables.csv, inCourse()))
    expect(body.match(/,hidden,/g)).toHaveLength(5)
    await release(true, ...students)
    const file = { filename: 'grades.csv', type: 'text/csv', bytes: body }
    const answer = await arthit.raw(
      'POST',
      addressOf(gradeTables.import, inCourse(), { dry_run: 'true' }),
      formOf([file]),
    )
    expect((answer.json().data as GradePlan).rows.map(({ fate }) => fate)).toEqual(['unchanged'])
  })

  test('members of a group are closed with its work', async () => {
    const group = await makeGroup(db, course, students.slice(0, 2))
    essay = await makeAssignment(db, course, { has_text: true, grouping_id: group.grouping_id })
    column = await addColumn('Lab', { assignment_id: essay.id })
    const work = await submit(db, course, essay, group)
    await hide(true)
    await seed(db, (trx) =>
      writeScores(trx, {
        ...{ courseId: course.id, scores: [{ submissionId: work.id, score: 5 }], by: mali.id },
        at: server.clock.now(),
      }),
    )
    expect((await cells()).slice(0, 3)).toEqual(['closed', 'closed', null])
  })

  test('whoever is moved to a group whose work waits is closed with it, also beside an earlier group’s released work', async () => {
    const [earlier, present] = [await makeGroup(db, course, [nat]), { id: newId() }]
    const { grouping_id } = earlier
    const to = { ...present, grouping_id }
    await db
      .insertInto('groups')
      .values({ course_id: course.id, ...to, name: 'Group 2' })
      .execute()
    await enterGroup(db, course, to, ploy)
    essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, grouping_id })
    column = await addColumn('Lab', { assignment_id: essay.id })
    await grade(await submit(db, course, essay, earlier), 7)
    await submit(db, course, essay, to)
    await release(true, earlier)
    await hide(true)
    expect((await cells()).slice(0, 2)).toEqual(['closed', 7])
    await db.deleteFrom('group_members').where('person_id', '=', nat.id).execute()
    await enterGroup(db, course, to, nat)
    expect((await cells()).slice(0, 2)).toEqual(['closed', 'closed'])
  })

  test('they open when the names are shown again, and close by an undo', async () => {
    await hide(true)
    await gradeAll()
    await hide(false)
    expect((await cells())[0]).toEqual({ hidden: 6.01 })
    const { items } = await arthit.call(changes.list, { params: inCourse() })
    await arthit.call(changes.undo, { params: { ...inCourse(), change_id: items[0]?._id ?? '' } })
    expect((await cells())[0]).toBe('closed')
  })
})
