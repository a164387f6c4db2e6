import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { CellValue } from '../../contract/staff/gradebook.ts'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { worksheetOf } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { findWorks } from '../offline/queries.ts'
import { addressOf } from '../testing/client.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import { changeAssignment, enrol, enterGroup, makeAssignment, makeGroup, submit, type Thing } from '../testing/world.ts'

/* A member of a group whose score differs from the group's. */

const server = await useServer()
const { db } = server
const { submissions: calls, grading, gradebook, changes, people } = contract

let course: Thing
let project: Thing
let group: Thing & { grouping_id: string }
let column: { _id: string }
let work: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
  nat = await server.person({ first: 'Nat', last: 'Zumi' })
  await enrol(db, course, nat)
  group = await makeGroup(db, course, [ploy, nat])
  const { grouping_id } = group
  project = await makeAssignment(db, course, { name: 'Project', grouping_id, score: 10, score_essay: 10 })
  work = await submit(db, course, project, group)
  column = await arthit.call(grading.addColumn, {
    params: inCourse(),
    body: { gradable_name: 'Project', gradable_score: 10, assignment_id: project.id },
  })
})

const inCourse = () => ({ course_id: course.id })
const ofWork = (one: Thing) => ({ ...inCourse(), submission_id: one.id })
const whole: GradeForm = { parts: { textbox: '8' }, applied: [], override: null, override_reason: '', comment: 'Good' }
const own = (score = '5.5', reason = 'Came late') => ({ [nat.id]: { score, reason } })
const save = (form: Partial<GradeForm>, revision = 0, one = work) =>
  mali.call(calls.save, { params: ofWork(one), revision, body: { ...whole, ...form } })
const release = (shown = true) =>
  arthit.call(calls.release, {
    params: { ...inCourse(), asgn_id: project.id },
    body: { people: [group.id], shown },
  })
const seen = async (person: SignedIn) => (await worksheetOf(person, course, project).my()).my?.feedback.score
const told = async (person: SignedIn) => (await person.call(gradebook.mine, { params: inCourse() }))[0]?.score
const cells = async () => {
  const { rows } = await mali.call(grading.table, { params: inCourse() })
  return [ploy, nat].map(({ id }) => rows.find(({ _id }) => _id === id)?.cells[0])
}
const put = (person: SignedIn, score: CellValue, was: CellValue, reason = '') =>
  mali.call(grading.write, {
    params: inCourse(),
    body: { items: [{ person_id: person.id, gradable_id: column._id, score, was }], reason },
  })
async function undo() {
  const [latest] = (await arthit.call(changes.list, { params: inCourse() })).items
  await arthit.call(changes.undo, { params: { ...inCourse(), change_id: latest?._id ?? '' } })
}

