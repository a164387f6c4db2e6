import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { LateRule } from '../../contract/staff/courses.ts'
import type { Exception } from '../../contract/staff/exceptions.ts'
import { giveFeedback, showFeedback, worksheetOf } from '../assignments/testing.ts'
import { handInOver } from '../assignments/timeUp.ts'
import { addressOf } from '../testing/client.ts'
import { ahead } from '../testing/clock.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  accommodate,
  changeAssignment,
  enrol,
  enterGroup,
  leaveCourse,
  makeAssignment,
  makeCourse,
  makeException,
  makeGroup,
  makeGrouping,
  setCourse,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db, clock } = server
const { exceptions, assignments, courses, people, changes, receipts } = contract

let course: Thing
let essay: Thing
let arthit: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  clock.reset()
  course = await makeCourse(db)
  ;[arthit, ploy, nat] = [await server.person(), await server.person({ first: 'Ploy' }), await server.person()]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, ploy, 'student', { section: '1' })
  await enrol(db, course, nat, 'student', { section: '2' })
  essay = await makeAssignment(db, course, { name: 'Essay', due_at: ahead({ days: 1 }), closes_at: ahead({ days: 2 }) })
})

const at = (days: number) => ahead({ days }).toISOString()
const params = (of = essay) => ({ course_id: course.id, asgn_id: of.id })
type Body = Parameters<typeof arthit.call<typeof exceptions.put>>[1]['body']
const put = (body: Body, of = essay) => arthit.call(exceptions.put, { params: params(of), body })
const given = async () => (await arthit.call(exceptions.list, { params: params() })).items
const sheet = (person: SignedIn, of = essay) => person.call(assignments.my, { params: params(of) })
const inCourse = () => ({ params: { course_id: course.id } })

async function wrongFields(payload: Body): Promise<string[]> {
  const answer = await arthit.raw('PUT', addressOf(exceptions.put, params()), { payload })
  return Object.keys(answer.json().error.fields)
}

/** Every answer that tells a person when something is due. */
async function datesOf(person: SignedIn, of = essay) {
  const [one, list] = [await sheet(person, of), await person.call(assignments.mine, inCourse())]
  const listed = list.find(({ _id }) => _id === of.id)
  const [ahead] = (await person.call(courses.upcoming)).filter(({ location }) => location.includes(of.id))
  expect([listed?.assignment_due, listed?.due, ahead?.datetime]).toEqual([
    one.assignment_due,
    one.assignment_due,
    one.assignment_due ?? undefined,
  ])
  expect([listed?.assignment_closes, listed?.extended]).toEqual([one.assignment_closes, one.extended])
  return { due: one.assignment_due, closes: one.assignment_closes, extended: one.extended }
}
const everybodys = { due: at(1), closes: at(2), extended: undefined }

