import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { Grades } from '../../contract/staff/gradebook.ts'
import { itemsOf } from '../../contract/staff/gradeItems.ts'
import { type Item, type Letter, totalOf } from '../../contract/totals.ts'
import { openCode } from '../attendance/testing.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { readTable } from '../tables/read.ts'
import { addressOf, CallFailed } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  enterGroup,
  makeAssignment,
  makeCourse,
  makeGroup,
  makeSchedule,
  submit,
  type Thing,
} from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'
import { type Cell, type ColumnFacts, factsOf } from './facts.ts'
import { secondly } from './testing.ts'

/*
 * Whatever staff do with columns of each kind, and in whatever order: staff's table, a student's scores, their
 * explanation, the person's page, the file, the statistics and the final grade have what the rows of the database say.
 */

const server = await useServer()
const { db } = server
const { attendance, changes, curves, exceptions, gradebook, gradeTables, grading, hiddenNames } = contract
const { assignments, groups: groupCalls, people, roster, schedules, statistics, submissions } = contract
const arthit = await server.person({ first: 'Arthit' })
const students = await Promise.all(
  ['Ann', 'Ben', 'Cha'].map(async (first) => {
    const email = `${first.toLowerCase()}@example.org`
    return { ...(await server.person({ first, last: first, email })), email }
  }),
)

const at = (days: number) => ahead({ days }).toISOString()
const cents = (most: number) => fc.integer({ min: 0, max: most }).map((n) => n / 100)
const [who, column, work, n] = [fc.nat(2), fc.nat(5), fc.nat(1), fc.nat(30)]
const fields = fc.record(
  {
    category: fc.option(fc.nat(2)),
    extra: fc.boolean(),
    zero_from: fc.constantFrom(null, at(-1), at(2), at(9)),
    released: fc.boolean(),
    gradable_score: fc.oneof(fc.constantFrom(10, 3, 0), cents(5_000)),
    attendance_late: fc.constantFrom(null, 0, 33, 100),
  },
  { requiredKeys: [] },
)
const setup = fc.array(
  fc.record({
    weight: fc.oneof(fc.constant(0), cents(10_000)),
    drop_lowest: fc.nat(2),
    drop_highest: fc.nat(1),
  }),
  { maxLength: 3 },
)
const some = <const D extends string, T>(does: D, more: fc.Arbitrary<T>) =>
  more.map((given) => ({ does, ...given }) as { does: D } & T)