describe('a score of a member’s own', () => {
  test('stands in place of the group’s for that person alone, once it is released', async () => {
    const saved = await save({ members: own() })
    expect([saved.score, saved.members]).toEqual(['8', own()])
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 5.5 }])
    expect([await seen(ploy), await seen(nat), await told(nat)]).toEqual([null, null, null])
    await release()
    expect([await seen(ploy), await seen(nat)]).toEqual([8, 5.5])
    expect([await told(ploy), await told(nat)]).toEqual([8, 5.5])
    expect(await cells()).toEqual([8, 5.5])
    const params = { ...inCourse(), asgn_id: project.id }
    expect((await mali.call(calls.submissions, { params })).items).toMatchObject([{ score: '8', own_scores: 1 }])
    const page = await mali.call(people.one, { params: { ...inCourse(), person_id: nat.id } })
    expect(page.assignments[0]?.score).toBe(5.5)
    await release(false)
    expect([await seen(nat), await told(nat)]).toEqual([null, null])
  })

  test('is told to nobody else of the group', async () => {
    await save({ members: own('3.25', 'Did nothing') })
    await release()
    const ofAssignment = { ...inCourse(), asgn_id: project.id }
    const answers = await Promise.all([
      ploy.raw('GET', addressOf(contract.assignments.one, ofAssignment)),
      ploy.raw('GET', addressOf(contract.assignments.mine, inCourse())),
      ploy.raw('GET', addressOf(contract.assignments.attempts, ofAssignment)),
      ploy.raw('GET', addressOf(gradebook.mine, inCourse())),
      ploy.raw('GET', addressOf(gradebook.explain, inCourse())),
    ])
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(200)
      expect(body).toContain('8')
      expect(body).not.toMatch(/3\.25|Did nothing/)
    }
  })

  test('stays while the work is saved by a client that does not know of it, and is taken back by an undo', async () => {
    await save({})
    await save({ members: own() }, 1)
    await undo()
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 8 }])
    await undo()
    await save({ parts: { textbox: '9' } }, 4)
    expect(await cells()).toEqual([{ hidden: 9 }, { hidden: 5.5 }])
  })

  test('does not say whose the work is while names are hidden', async () => {
    await save({ members: own() })
    const params = { ...inCourse(), asgn_id: project.id }
    await arthit.call(contract.hiddenNames.set, { params, body: { hidden: true } })
    expect((await mali.call(calls.work, { params: ofWork(work) })).feedback.members).toEqual({})
    expect((await save({}, 1)).members).toEqual({})
    expect(await cells()).toEqual(['closed', 'closed'])
    for (const { id } of [nat, arthit]) {
      const members = { [id]: { score: '1', reason: 'Was away' } }
      const body = { parts: {}, applied: [], override: null, override_reason: '', comment: '', members }
      const refused = await mali.refused(calls.save, { params: ofWork(work), body, revision: 0 })
      expect(refused, id).toEqual({ status: 400, code: 'invalid' })
    }
    // What a grader was not shown, they do not take away by sending back what they were shown.
    await save({ members: {}, comment: 'Seen' }, 1)
    await arthit.call(contract.hiddenNames.set, { params, body: { hidden: false } })
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 5.5 }])
    await save({ members: {} }, 2)
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 8 }])
  })

  test('is told to each of many who save from an older grade at once', async () => {
    await save({ members: own() })
    const before = (await mali.call(changes.list, { params: inCourse() })).items
    const refused = () => mali.refused(calls.save, { params: ofWork(work), revision: 0, body: whole })
    for (const answer of await Promise.all(Array.from({ length: 6 }, refused)))
      expect(answer).toMatchObject({ code: 'conflict', current: { members: own(), revision: 1 } })
    expect((await mali.call(changes.list, { params: inCourse() })).items).toEqual(before)
  })

  test('needs a reason when it is new, and a person whose work it is', async () => {
    const refused = async (members: GradeForm['members']) => {
      const headers = { 'if-match': '"0"' }
      const answer = await mali.raw('PUT', addressOf(calls.save, ofWork(work)), {
        ...{ headers, payload: { ...whole, members } },
      })
      return answer.json().error?.fields
    }
    expect(await refused(own('5', ''))).toEqual({ members: 'must say why' })
    expect(await refused({ [mali.id]: { score: '5', reason: 'Helped' } })).toEqual({
      members: 'must be people whose work it is',
    })
  })

  test('counts where the best attempt does', async () => {
    await changeAssignment(db, project, { counts: 'best' })
    const second = await submit(db, course, project, group, { attempt: 2 })
    await save({ members: own('9', 'Alone') })
    await save({ parts: { textbox: '8.5' } }, 0, second)
    expect(await cells()).toEqual([{ hidden: 8.5 }, { hidden: 9 }])
    await release()
    expect(await cells()).toEqual([8.5, 9])
  })

  test('is enough for a release where the group has none', async () => {
    await save({ parts: {}, comment: '', members: own() })
    expect(await cells()).toEqual([null, { hidden: 5.5 }])
    expect(await release()).toMatchObject({ works: 1 })
    expect([await told(ploy), await told(nat)]).toEqual([null, 5.5])
  })
})