describe('an exception', () => {
  test('for a person moves their own dates everywhere, says why, and nobody else’s', async () => {
    const { items } = await put([{ people: [ploy.id], due: at(5), reason: 'Ill' }])
    expect(items).toMatchObject([
      {
        person: { _id: ploy.id, first: 'Ploy' },
        due: at(5),
        closes: null,
        attempts: 0,
        minutes: 0,
        reason: 'Ill',
        revision: 1,
      },
    ])
    expect(await datesOf(ploy)).toEqual({ due: at(5), closes: at(5), extended: { due: 'you', closes: 'you' } })
    expect(await datesOf(nat)).toEqual(everybodys)
    expect((await arthit.call(assignments.my, { params: params() })).assignment_due).toBe(at(1))
  })

  test('for a section is for those who are in it, and for two at once the later one counts', async () => {
    await put([
      { sections: ['2'], due: at(3) },
      { people: [nat.id, ploy.id], due: at(2) },
    ])
    expect(await datesOf(nat)).toMatchObject({ due: at(3), extended: { due: 'section' } })
    expect(await datesOf(ploy)).toMatchObject({ due: at(2), extended: { due: 'you' } })
  })

  test('notifies whom it is for, again when it is another one, and not of its reason or after it is taken back', async () => {
    const told = async (person: SignedIn) =>
      (await person.call(contract.notifications.list)).notifications.map(({ message: { kind, params } }) => [
        kind,
        params.name,
      ])
    await put([{ people: [ploy.id], due: at(5), reason: 'Ill' }])
    expect(await told(ploy)).toEqual([['exception_given', 'Essay']])
    await ploy.call(contract.notifications.readAll)
    await put([{ people: [ploy.id], due: at(5), reason: 'Still ill' }])
    expect((await ploy.call(contract.notifications.list)).unread_notifications).toBe(0)
    clock.pass({ hours: 1 })
    await put([{ sections: ['1', '2'], due: at(6) }])
    expect((await ploy.call(contract.notifications.list)).unread_notifications).toBe(1)
    expect([await told(ploy), await told(nat)]).toEqual([
      [['exception_given', 'Essay']],
      [['exception_given', 'Essay']],
    ])
    const { items } = await arthit.call(changes.list, inCourse())
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: items[0]?._id ?? '' } })
    expect(await told(nat)).toEqual([])
    const draft = await makeAssignment(db, course, { publish_at: null })
    await put([{ people: [nat.id], attempts: 1 }], draft)
    expect(await told(nat)).toEqual([])
  })

  test('gives one more attempt', async () => {
    const page = worksheetOf(ploy, course, essay)
    await page.submit({ textbox: 'first' })
    expect(await page.refusedSubmit({ textbox: 'second' })).toBe('attempts_used')
    await put([{ people: [ploy.id], attempts: 1 }])
    expect(await page.my()).toMatchObject({
      assignment_attempt: 2,
      extended: { attempts: 'you' },
      can: { submit: true },
    })
    expect((await page.submit({ textbox: 'second' })).attempt).toBe(2)
    expect(await page.refusedSubmit({ textbox: 'third' })).toBe('attempts_used')
  })

  test('takes work until its own end, which is late after its own date, in every answer and on the receipt', async () => {
    await put([{ people: [ploy.id], due: at(4), closes: at(6) }])
    clock.pass({ days: 4 })
    const page = worksheetOf(ploy, course, essay)
    expect(await worksheetOf(nat, course, essay).refusedSubmit({ textbox: 'x' })).toBe('assignment_closed')
    const { _id, late, receipt } = await page.submit({ textbox: 'in time' })
    expect(late).toBe(false)
    expect((await ploy.call(assignments.mine, inCourse()))[0]).toMatchObject({ late: false, my: { late: false } })
    expect((await page.attempts()).map((one) => one.late)).toEqual([false])
    expect((await page.receipt(_id)).late).toBe(false)
    const verified = () => server.nobody.call(receipts.verify, { body: { receipt } })
    expect((await verified()).says?.late).toBe(false)
    const person = await arthit.call(people.one, { params: { course_id: course.id, person_id: ploy.id } })
    expect(person.assignments).toMatchObject([
      { assignment_due: at(4), late: false, extended: { due: 'you' }, exception: { due: at(4), closes: at(6) } },
    ])
    await put([{ people: [ploy.id] }])
    expect((await verified()).says?.late).toBe(true)
  })

  test('makes something due within 24 hours for whom it is', async () => {
    await put([{ people: [ploy.id], due: at(3) }])
    const due = (person: SignedIn) => person.call(assignments.due, inCourse())
    expect([(await due(nat)).length, (await due(ploy)).length]).toEqual([1, 0])
    clock.pass({ days: 2, hours: 1 })
    expect([await due(nat), await due(ploy)]).toMatchObject([[], [{ assignment_due: at(3) }]])
  })

  test('orders the list of assignments by the person’s own dates', async () => {
    await makeAssignment(db, course, { name: 'Lab', due_at: ahead({ days: 2 }) })
    await put([{ people: [ploy.id], due: at(3) }])
    const names = async (person: SignedIn) =>
      (await person.call(assignments.mine, inCourse())).map(({ assignment_name }) => assignment_name)
    expect([await names(ploy), await names(nat)]).toEqual([
      ['Lab', 'Essay'],
      ['Essay', 'Lab'],
    ])
  })
})