const step = fc.oneof(
  {
    arbitrary: some(
      'write',
      fc.record({ who, column, score: fc.oneof(fc.constantFrom(null, 'excused' as const), cents(1_500)) }),
    ),
    weight: 4,
  },
  { arbitrary: some('edit', fc.record({ column, fields })), weight: 3 },
  some(
    'curve',
    fc.record({
      column,
      kind: fc.constantFrom('add' as const, 'best' as const, 'root' as const, 'mean' as const),
      points: cents(900),
    }),
  ),
  some('remove', fc.record({ column })),
  some('set up', fc.record({ setup })),
  {
    arbitrary: some(
      'take',
      fc.record({
        who,
        place: fc.nat(2),
        code: fc.constantFrom(1 as const, 2 as const, 3 as const, null),
        excused: fc.boolean(),
      }),
    ),
    weight: 2,
  },
  some('mark', fc.record({ who, place: fc.nat(2) })),
  some('cancel', fc.record({ place: fc.nat(2), cancelled: fc.boolean() })),
  { arbitrary: some('hand in', fc.record({ who, work })), weight: 2 },
  { arbitrary: some('grade', fc.record({ n, points: fc.option(cents(1_000)) })), weight: 3 },
  some('release', fc.record({ who, work, shown: fc.boolean() })),
  some('hide names', fc.record({ work, hidden: fc.boolean() })),
  some(
    'change the work',
    fc.record({
      work,
      body: fc.constantFrom(
        { assignment_counts: 'best' as const },
        { assignment_counts: 'first' as const },
        { assignment_counts: 'latest' as const },
        { publish_at: null },
        { assignment_group: null },
        { assignment_group: 'of the course' },
      ),
    }),
  ),
  some('give time', fc.record({ who, work, days: fc.constantFrom(3, 8), section: fc.boolean() })),
  some('move', fc.record({ who, section: fc.constantFrom('1', '2') })),
  some('regroup', fc.record({ who, group: fc.option(fc.nat(1)) })),
  some('leave or come back', fc.record({ who })),
  { arbitrary: some('export', fc.constant({})), weight: 2 },
  { arbitrary: some('import', fc.constant({})), weight: 3 },
  some('final', fc.record({ released: fc.boolean() })),
  { arbitrary: some('undo', fc.record({ n })), weight: 2 },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function makeWorld() {
  server.clock.reset()
  const course = await makeCourse(db)
  // Files are imported more often here than anybody may.
  await db.deleteFrom('rate_limits').execute()
  await enrol(db, course, arthit, 'instructor')
  for (const [i, student] of students.entries())
    await enrol(db, course, student, 'student', { section: String(1 + (i % 2)) })
  const params = { course_id: course.id }
  const works: Thing[] = []
  const [first, second] = [await makeGroup(db, course, students.slice(0, 2)), { id: newId() }]
  const { grouping_id } = first
  await db.insertInto('groups').values({ course_id: course.id, id: second.id, grouping_id, name: 'Group 2' }).execute()
  await enterGroup(db, course, { ...second, grouping_id }, students[2] as SignedIn)
  const groups = [first, second]
  for (const more of [{ name: 'Essay' }, { name: 'Lab', grouping_id }])
    works.push(
      await makeAssignment(db, course, {
        ...{ score: 10, score_essay: 10, attempts_allowed: 0, due_at: ahead({ days: 1 }), ...more },
      }),
    )
  const classes: Thing[] = []
  for (const days of [0, 0, 0]) classes.push(await makeSchedule(db, course, { start_at: ahead({ days }) }))
  const added = async (gradable_name: string, more: object) =>
    arthit.call(grading.addColumn, { params, body: { gradable_name, gradable_score: 10, released: true, ...more } })
  const columns = [
    await added('Midterm', {}),
    await added('Bonus', { extra: true }),
    await added('Attendance', { attendance_late: 50 }),
    await added('Essay', { assignment_id: works[0]?.id, zero_from: at(2) }),
    await added('Lab', { assignment_id: works[1]?.id }),
    await added('Final exam', { released: false, zero_from: at(-1) }),
  ]
  const idOf = (place: number) => columns[place]?._id ?? ''
  const person = (place: number) => students[place] as SignedIn & { email: string }
  const table = () => arthit.call(grading.table, { params })
  const revisionOf = async (id: string) => (await table()).columns.find(({ _id }) => _id === id)?.revision ?? 0
  const ofWork = (place: number) => ({ ...params, asgn_id: works[place]?.id ?? '' })

  let saved: Buffer | undefined
  async function take(one: Step): Promise<unknown> {
    server.clock.pass({ minutes: 1 })
    switch (one.does) {
      case 'write': {
        const item = { person_id: person(one.who).id, gradable_id: idOf(one.column), score: one.score }
        const before = cellsIn(await table())
        await arthit.call(grading.write, { params, body: { items: [item], reason: 'As agreed' } })
        const after = cellsIn(await table())
        const cell = keyOf(item)
        expect(after, 'the other cells').toEqual({ ...before, [cell]: after[cell] })
        if (one.score !== null) expect(after[cell], 'the written cell').toBe(one.score)
        return
      }
      case 'edit': {
        const { category, ...rest } = one.fields
        const { categories } = await table()
        const category_id = category == null ? null : (categories[category]?._id ?? null)
        const body = { ...rest, ...(category !== undefined && { category_id }) }
        return arthit.call(grading.editColumn, {
          ...{
            params: { ...params, gradable_id: idOf(one.column) },
            revision: await revisionOf(idOf(one.column)),
            body,
          },
        })
      }
      case 'curve': {
        const { kind, points } = one
        const curve = kind === 'add' ? { kind, points } : kind === 'mean' ? { kind, mean: points } : { kind }
        const of = { params: { ...params, gradable_id: idOf(one.column) }, body: { curve } }
        const before = cellsIn(await table())
        const { items, digest } = await arthit.call(curves.apply, { ...of, query: { dry_run: 'true' } })
        await arthit.call(curves.apply, { ...of, query: { digest } })
        const planned = Object.fromEntries(items.map((item) => [keyOf(item), item.after]))
        expect(cellsIn(await table()), 'what the plan of a curve says').toEqual({ ...before, ...planned })
        return
      }
      case 'remove':
        return arthit.call(grading.removeColumn, {
          ...{ params: { ...params, gradable_id: idOf(one.column) }, revision: await revisionOf(idOf(one.column)) },
        })
      case 'set up': {
        const { categories, letters, revision } = await table()
        const body = {
          categories: one.setup.map((given, i) => ({
            ...(categories[i] && { _id: categories[i]._id }),
            name: `Part ${i}`,
            ...given,
          })),
          letters,
        }
        return arthit.call(grading.setUp, { params, revision, body })
      }
      case 'take': {
        const items = [{ person_id: person(one.who).id, code: one.code, excused: one.excused && one.code === 1 }]
        const schedule_id = classes[one.place]?.id ?? ''
        return arthit.call(attendance.take, { params: { ...params, schedule_id }, body: { items } })
      }
      case 'mark': {
        const schedule_id = classes[one.place]?.id ?? ''
        const code = await openCode(server, { ...params, schedule_id })
        return person(one.who).call(attendance.mark, { params, body: { code, schedule_id } })
      }
      case 'cancel': {
        const schedule_id = classes[one.place]?.id ?? ''
        const { rows } = await sql<{
          revision: number
        }>`select revision from schedules where id = ${schedule_id}`.execute(db)
        return arthit.call(schedules.edit, {
          ...{ params: { ...params, schedule_id }, revision: rows[0]?.revision ?? 0 },
          body: { schedule_cancelled: one.cancelled },
        })
      }
      case 'regroup': {
        const items = [
          { person_id: person(one.who).id, group_id: one.group === null ? null : (groups[one.group]?.id ?? '') },
        ]
        return arthit.call(groupCalls.move, { params: { ...params, grouping_id }, body: { items } })
      }
      case 'leave or come back': {
        const { id, email } = person(one.who)
        const { rows } = await sql<{ revision: number }>`
          select revision from roster where course_id = ${course.id} and person_id = ${id}`.execute(db)
        if (!rows[0]) return arthit.call(roster.add, { params, body: { email, section: '1' } })
        return arthit.call(roster.remove, { params: { ...params, person_id: id }, revision: rows[0].revision })
      }
      case 'export':
        saved = (await arthit.raw('GET', addressOf(gradeTables.csv, params))).rawPayload
        return
      case 'import': {
        if (!saved) return
        const before = cellsIn(await table())
        const files = [{ filename: 'grades.csv', type: 'text/csv', bytes: saved }]
        const tried = await arthit.raw(
          'POST',
          addressOf(gradeTables.import, params, { dry_run: 'true' }),
          formOf(files),
        )
        expect(tried.statusCode, tried.body).toBe(200)
        const { digest } = tried.json().data
        const answer = await arthit.raw('POST', addressOf(gradeTables.import, params, { digest }), formOf(files))
        expect([200, 400, 403], answer.body).toContain(answer.statusCode)
        expect(cellsIn(await table()), 'after the import of an older file').toEqual(before)
        return
      }
      case 'hand in': {
        const group = await sql<{ id: string }>`
          select group_id as id from group_members where grouping_id = ${grouping_id} and person_id = ${person(one.who).id}`.execute(
          db,
        )
        const asked = await sql<{ of_group: boolean }>`
          select grouping_id is not null as of_group from assignments where id = ${ofWork(one.work).asgn_id}`.execute(
          db,
        )
        const owner = asked.rows[0]?.of_group ? group.rows[0] : person(one.who)
        if (!owner) return
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from submissions
          where course_id = ${course.id} and assignment_id = ${ofWork(one.work).asgn_id} and owner_id = ${owner.id}`.execute(
          db,
        )
        return submit(db, course, { id: ofWork(one.work).asgn_id }, owner, { attempt: 1 + (rows[0]?.n ?? 0) })
      }
      case 'grade': {
        const { rows } = await sql<{ id: string; revision: number | null }>`
          select s.id, f.revision from submissions s
          left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
          where s.course_id = ${course.id} order by s.id`.execute(db)
        const found = rows[one.n % Math.max(1, rows.length)]
        if (!found) return
        return arthit.call(submissions.save, {
          ...{ params: { ...params, submission_id: found.id }, revision: found.revision ?? 0 },
          body: {
            parts: one.points === null ? {} : { textbox: String(one.points) },
            ...{ applied: [], override: null, override_reason: '', comment: one.n % 2 ? 'Good' : '' },
          },
        })
      }
      case 'release':
        return arthit.call(submissions.release, {
          params: ofWork(one.work),
          body: { people: [person(one.who).id], shown: one.shown },
        })
      case 'hide names':
        return arthit.call(hiddenNames.set, { params: ofWork(one.work), body: { hidden: one.hidden } })
      case 'change the work': {
        const { revision = 0 } = await arthit.call(assignments.one, { params: ofWork(one.work) })
        const body =
          'assignment_group' in one.body && one.body.assignment_group ? { assignment_group: grouping_id } : one.body
        return arthit.call(assignments.edit, { params: ofWork(one.work), revision, body })
      }
      case 'give time': {
        const section = students.indexOf(person(one.who)) % 2 ? '2' : '1'
        const to = one.section ? { sections: [section] } : { people: [person(one.who).id] }
        return arthit.call(exceptions.put, { params: ofWork(one.work), body: [{ ...to, due: at(one.days) }] })
      }
      case 'move': {
        const { id } = person(one.who)
        const { rows } = await sql<{ revision: number }>`
          select revision from roster where course_id = ${course.id} and person_id = ${id}`.execute(db)
        return arthit.call(roster.edit, {
          ...{ params: { ...params, person_id: id }, revision: rows[0]?.revision ?? 0, body: { section: one.section } },
        })
      }
      case 'final':
        return arthit.call(grading.final, { params, body: { released: one.released } })
      case 'undo': {
        const { items } = await arthit.call(changes.list, { params, query: { limit: '50' } })
        const some = items.filter(({ kind }) => kind !== 'grade_column_added')
        const chosen = some[one.n % Math.max(1, some.length)]
        if (chosen) await arthit.call(changes.undo, { params: { ...params, change_id: chosen._id } })
      }
    }
  }
  return { course, params, take }
}

const keyOf = ({ gradable_id, person_id }: { gradable_id: string; person_id: string }) => `${gradable_id} ${person_id}`
/** The value of each cell. */
const cellsIn = ({ columns, rows }: Grades) =>
  Object.fromEntries(
    columns.flatMap(({ _id: gradable_id }, i) =>
      rows.map(({ _id: person_id, cells }) => [keyOf({ gradable_id, person_id }), scoreIn(cells[i])]),
    ),
  )
const scoreIn = (cell: Grades['rows'][number]['cells'][number] = null) =>
  typeof cell === 'object' && cell !== null ? cell.hidden : cell

const itemOf = ({ id, name, max, category_id, extra }: ColumnFacts, { value, zero_from }: Cell): Item => ({
  ...{ _id: id, name, max, category_id, extra, zero_from },
  ...{ score: typeof value === 'number' ? value : null, excused: value === 'excused' },
})
const letterFor = (percent: number | null, letters: Letter[]) =>
  percent === null
    ? null
    : (letters.toSorted((a, b) => b.from - a.from).find(({ from }) => percent >= from)?.letter ?? null)

async function check(course: Thing, params: { course_id: string }) {
  const now = server.clock.now()
  const { columns, categories, letters, here } = await factsOf(db, course, students)
  const table = await arthit.call(grading.table, { params })
  const shown = table.columns.filter(({ final }) => !final)
  expect(
    shown.map(({ _id }) => _id),
    'the columns',
  ).toEqual(columns.map(({ id }) => id))
  const cellOf = (id: string, person: string) => {
    const cell =
      table.rows.find(({ _id }) => _id === person)?.cells[table.columns.findIndex(({ _id }) => _id === id)] ?? null
    return typeof cell === 'object' && cell !== null ? cell.hidden : cell
  }
  const file = await readTable((await arthit.raw('GET', addressOf(gradeTables.csv, params))).rawPayload, {})
  const { items: finals } = await arthit.call(grading.final, {
    params,
    query: { dry_run: 'true' },
    body: { released: true },
  })
  const byHand = await sql<{
    person_id: string
    score: number | null
    letter: string | null
    reckoned: boolean
    told: boolean
  }>`
    select e.person_id, e.score::float8 as score, e.letter, e.reckoned, g.final_released as told
    from gradables g join entries e on e.course_id = g.course_id and e.gradable_id = g.id
    where g.course_id = ${course.id} and g.final and g.deleted_at is null`.execute(db)
  const percents: number[] = []
  for (const student of students.filter(({ id }) => here.has(id))) {
    const { id } = student
    for (const { id: column, name, cells } of columns)
      expect([name, cellOf(column, id)], 'the table').toEqual([name, cells.get(id)?.staff.value])
    // Staff's total, in the table, the file, the final grade and the statistics.
    const items = columns.flatMap((column) => {
      const cell = column.cells.get(id)?.staff as Cell
      return cell.value === 'closed' ? [] : [itemOf(column, cell)]
    })
    const percent = secondly(items, categories, now)
    const letter = letterFor(percent, letters)
    if (percent !== null) percents.push(percent)
    const row = table.rows.find(({ _id }) => _id === id)
    const total = row && totalOf(itemsOf(table.columns, row), table.categories, table.letters, now)
    expect([total?.percent, total?.letter], 'the total of staff').toEqual([percent, letter])
    const line = file.rows.find(({ cells }) => cells[0] === id)?.cells ?? []
    const titles = file.rows[0]?.cells ?? []
    const inFile = (title: string) => line[titles.findIndex((one) => one.includes(title))] ?? ''
    expect([inFile('Total in %'), inFile('Letter')], 'the file').toEqual([String(percent ?? ''), letter ?? ''])
    for (const { id: column, cells } of columns) {
      const value = cells.get(id)?.staff.value ?? ''
      expect(inFile(column), 'the file').toBe(
        value === 'excused' ? 'EX' : value === 'closed' ? 'hidden' : String(value),
      )
    }
    const final = byHand.rows.find(({ person_id }) => person_id === id)
    const isGiven = final !== undefined && !final.reckoned
    expect(
      finals.find(({ person_id }) => person_id === id),
      'the final grade',
    ).toMatchObject(isGiven ? { percent: final.score } : { percent, letter })
    // What the student sees.
    const seen = columns.filter(({ isSeen }) => isSeen)
    const mine = await student.call(gradebook.mine, { params })
    expect(
      mine.map(({ _id, score, excused }) => [_id, excused ? 'excused' : score]),
      'the scores of a student',
    ).toEqual(seen.map(({ id: column, cells }) => [column, cells.get(id)?.student.value]))
    const own = await student.call(gradebook.explain, { params })
    const ownItems = seen.map((column) => itemOf(column, column.cells.get(id)?.student as Cell))
    const ownTotal = totalOf(own.items, own.categories, own.letters, now)
    const expected = secondly(ownItems, categories, now)
    expect([ownTotal.percent, ownTotal.letter], 'the total of a student').toEqual([
      expected,
      letterFor(expected, letters),
    ])
    expect(own.final, 'the final grade of a student').toEqual(
      final?.told ? { score: final.score, letter: final.letter } : null,
    )
    for (const { score, steps } of own.items) if (steps.length > 0) expect(steps.at(-1)?.after).toBe(score)
    const page = await arthit.call(people.one, { params: { ...params, person_id: id } })
    for (const { id: column, name, cells } of columns) {
      const { staff, student } = cells.get(id) as { staff: Cell; student: Cell }
      const score = page.scores.find(({ _id }) => _id === column)?.score
      if (staff.value !== 'closed')
        expect([name, score], 'the page of a person').toEqual([
          name,
          typeof staff.value === 'number' ? staff.value : null,
        ])
      else
        expect([name, score], 'the page of a person').toEqual([
          name,
          typeof student.value === 'number' ? student.value : null,
        ])
    }
  }
  const { totals } = await arthit.call(statistics.course, { params })
  expect(totals?.count ?? 0, 'statistics').toBe(percents.length)
  const sum = percents.reduce((all, one) => all + one, 0)
  if (totals) expect(totals.mean, 'statistics').toBeCloseTo(sum / percents.length, 1)
}

test('columns of each kind show the same everywhere', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const { course, params, take } = await makeWorld()
      for (const one of steps)
        await take(one).catch((error: unknown) => {
          if (!(error instanceof Refusal) && !(error instanceof CallFailed && error.status < 500)) throw error
        })
      await check(course, params)
      server.clock.pass({ days: 5 })
      await check(course, params)
    }),
    { seed: 1, numRuns: 12, endOnFailure: true },
  )
})