describe('the cell of a member in the gradebook', () => {
  test('writes the member’s own score, and not the group’s', async () => {
    await save({})
    expect((await put(nat, 6, 8, 'Was away')).items).toMatchObject([{ before: 8, after: 6 }])
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 6 }])
    const { feedback } = await mali.call(calls.work, { params: ofWork(work) })
    expect([feedback.score, feedback.members]).toEqual(['8', { [nat.id]: { score: '6', reason: 'Was away' } }])
    const params = { ...inCourse(), gradable_id: column._id }
    const history = (person: SignedIn) =>
      mali
        .call(grading.history, { params: { ...params, person_id: person.id } })
        .then((steps) => steps.map(({ before, after, reason }) => [before, after, reason]))
    expect(await history(nat)).toEqual([
      [8, 6, 'Was away'],
      [null, 8, ''],
    ])
    expect(await history(ploy)).toEqual([[null, 8, '']])
    await undo()
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 8 }])
  })

  test('of two members at once is one change, also before the work is graded', async () => {
    const item = (person: SignedIn, score: number) => ({
      ...{ person_id: person.id, gradable_id: column._id, score, was: null },
    })
    const items = [item(ploy, 7), item(nat, 4)]
    await mali.call(grading.write, { params: inCourse(), body: { items } })
    expect(await cells()).toEqual([{ hidden: 7 }, { hidden: 4 }])
    await undo()
    expect(await cells()).toEqual([null, null])
  })

  test('that is emptied has the group’s score again, which is not emptied for one of them', async () => {
    await save({ members: own() })
    expect((await put(nat, null, 5.5)).items).toMatchObject([{ before: 5.5, after: 8 }])
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 8 }])
    // Each cell is named, so that the other ones are sent again without them.
    const items = [ploy, nat].map(({ id }) => ({ person_id: id, gradable_id: column._id, score: null, was: 8 }))
    const answer = await mali.raw('PUT', addressOf(grading.write, inCourse()), { payload: { items } })
    const why = 'is the score of a group: grade its work'
    expect(answer.json().error).toMatchObject({
      ...{ code: 'invalid', fields: { 'items.0.score': why, 'items.1.score': why } },
    })
  })

  test('is emptied of a score from before the group handed in', async () => {
    await db.deleteFrom('submissions').where('id', '=', work.id).execute()
    await put(nat, 6, null)
    await submit(db, course, project, group)
    expect(await cells()).toEqual([null, 6])
    expect((await put(nat, null, 6)).items).toMatchObject([{ before: 6, after: null }])
    expect(await cells()).toEqual([null, null])
    await undo()
    expect(await cells()).toEqual([null, 6])
  })

  test('changes no other one once each hands in alone', async () => {
    await save({})
    await changeAssignment(db, project, { grouping_id: null })
    await submit(db, course, project, nat)
    await put(nat, 5, 8)
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 5 }])
  })

  test('may be excused, and then has a score again', async () => {
    await save({})
    await put(nat, 'excused', 8)
    expect(await cells()).toEqual([{ hidden: 8 }, 'excused'])
    await put(nat, 3, 'excused')
    expect(await cells()).toEqual([{ hidden: 8 }, { hidden: 3 }])
  })
})