describe('a group', () => {
  let project: Thing
  let group: Awaited<ReturnType<typeof makeGroup>>
  beforeEach(async () => {
    group = await makeGroup(db, course, [ploy])
    await enterGroup(db, course, group, nat)
    project = await makeAssignment(db, course, { due_at: ahead({ days: 1 }), grouping_id: group.grouping_id })
  })

  test('has what is given to it, and the best that one of its members has, without saying whose', async () => {
    await put([{ groups: [group.id], due: at(2) }], project)
    const [given] = (await arthit.call(changes.list, { ...inCourse(), query: { of: project.id } })).items
    expect(given?.about).toMatchObject({ names: ['Group 1'], people: 1 })
    for (const person of [ploy, nat])
      expect(await datesOf(person, project)).toMatchObject({ due: at(2), extended: { due: 'group' } })
    await accommodate(db, course, nat, { extra_days: 4, note: 'Private' })
    for (const person of [ploy, nat])
      expect(await datesOf(person, project)).toMatchObject({ due: at(5), extended: { due: 'group' } })
    // An exception for one member does not count for the group.
    expect([await datesOf(ploy), await datesOf(nat)]).toMatchObject([
      { due: at(1) },
      { due: at(5), extended: { due: 'you' } },
    ])
  })

  /** Everything that says how late the person's work is. */
  async function latenessOf(person: SignedIn) {
    const [mine, list] = [await sheet(person, project), await person.call(assignments.mine, inCourse())]
    const listed = list.find(({ _id }) => _id === project.id)
    const ofWork = { ...params(project), submission_id: mine.my?._id ?? '' }
    const { items } = await person.call(assignments.attempts, { params: params(project) })
    const opened = await person.call(assignments.attempt, { params: ofWork })
    const { late } = await person.call(assignments.receipt, { params: ofWork })
    const page = await arthit.call(people.one, { params: { course_id: course.id, person_id: person.id } })
    const onPage = page.assignments.find(({ _id }) => _id === project.id)
    const all = [
      onPage?.late,
      mine.late,
      mine.my?.late,
      listed?.late,
      listed?.my?.late,
      items[0]?.late,
      opened.late,
      late,
    ]
    return { late: [...new Set(all)], keeps: [mine.penalty?.keeps, listed?.penalty?.keeps] }
  }

  test('that handed in is late or not by its own dates, also for who is in another one by now', async () => {
    const setRule = (rule: object) => setCourse(db, course, { late_rule: JSON.stringify(rule) })
    await setRule({ kind: 'percent', percent: 10, floor: 50 })
    const other = await makeGroup(db, course, [])
    await db.updateTable('groups').set({ grouping_id: group.grouping_id }).where('id', '=', other.id).execute()
    const move = async (to: Thing) => {
      await db.deleteFrom('group_members').where('person_id', '=', nat.id).execute()
      await enterGroup(db, course, { ...to, grouping_id: group.grouping_id }, nat)
    }
    await put([{ groups: [group.id], due: at(3) }], project)
    clock.pass({ days: 2.5 })
    await worksheetOf(ploy, course, project).submit({ textbox: 'Ours.' })
    const inTime = { late: [false], keeps: [undefined, undefined] }
    expect([await latenessOf(ploy), await latenessOf(nat)]).toEqual([inTime, inTime])
    await move(other)
    expect(await latenessOf(nat)).toEqual(inTime)
    await setRule({ kind: 'bank', days: 3 })
    expect((await sheet(nat)).late_days_left).toBe(3)
    await setRule({ kind: 'percent', percent: 10, floor: 50 })
    await put([{ groups: [group.id], due: null }], project)
    await put([{ groups: [other.id], due: at(3) }], project)
    const late = { late: [true], keeps: [80, 80] }
    expect([await latenessOf(ploy), await latenessOf(nat)]).toEqual([late, late])
    expect((await sheet(nat, project)).assignment_due).toBe(at(3))
  })

  test('has nothing of whom another student put into it, before they accept', async () => {
    const grouping = await makeGrouping(db, course)
    const pairs = await makeAssignment(db, course, { due_at: ahead({ days: 1 }), grouping_id: grouping.id })
    await accommodate(db, course, nat, { extra_days: 4 })
    await put([{ people: [nat.id], due: at(3), attempts: 1 }], pairs)
    const ofGrouping = { course_id: course.id, grouping_id: grouping.id }
    const body = { name: 'Rain', members: [nat.id] }
    const { _id: group_id } = await ploy.call(contract.groups.create, { params: ofGrouping, body })
    expect(await datesOf(ploy, pairs)).toEqual({ ...everybodys, closes: null })
    expect((await ploy.call(assignments.due, inCourse())).map(({ _id }) => _id)).toContain(pairs.id)
    // Nat keeps their own days, and working in the group accepts it.
    expect(await datesOf(nat, pairs)).toMatchObject({ due: at(5) })
    await nat.call(contract.groups.accept, { params: { ...ofGrouping, group_id } })
    for (const person of [ploy, nat])
      expect(await datesOf(person, pairs)).toMatchObject({ due: at(5), extended: { due: 'group', attempts: 'group' } })
  })

  test('that handed in stays in time when whoever had more days is off the course, and keeps its grade', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
    await accommodate(db, course, nat, { extra_days: 4 })
    clock.pass({ days: 2.5 })
    const { _id } = await worksheetOf(ploy, course, project).submit({ textbox: 'Ours.' })
    const ofWork = { params: { course_id: course.id, submission_id: _id } }
    const grade = { parts: { textbox: '10' }, applied: [], override: null, override_reason: '' }
    const save = async (comment: string) => {
      const { feedback } = await arthit.call(contract.submissions.work, ofWork)
      return arthit.call(contract.submissions.save, {
        ...ofWork,
        revision: feedback.revision,
        body: { ...grade, comment },
      })
    }
    const seen = async () => {
      const { items } = await arthit.call(contract.submissions.submissions, { params: params(project) })
      return [await latenessOf(ploy), items.map(({ late, score }) => [late, score])]
    }
    await save('')
    const before = await seen()
    expect(before).toEqual([{ late: [false], keeps: [undefined, undefined] }, [[false, '10']]])
    await arthit.call(contract.roster.remove, { params: { course_id: course.id, person_id: nat.id }, revision: 1 })
    expect(await seen()).toEqual(before)
    await save('Well done')
    expect(await seen()).toEqual(before)
    // What is taken from who is gone is taken from the work that was in time by it.
    const person = { course_id: course.id, person_id: nat.id }
    await arthit.call(people.accommodate, { params: person, body: { time_percent: 100, extra_days: 0 }, revision: 1 })
    expect(await seen()).toEqual([{ late: [true], keeps: [80, 80] }, [[true, '8']]])
  })

  describe('that handed in late', () => {
    const ofCourse = () => ({ course_id: course.id })
    let work: string
    const handIn = async (of: Thing) => {
      clock.pass({ days: 2.5 })
      const { _id } = await worksheetOf(ploy, course, of).submit({ textbox: 'Ours.' })
      work = _id
      const ofWork = { params: { ...ofCourse(), submission_id: _id } }
      const { feedback } = await arthit.call(contract.submissions.work, ofWork)
      const grade = { parts: { textbox: '10' }, applied: [], override: null, override_reason: '', comment: '' }
      await arthit.call(contract.submissions.save, { ...ofWork, revision: feedback.revision, body: grade })
    }
    const seen = async (of: Thing) => {
      const { items } = await arthit.call(contract.submissions.submissions, { params: params(of) })
      const mine = await sheet(ploy, of)
      const { late } = await ploy.call(assignments.receipt, { params: { ...params(of), submission_id: work } })
      return [items.map((one) => [one.late, one.score]), mine.my?.late, mine.penalty?.keeps, late]
    }
    const late = [[[true, '8']], true, 80, true]

    beforeEach(() => setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) }))

    test('has nothing of who accepts, or comes back, after that', async () => {
      const mali = await server.person()
      await enrol(db, course, mali, 'student', { section: '1' })
      const grouping = await makeGrouping(db, course)
      const pairs = await makeAssignment(db, course, { due_at: ahead({ days: 1 }), grouping_id: grouping.id })
      for (const person of [nat, mali]) await accommodate(db, course, person, { extra_days: 4 })
      const ofGrouping = { ...ofCourse(), grouping_id: grouping.id }
      const body = { name: 'Rain', members: [nat.id, mali.id] }
      const { _id: group_id } = await ploy.call(contract.groups.create, { params: ofGrouping, body })
      const inGroup = { params: { ...ofGrouping, group_id } }
      await handIn(pairs)
      expect(await seen(pairs)).toEqual(late)
      await nat.call(contract.groups.accept, inGroup)
      await mali.call(contract.groups.leave, inGroup)
      await mali.call(contract.groups.accept, inGroup)
      expect(await seen(pairs)).toEqual(late)
      expect((await sheet(nat, pairs)).my).toMatchObject({ _id: work, late: true })
    })

    test('has nothing of whom staff put into it after that, also once they are out again', async () => {
      const mali = await server.person()
      await enrol(db, course, mali, 'student', { section: '1' })
      await accommodate(db, course, mali, { extra_days: 4 })
      await handIn(project)
      expect(await seen(project)).toEqual(late)
      const ofGrouping = { ...ofCourse(), grouping_id: group.grouping_id }
      for (const group_id of [group.id, null]) {
        const body = { items: [{ person_id: mali.id, group_id }] }
        await arthit.call(contract.groups.move, { params: ofGrouping, body })
        expect(await seen(project)).toEqual(late)
      }
    })
  })

  test('of another grouping is not one that hands it in', async () => {
    expect(await wrongFields([{ groups: [group.id], due: at(2) }])).toEqual(['0.groups'])
  })

  test('that goes with its last member leaves nothing in the way', async () => {
    await makeException(db, course, project, { group_id: group.id, due_at: ahead({ days: 9 }) })
    await db.deleteFrom('groups').where('id', '=', group.id).execute()
    expect((await arthit.call(exceptions.list, { params: params(project) })).items).toEqual([])
    expect(await datesOf(ploy, project)).toMatchObject({ due: at(1) })
  })
})

describe('an accommodation', () => {
  test('counts in every assignment, with days by the clock of the course', async () => {
    await setCourse(db, course, { zone: 'Europe/Berlin' })
    await changeAssignment(db, essay, { due_at: new Date('2026-10-24T21:59:00Z'), closes_at: null })
    await accommodate(db, course, ploy, { extra_days: 1 })
    // The clocks go back in the night between.
    expect((await datesOf(ploy)).due).toBe('2026-10-25T22:59:00.000Z')
  })

  test('gives more time in a test, which is then not handed in for them before its end', async () => {
    const quiz = await makeAssignment(db, course, { due_at: null, time_limit: 30 })
    await accommodate(db, course, ploy, { time_percent: 150 })
    for (const person of [ploy, nat]) await person.call(assignments.begin, { params: params(quiz) })
    expect(await sheet(ploy, quiz)).toMatchObject({ assignment_time_limit: 45, extended: { minutes: 'you' } })
    clock.pass({ minutes: 35 })
    expect(await handInOver(db, clock.now())).toBe(1)
    expect([(await sheet(ploy, quiz)).can.submit, (await sheet(nat, quiz)).my?.attempt]).toEqual([true, 1])
    clock.pass({ minutes: 11 })
    expect(await handInOver(db, clock.now())).toBe(1)
    expect((await sheet(ploy, quiz)).my?.attempt).toBe(1)
  })
})