describe('whoever is moved to another group', () => {
  test('has the score of the group they are in by now, in the gradebook as on the assignment', async () => {
    const other = { id: newId(), grouping_id: group.grouping_id }
    await db
      .insertInto('groups')
      .values({ course_id: course.id, ...other, name: 'Group 2' })
      .execute()
    const fah = await server.person()
    await enrol(db, course, fah)
    await enterGroup(db, course, other, fah)
    const theirs = await submit(db, course, project, other)
    const again = await submit(db, course, project, group, { attempt: 2 })
    await save({ parts: { textbox: '9' } }, 0, again)
    await save({ parts: { textbox: '4' } }, 0, theirs)
    const leave = () => db.deleteFrom('group_members').where('person_id', '=', nat.id).execute()
    const move = async (to: typeof other) => {
      await leave()
      await enterGroup(db, course, to, nat)
    }
    await move(other)
    expect(await cells()).toEqual([{ hidden: 9 }, { hidden: 4 }])
    for (const { id } of [group, other])
      await arthit.call(calls.release, {
        params: { ...inCourse(), asgn_id: project.id },
        body: { people: [id], shown: true },
      })
    expect([await seen(nat), await told(nat), await cells()]).toEqual([4, 4, [9, 4]])
    await put(nat, 5, 4, 'Came late')
    expect([await seen(nat), await told(nat), await seen(fah), await told(ploy)]).toEqual([5, 5, 4, 9])
    await move(group)
    expect([await seen(nat), await told(nat), await cells()]).toEqual([9, 9, [9, 9]])
    await move(other)
    await leave()
    expect([await seen(nat), await told(nat), await cells()]).toEqual([9, 9, [9, 9]])
  })

  test('back by staff, or by an undo of theirs, has the score of that group again', async () => {
    const other = { id: newId(), grouping_id: group.grouping_id }
    await db
      .insertInto('groups')
      .values({ course_id: course.id, ...other, name: 'Group 2' })
      .execute()
    const fah = await server.person()
    await enrol(db, course, fah)
    await enterGroup(db, course, other, fah)
    const theirs = await submit(db, course, project, other)
    await save({ parts: { textbox: '9' } })
    await save({ parts: { textbox: '4' } }, 0, theirs)
    for (const { id } of [group, other])
      await arthit.call(calls.release, {
        params: { ...inCourse(), asgn_id: project.id },
        body: { people: [id], shown: true },
      })
    const move = (to: Thing) =>
      arthit.call(contract.groups.move, {
        params: { ...inCourse(), grouping_id: group.grouping_id },
        body: { items: [{ person_id: nat.id, group_id: to.id }] },
      })
    await move(other)
    expect([await seen(nat), await told(nat), await cells()]).toEqual([4, 4, [9, 4]])
    await undo()
    expect([await seen(nat), await told(nat), await cells()]).toEqual([9, 9, [9, 9]])
    await undo()
    expect([await seen(nat), await told(nat), await cells()]).toEqual([4, 4, [9, 4]])
    await move(group)
    expect([await seen(nat), await told(nat), await cells()]).toEqual([9, 9, [9, 9]])
  })

  test('by another grouping of the assignment has their score again once that is taken back', async () => {
    const other = await makeGroup(db, course, [nat])
    await save({ parts: { textbox: '9' } })
    await changeAssignment(db, project, { grouping_id: other.grouping_id })
    await save({ parts: { textbox: '4' } }, 0, await submit(db, course, project, other))
    expect(await cells()).toEqual([{ hidden: 9 }, { hidden: 4 }])
    await changeAssignment(db, project, { grouping_id: group.grouping_id })
    expect(await cells()).toEqual([{ hidden: 9 }, { hidden: 9 }])
  })
})

test('the work of a group is in the list of each member who hands in alone from now on, until they do', async () => {
  await save({ members: own() })
  await changeAssignment(db, project, { grouping_id: null, has_text: true })
  const params = { ...inCourse(), asgn_id: project.id }
  const list = async () => {
    const { items } = await mali.call(calls.submissions, { params })
    return [ploy, nat].map(({ id }) => items.find(({ owner_id }) => owner_id === id))
  }
  const ofGroup = { _id: work.id, group: '', attempts: 1, own_scores: 0 }
  expect(await list()).toMatchObject([
    { ...ofGroup, people: [{ _id: ploy.id }], state: 'graded', score: '8', held: true },
    { ...ofGroup, people: [{ _id: nat.id }], state: 'graded', score: '5.5', held: true },
  ])
  const answered = await mali.call(contract.answers.list, { params, query: { part: 'textbox' } })
  expect(answered.items.flatMap((one) => one.works.map(({ _id }) => _id))).toEqual([work.id])
  expect(await mali.call(contract.statistics.assignment, { params })).toMatchObject({ handed_in: 2, graded: 2 })
  expect(await arthit.call(calls.release, { params, body: { people: [nat.id], shown: true } })).toEqual({ works: 1 })
  expect(await list()).toMatchObject([{ state: 'released' }, { state: 'released' }])
  const { _id } = await worksheetOf(ploy, course, project).submit({ textbox: 'Mine alone' })
  expect(await list()).toMatchObject([
    { _id, state: 'submitted', score: null, shown: false },
    { ...ofGroup, state: 'released' },
  ])
  await arthit.call(calls.release, { params, body: { people: [ploy.id], shown: false } })
  expect(await list()).toMatchObject([{ state: 'submitted' }, { state: 'released' }])
})

test.each([
  ['everybody of the group is in another one by now', 'Other'],
  ['nobody is in a group by now', null],
])('the work of a group stays in the list, and is released, when %s', async (_when, name) => {
  const params = { ...inCourse(), asgn_id: project.id }
  const list = async () => (await mali.call(calls.submissions, { params })).items
  const ofGrouping = { ...inCourse(), grouping_id: group.grouping_id }
  const other = name === null ? null : await arthit.call(contract.groups.create, { params: ofGrouping, body: { name } })
  const items = [ploy, nat].map(({ id }) => ({ person_id: id, group_id: other?._id ?? null }))
  await arthit.call(contract.groups.move, { params: ofGrouping, body: { items } })
  const row = { _id: work.id, owner_id: group.id, people: [{ _id: nat.id }, { _id: ploy.id }] }
  expect((await list()).filter(({ _id }) => _id)).toMatchObject([{ ...row, state: 'submitted' }])
  expect(await elsewhere()).toEqual([[work.id], 1, [work.id]])
  await save({})
  expect(await arthit.call(calls.release, { params, body: { people: 'all', shown: true } })).toEqual({ works: 1 })
  expect([await told(ploy), await told(nat)]).toEqual([8, 8])
  expect((await list()).filter(({ _id }) => _id)).toMatchObject([{ ...row, state: 'released' }])
  if (!other) return
  const theirs = await submit(db, course, project, { id: other._id })
  expect((await list()).map(({ owner_id }) => owner_id)).toEqual([other._id])
  expect(await elsewhere()).toEqual([[theirs.id], 1, [theirs.id]])
})

/** The works that are graded by question, how many the statistics count, and those of the offline sheet. */
async function elsewhere() {
  const params = { ...inCourse(), asgn_id: project.id }
  const answered = await mali.call(contract.answers.list, { params, query: { part: 'textbox' } })
  const { handed_in } = await mali.call(contract.statistics.assignment, { params })
  const sheet = await findWorks(db, { courseId: course.id, assignmentId: project.id }, null)
  return [answered.items.flatMap(({ works }) => works.map(({ _id }) => _id)), handed_in, sheet.map(({ id }) => id)]
}

test('the work of who handed in alone is in a row of their own from when groups hand in, until their group does', async () => {
  const alone = await makeAssignment(db, course, { name: 'Essay', score: 10, score_essay: 10 })
  project = alone
  const { _id } = await worksheetOf(ploy, course, alone).submit({ textbox: 'Mine alone' })
  await mali.call(calls.save, { params: { ...inCourse(), submission_id: _id }, revision: 0, body: whole })
  await changeAssignment(db, alone, { grouping_id: group.grouping_id })
  const params = { ...inCourse(), asgn_id: alone.id }
  const list = async () => (await mali.call(calls.submissions, { params })).items
  const own = { _id, owner_id: ploy.id, group: '', people: [{ _id: ploy.id }], score: '8' }
  const ofGroup = { owner_id: group.id, people: [{ _id: nat.id }, { _id: ploy.id }] }
  const row = async (id: string) => (await list()).find(({ owner_id }) => owner_id === id)
  expect(await list()).toHaveLength(2)
  expect([await row(ploy.id), await row(group.id)]).toMatchObject([
    { ...own, state: 'graded' },
    { ...ofGroup, _id: null },
  ])
  expect(await elsewhere()).toEqual([[_id], 1, [_id]])
  const people = [ploy.id]
  expect(await arthit.call(calls.release, { params, body: { people, shown: true } })).toEqual({ works: 1 })
  expect(await row(ploy.id)).toMatchObject({ ...own, state: 'released' })
  await arthit.call(contract.hiddenNames.set, { params, body: { hidden: true } })
  expect(await list()).toHaveLength(2)
  const theirs = await submit(db, course, alone, group)
  expect(await list()).toMatchObject([{ _id: theirs.id }])
  expect(await elsewhere()).toEqual([[theirs.id], 1, [theirs.id]])
})

test('the work of a group of an earlier grouping stays in the list until its people hand in with another one', async () => {
  const other = await makeGroup(db, course, [nat])
  await changeAssignment(db, project, { grouping_id: other.grouping_id })
  const params = { ...inCourse(), asgn_id: project.id }
  const works = async () => (await mali.call(calls.submissions, { params })).items.flatMap(({ _id }) => _id ?? [])
  expect([await works(), await elsewhere()]).toEqual([[work.id], [[work.id], 1, [work.id]]])
  const theirs = await submit(db, course, project, other)
  const both = [work.id, theirs.id].toSorted()
  const sorted = (await elsewhere()).map((one) => (Array.isArray(one) ? one.toSorted() : one))
  expect([(await works()).toSorted(), sorted], 'Ploy has handed in with no other').toEqual([both, [both, 2, both]])
})