describe('more time in an exam that closes when its time is over', () => {
  const due = (minutes: number) => ahead({ minutes }).toISOString()

  test('is theirs in full, is not late, and says until when and why', async () => {
    const terms = { due_at: ahead({ minutes: 60 }), closes_at: ahead({ minutes: 60 }), time_limit: 60 }
    const exam = await makeAssignment(db, course, terms)
    const mali = await server.person()
    await enrol(db, course, mali)
    await accommodate(db, course, ploy, { time_percent: 150 })
    await put([{ people: [mali.id], minutes: 20 }], exam)
    expect(await sheet(ploy, exam)).toMatchObject({
      ...{ assignment_time_limit: 90, assignment_due: due(90), assignment_closes: due(90) },
      extended: { due: 'you', closes: 'you', minutes: 'you' },
    })
    const begin = async (person: SignedIn) => (await person.call(assignments.begin, { params: params(exam) })).ends_at
    expect([await begin(ploy), await begin(nat)]).toEqual([due(90), due(60)])
    clock.pass({ minutes: 30 })
    expect(await begin(mali)).toBe(due(80))
    clock.pass({ minutes: 35 })
    expect(await handInOver(db, clock.now()), 'of the one without more time').toBe(1)
    expect([(await sheet(nat, exam)).my?.attempt, (await sheet(ploy, exam)).my]).toEqual([1, undefined])
    clock.pass({ minutes: 20 })
    expect(await handInOver(db, clock.now())).toBe(1)
    await ploy.call(assignments.submit, { params: params(exam), body: { textbox: 'x' } })
    const all = await Promise.all([ploy, mali].map((person) => sheet(person, exam)))
    expect(all.map(({ late, my }) => [late, my?.datetime])).toEqual([
      [false, due(85)],
      [false, due(80)],
    ])
  })
})

describe('the course’s rule for late work', () => {
  const late = async (days: number) => clock.pass({ days })

  test('takes a part for each day, of what is handed in and of what would be', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
    await changeAssignment(db, essay, { closes_at: null })
    expect((await sheet(ploy)).late_rule).toEqual({ kind: 'percent', percent: 10, floor: 50 })
    await put([{ people: [nat.id], due: at(2) }])
    await late(2.5)
    expect((await sheet(ploy)).penalty).toEqual({ days: 2, keeps: 80 })
    await worksheetOf(ploy, course, essay).submit({ textbox: 'late' })
    await late(2)
    const [mine] = await ploy.call(assignments.mine, inCourse())
    expect([(await sheet(ploy)).penalty, mine?.penalty, (await sheet(nat)).penalty]).toEqual([
      { days: 2, keeps: 80 },
      { days: 2, keeps: 80 },
      { days: 3, keeps: 70 },
    ])
  })

  test('is told of what would come now with the instant at which it takes more, also beside that of earlier work', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'percent', percent: 10, floor: 50 }) })
    await changeAssignment(db, essay, { closes_at: null, attempts_allowed: 2 })
    const { submit } = worksheetOf(ploy, course, essay)
    expect((await sheet(ploy)).penalty_now).toBeUndefined()
    await submit({ textbox: 'in time' })
    await late(2)
    const first = { days: 1, keeps: 90, until: at(2) }
    expect([(await sheet(ploy)).penalty, (await sheet(ploy)).penalty_now]).toEqual([undefined, first])
    clock.pass({ ms: 1 })
    expect((await sheet(ploy)).penalty_now).toEqual({ days: 2, keeps: 80, until: at(3) })
    await submit({ textbox: 'late' })
    expect((await sheet(ploy)).penalty_now, 'no attempt is left').toBeUndefined()
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'none' }) })
    expect((await sheet(nat)).penalty_now).toBeUndefined()
  })

  test('refuses late work where it says so', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'refuse' }) })
    expect(await datesOf(nat)).toEqual({ due: at(1), closes: at(1), extended: undefined })
    await put([{ people: [ploy.id], due: at(3) }])
    await late(1.5)
    expect(await worksheetOf(nat, course, essay).refusedSubmit({ textbox: 'x' })).toBe('assignment_closed')
    expect((await worksheetOf(ploy, course, essay).submit({ textbox: 'x' })).late).toBe(false)
  })

  test('lets work be late by the days of a bank, and no longer', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 3 }) })
    await changeAssignment(db, essay, { closes_at: null })
    const lab = await makeAssignment(db, course, { name: 'Lab', due_at: ahead({ days: 2 }) })
    expect(await sheet(ploy, lab)).toMatchObject({ late_days_left: 3, assignment_closes: at(5) })
    await late(2.5)
    await worksheetOf(ploy, course, essay).submit({ textbox: 'two days late' })
    expect((await sheet(ploy)).penalty).toEqual({ days: 2, keeps: 100 })
    expect(await sheet(ploy, lab)).toMatchObject({ late_days_left: 1, assignment_closes: at(3) })
    await late(1)
    expect(await worksheetOf(ploy, course, lab).refusedSubmit({ textbox: 'x' })).toBe('assignment_closed')
    expect((await sheet(ploy, lab)).penalty, 'of nothing that can still come').toBeUndefined()
    expect((await sheet(nat, lab)).penalty).toEqual({ days: 2, keeps: 100 })
    expect((await worksheetOf(nat, course, lab).submit({ textbox: 'x' })).late).toBe(true)
  })

  test('takes days of a bank for the attempt that counts, by the scores that the student sees', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 9 }) })
    const terms = { closes_at: null, attempts_allowed: 3 }
    await changeAssignment(db, essay, { ...terms, counts: 'first' })
    const left = async () => [
      (await sheet(ploy, lab)).late_days_left,
      (await ploy.call(assignments.mine, inCourse())).find(({ _id }) => _id === lab.id)?.assignment_closes,
    ]
    const first = await worksheetOf(ploy, course, essay).submit({ textbox: 'in time' })
    await late(3.5)
    const again = await worksheetOf(ploy, course, essay).submit({ textbox: 'three days late' })
    expect(await left()).toEqual([5, at(14)])
    await changeAssignment(db, essay, { counts: 'best' })
    await giveFeedback(db, course, first, { score: 9, show: false })
    await giveFeedback(db, course, again, { score: 4 })
    expect(await left(), 'not by a score that is not released').toEqual([2, at(11)])
    await showFeedback(db, first._id)
    expect(await left()).toEqual([5, at(14)])
    await late(1)
    const waiting = await worksheetOf(ploy, course, essay).submit({ textbox: 'four days late' })
    expect(await left(), 'while its score may be the best').toEqual([1, at(10)])
    await giveFeedback(db, course, waiting, { score: 8, show: false })
    expect(await left(), 'also of a score that is not released').toEqual([1, at(10)])
    await showFeedback(db, waiting._id)
    expect(await left(), 'until it is not').toEqual([5, at(14)])
  })

  test('takes no days of a bank for a repeat that is no better than the best attempt before it', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 9 }) })
    await changeAssignment(db, essay, { closes_at: null, attempts_allowed: 3, counts: 'best' })
    const { submit } = worksheetOf(ploy, course, essay)
    const first = await submit({ textbox: 'in time' })
    await late(3.5)
    const again = await submit({ textbox: 'three days late' })
    await giveFeedback(db, course, first, { score: 9 })
    await giveFeedback(db, course, again, { score: 9, show: false })
    expect((await sheet(ploy, lab)).late_days_left, 'while it may be better').toBe(2)
    expect((await sheet(ploy)).counting).toEqual({ attempt: 1, score: 9 })
    await showFeedback(db, again._id)
    expect((await sheet(ploy, lab)).late_days_left).toBe(5)
    expect((await sheet(ploy)).counting).toEqual({ attempt: 1, score: 9 })
  })

  test('takes no days of a bank for what a group handed in before staff put somebody into it', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 30 }) })
    const group = await makeGroup(db, course, [ploy])
    const { grouping_id } = group
    const terms = { due_at: ahead({ days: 1 }), attempts_allowed: 0 }
    const project = await makeAssignment(db, course, { ...terms, grouping_id })
    const left = () => Promise.all([ploy, nat].map(async (one) => (await sheet(one, lab)).late_days_left))
    await late(2.5)
    const first = await worksheetOf(ploy, course, project).submit({ textbox: 'two days late' })
    const body = { items: [{ person_id: nat.id, group_id: group.id }] }
    await arthit.call(contract.groups.move, { params: { course_id: course.id, grouping_id }, body })
    const read = async (one: SignedIn) => {
      const listed = (await one.call(assignments.mine, { params: { course_id: course.id } })).find(
        ({ _id }) => _id === project.id,
      )
      return [(await sheet(one, project)).penalty?.days, listed?.penalty?.days]
    }
    expect((await sheet(nat, project)).my).toMatchObject({ _id: first._id, late: true })
    expect(await left()).toEqual([3, 5])
    expect([await read(ploy), await read(nat)], 'the days that it takes').toEqual([
      [2, 2],
      [undefined, undefined],
    ])
    expect((await sheet(nat, project)).penalty_now, 'of what comes now').toMatchObject({ days: 2 })
    const again = await worksheetOf(nat, course, project).submit({ textbox: 'two days late, too' })
    expect(await left()).toEqual([3, 3])
    expect(await read(nat)).toEqual([2, 2])
    await changeAssignment(db, project, { counts: 'best' })
    await giveFeedback(db, course, first, { score: 9 })
    expect(await left(), 'while the second may be better').toEqual([3, 3])
    await giveFeedback(db, course, again, { score: 5 })
    expect(await left()).toEqual([3, 5])
  })

  test('takes days of a bank for the best work of an earlier group on the terms of that group', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 30 }) })
    const [first, second] = [await makeGroup(db, course, [ploy]), await makeGroup(db, course, [])]
    const { grouping_id } = first
    await db.updateTable('groups').set({ grouping_id }).where('id', '=', second.id).execute()
    const terms = { due_at: ahead({ days: 1 }), attempts_allowed: 0, counts: 'best' as const }
    const project = await makeAssignment(db, course, { ...terms, grouping_id })
    await put([{ groups: [first.id], due: at(4) }], project)
    await late(2.5)
    const best = await worksheetOf(ploy, course, project).submit({ textbox: 'in time for this group' })
    const body = { items: [{ person_id: ploy.id, group_id: second.id }] }
    await arthit.call(contract.groups.move, { params: { course_id: course.id, grouping_id }, body })
    const again = await worksheetOf(ploy, course, project).submit({ textbox: 'two days late for that one' })
    await giveFeedback(db, course, best, { score: 9 })
    expect((await sheet(ploy, lab)).late_days_left, 'while the second may be better').toBe(3)
    await giveFeedback(db, course, again, { score: 5 })
    expect((await sheet(ploy, lab)).late_days_left).toBe(5)
  })

  test('takes no days of a bank for work from which a student reads that they are excused', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    await changeAssignment(db, essay, { closes_at: null })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 30 }) })
    const body = { gradable_name: 'Essay', gradable_score: 10, assignment_id: essay.id }
    const column = await arthit.call(contract.grading.addColumn, { ...inCourse(), body })
    await late(2.5)
    const work = await worksheetOf(ploy, course, essay).submit({ textbox: 'two days late' })
    const excuse = (score: 'excused' | null) =>
      arthit.call(contract.grading.write, {
        ...inCourse(),
        body: { items: [{ person_id: ploy.id, gradable_id: column._id, score }] },
      })
    const left = async () => (await sheet(ploy, lab)).late_days_left
    await excuse('excused')
    expect(await left()).toBe(5)
    const stream = await openEventsFromNow(`${await server.listen()}/api/users/notifications/stream`, ploy)
    await excuse(null)
    expect(await stream.next()).toMatchObject({ event: 'changed', data: { parts: expect.arrayContaining(['work']) } })
    await stream.close()
    expect(await left(), `of work ${work._id}`).toBe(3)
  })

  test.each<LateRule>([
    { kind: 'bank', days: 5 },
    { kind: 'percent', percent: 10, floor: 50 },
  ])('has no penalty by $kind for work from which a student reads that they are excused', async (rule) => {
    await setCourse(db, course, { late_rule: JSON.stringify(rule) })
    await changeAssignment(db, essay, { closes_at: null, attempts_allowed: 0 })
    const body = { gradable_name: 'Essay', gradable_score: 10, assignment_id: essay.id }
    const column = await arthit.call(contract.grading.addColumn, { ...inCourse(), body })
    const params = { course_id: course.id, gradable_id: column._id }
    const release = (released: boolean, revision: number) =>
      arthit.call(contract.grading.editColumn, { params, body: { released }, revision })
    await late(2.5)
    const penalties = async () => {
      const [page, list] = [await sheet(ploy), await ploy.call(contract.assignments.mine, inCourse())]
      return [page.penalty, page.penalty_now, list.find(({ _id }) => _id === essay.id)?.penalty]
    }
    const days = { days: 2 }
    expect(await penalties()).toMatchObject([days, days, days])
    const item = { person_id: ploy.id, gradable_id: column._id, score: 'excused' as const }
    await arthit.call(contract.grading.write, { ...inCourse(), body: { items: [item] } })
    expect(await penalties(), 'before it is handed in').toEqual([undefined, undefined, undefined])
    await worksheetOf(ploy, course, essay).submit({ textbox: 'late' })
    expect(await penalties()).toEqual([undefined, undefined, undefined])
    expect((await sheet(ploy)).my).toMatchObject({ late: true })
    await release(false, column.revision)
    expect(await penalties(), 'while the student does not read it').toMatchObject([days, days, days])
    const stream = await openEventsFromNow(`${await server.listen()}/api/users/notifications/stream`, ploy)
    await release(true, column.revision + 1)
    expect(await stream.next()).toMatchObject({ event: 'changed', data: { parts: expect.arrayContaining(['work']) } })
    await stream.close()
    expect(await penalties()).toEqual([undefined, undefined, undefined])
  })

  test('takes days of a bank also for what a group handed in before somebody came into it by themselves', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 5 }) })
    const lab = await makeAssignment(db, course, { due_at: ahead({ days: 30 }) })
    const grouping = await makeGrouping(db, course)
    const pairs = await makeAssignment(db, course, { due_at: ahead({ days: 1 }), grouping_id: grouping.id })
    const ofGrouping = { course_id: course.id, grouping_id: grouping.id }
    const body = { name: 'Rain', members: [nat.id] }
    const { _id: group_id } = await ploy.call(contract.groups.create, { params: ofGrouping, body })
    await nat.call(contract.groups.leave, { params: { ...ofGrouping, group_id } })
    await late(2.5)
    await worksheetOf(ploy, course, pairs).submit({ textbox: 'two days late' })
    expect((await sheet(nat, lab)).late_days_left).toBe(5)
    await nat.call(contract.groups.accept, { params: { ...ofGrouping, group_id } })
    expect((await sheet(nat, lab)).late_days_left, 'else nobody would be in it while it is late').toBe(3)
  })

  test('is not told of where it takes nothing', async () => {
    const one = await sheet(ploy)
    expect(['late_rule', 'penalty', 'late_days_left', 'extended'].filter((name) => name in one)).toEqual([])
  })
})

describe('staff', () => {
  test('give to many in one change, which is taken back as one', async () => {
    await put([{ people: [ploy.id], due: at(2) }])
    await put([{ people: [ploy.id, nat.id], sections: ['1'], due: at(4), attempts: 2 }])
    expect((await given()).map(({ due, revision }) => [due, revision]).sort()).toEqual([
      [at(4), 1],
      [at(4), 1],
      [at(4), 2],
    ])
    const [last] = (await arthit.call(changes.list, { ...inCourse(), query: { of: essay.id } })).items
    expect(last).toMatchObject({ kind: 'exceptions_set', about: { title: 'Essay', people: 3, sections: ['1'] } })
    expect(new Set(last?.about.names as string[])).toEqual(new Set(['Ploy Jaidee', 'Somchai Jaidee']))
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
    expect(await given()).toMatchObject([{ person: { _id: ploy.id }, due: at(2) }])
    expect(await datesOf(nat)).toEqual(everybodys)
  })

  test('see on the page of a person what was given to them alone and taken from them, and of nobody else', async () => {
    const told = async (person: SignedIn) => {
      const params = { course_id: course.id, person_id: person.id }
      return (await arthit.call(people.one, { params })).changes.map(({ kind }) => kind)
    }
    const before = [await told(ploy), await told(nat)]
    await put([{ people: [ploy.id], due: at(4) }])
    await put([{ people: [ploy.id] }])
    expect(await told(ploy)).toEqual(['exceptions_set', 'exceptions_set', ...(before[0] ?? [])])
    expect(await told(nat)).toEqual(before[1])
  })

  test('take one away by giving nothing, which is taken back as well', async () => {
    await put([{ sections: ['1'], due: at(4) }])
    expect((await put([{ sections: ['1'] }])).items).toEqual([])
    expect(await datesOf(ploy)).toEqual(everybodys)
    const [last] = (await arthit.call(changes.list, inCourse())).items
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
    expect(await datesOf(ploy)).toMatchObject({ due: at(4), extended: { due: 'section' } })
  })

  test('do not overwrite what another gave since', async () => {
    await put([{ people: [ploy.id], due: at(2), revision: 0 }])
    for (const revision of [0, 2]) {
      const body = [{ people: [ploy.id], due: at(3), revision }]
      const current = [expect.objectContaining({ due: at(2), revision: 1 })]
      expect(await arthit.refused(exceptions.put, { params: params(), body })).toEqual({
        status: 409,
        code: 'conflict',
        current,
      })
    }
    expect((await put([{ people: [ploy.id], due: at(3), revision: 1 }])).items).toMatchObject([
      { due: at(3), revision: 2 },
    ])
  })

  test('give to several when another gave to one of them since, once they have seen it', async () => {
    await put([{ people: [ploy.id, nat.id], due: at(2), revision: 0 }])
    await put([{ people: [nat.id], due: at(4), revision: 1 }])
    const body = [ploy, nat].map(({ id }) => ({ people: [id], due: at(3), revision: 1 }))
    const { current } = await arthit.refused(exceptions.put, { params: params(), body })
    const there = current as Exception[]
    expect(there.map(({ person, revision }) => [person?._id, revision])).toEqual(
      expect.arrayContaining([
        [ploy.id, 1],
        [nat.id, 2],
      ]),
    )
    const again = there.map(({ person, revision }) => ({ people: [person?._id ?? ''], due: at(3), revision }))
    expect((await put(again)).items).toMatchObject([{ due: at(3) }, { due: at(3) }])
  })

  test('take away what somebody has who is off the course, or a section that nobody is in any more', async () => {
    await put([{ people: [ploy.id], sections: ['1', '2'], due: at(2) }])
    await leaveCourse(db, ploy, course)
    const body = [{ people: [ploy.id], sections: ['1'] }]
    expect(await wrongFields([{ people: [ploy.id], sections: ['1'], attempts: 1 }])).toEqual(['0.people', '0.sections'])
    await put(body)
    expect((await given()).map(({ section }) => section)).toEqual(['2'])
  })

  test.each<[string, () => Body, string]>([
    ['somebody who is not a student of the course', () => [{ people: [arthit.id], due: at(2) }], '0.people'],
    ['a section that nobody is in', () => [{ sections: ['9'], due: at(2) }], '0.sections'],
    ['a date before everybody’s', () => [{ people: [ploy.id], due: at(0.5) }], '0.due'],
    ['an end before it is due', () => [{ people: [ploy.id], due: at(3), closes: at(2) }], '0.closes'],
    ['an end before everybody’s', () => [{ sections: ['1'], closes: at(1.5) }], '0.closes'],
    ['nobody', () => [{ due: at(3) }], '0.people'],
  ])('are told what is wrong with %s, and nothing is given', async (_what, body, field) => {
    expect(await wrongFields(body())).toEqual([field])
    expect(await given()).toEqual([])
  })

  test('may give whoever has used all late days of a bank time before it closes for everybody', async () => {
    await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 3 }) })
    expect((await put([{ people: [ploy.id], closes: at(1.5) }])).items).toMatchObject([{ closes: at(1.5) }])
    expect(await wrongFields([{ people: [nat.id], closes: at(0.5) }])).toEqual(['0.closes'])
  })

  test('a time that a browser would not read is refused, and breaks no page of the student', async () => {
    for (const due of ['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00Z']) {
      const body = [{ people: [ploy.id], due, attempts: 1 }]
      expect(await arthit.refused(exceptions.put, { params: params(), body })).toMatchObject({ status: 400 })
    }
    expect(await ploy.call(contract.assignments.mine, { params: { course_id: course.id } })).not.toEqual([])
  })

  test('read them page by page, and students not at all', async () => {
    await put([{ people: [ploy.id, nat.id], sections: ['1'], due: at(4) }])
    const first = await arthit.call(exceptions.list, { params: params(), query: { limit: '2' } })
    const rest = await arthit.call(exceptions.list, { params: params(), query: { after: first.next ?? '' } })
    expect([first.items.length, rest.items.length, rest.next]).toEqual([2, 1, null])
    expect(await ploy.refused(exceptions.list, { params: params() })).toMatchObject({ status: 403 })
  })
})
