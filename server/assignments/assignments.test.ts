import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { newId } from '../ids.ts'
import { ahead, start } from '../testing/clock.ts'
import { useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, makeGroup, submit } from '../testing/world.ts'
import { giveFeedback, makeQuestion, makeSlot, makeUpload, showFeedback, worksheetOf } from './testing.ts'

const server = await useServer()
const { db } = server
const ploy = await server.person({ first: 'Ploy', last: 'Srisuk' })
const nat = await server.person({ first: 'Nat', last: 'Wong' })
const stranger = await server.person()
const teacher = await server.person({ first: 'Arthit' })

/** A course of Ploy's and Nat's. */
async function aCourse() {
  const course = await makeCourse(db)
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  await enrol(db, course, teacher, 'instructor')
  return { course, params: { course_id: course.id } }
}

const calls = contract.assignments
const hidden = { score: null, show: false, comment: '' }

describe('the list of assignments', () => {
  test('is by due date, those without one last', async () => {
    const { course, params } = await aCourse()
    await makeAssignment(db, course, { name: 'never', due_at: null })
    await makeAssignment(db, course, { name: 'later', due_at: ahead({ days: 2 }) })
    await makeAssignment(db, course, { name: 'long ago', due_at: ahead({ days: -9 }) })
    const list = await ploy.call(calls.mine, { params })
    expect(list.map((a) => a.assignment_name)).toEqual(['long ago', 'later', 'never'])
  })

  test('gives what is not handed in yet without a submission', async () => {
    const { course, params } = await aCourse()
    const { id } = await makeAssignment(db, course, { name: 'Essay', score: 12.5 })
    expect(await ploy.call(calls.mine, { params })).toEqual([
      {
        _id: id,
        assignment_name: 'Essay',
        assignment_due: ahead({ days: 1 }).toISOString(),
        due: ahead({ days: 1 }).toISOString(),
        assignment_closes: null,
        assignment_group: '',
        assignment_score: 12.5,
        completed: false,
        submitted: null,
        late: false,
        draft: false,
      },
    ])
  })

  test('says into which the person has typed something that is not handed in, and of nobody else’s', async () => {
    const { course, params } = await aCourse()
    const due = (hours: number) => makeAssignment(db, course, { due_at: ahead({ hours }) })
    const [begun, erased, theirs, done] = [await due(1), await due(2), await due(3), await due(4)]
    const textbox = (value: string) => ({ textbox: { value, at: start.getTime() } })
    await worksheetOf(ploy, course, begun).save(textbox('The first'))
    await worksheetOf(ploy, course, erased).save(textbox(' \n'))
    await worksheetOf(nat, course, theirs).save(textbox('Nat’s'))
    await worksheetOf(ploy, course, done).save(textbox('All of it'))
    await worksheetOf(ploy, course, done).submit({ textbox: 'All of it' })
    const drafts = async (of: typeof ploy) => (await of.call(calls.mine, { params })).map((a) => a.draft)
    expect(await drafts(ploy)).toEqual([true, false, false, false])
    expect(await drafts(nat)).toEqual([false, false, true, false])
    expect(await drafts(teacher)).toEqual([false, false, false, false])
  })

  test('marks what is late: handed in after its due date, or not by then; for those who hand in', async () => {
    const { course, params } = await aCourse()
    const due_at = ahead({ hours: 1 })
    const [early, tardy] = [await makeAssignment(db, course, { due_at }), await makeAssignment(db, course, { due_at })]
    await makeAssignment(db, course, { due_at, closes_at: ahead({ hours: 3 }) })
    await makeAssignment(db, course, { due_at: null })
    server.clock.pass({ hours: 1 })
    await worksheetOf(ploy, course, early).submit({ textbox: 'at its very instant' })
    server.clock.pass({ ms: 1 })
    await worksheetOf(ploy, course, tardy).submit({ textbox: 'late' })
    const list = await ploy.call(calls.mine, { params })
    expect(list.map((a) => [a.late, a.my?.late])).toEqual([
      [false, false],
      [true, true],
      [true, undefined],
      [false, undefined],
    ])
    expect(list.map((a) => a.assignment_closes)).toEqual([null, null, ahead({ hours: 3 }).toISOString(), null])
    expect((await teacher.call(calls.mine, { params })).map((a) => a.late)).toEqual([false, false, false, false])
    server.clock.reset()
  })

  test('gives what is handed in with the latest submission and its feedback, once that is shown', async () => {
    const { course, params } = await aCourse()
    const essay = await makeAssignment(db, course, { attempts_allowed: 0 })
    const sheet = worksheetOf(ploy, course, essay)
    const mine = async () => (await ploy.call(calls.mine, { params }))[0]

    const first = await sheet.submit({ textbox: 'one' })
    await giveFeedback(db, course, first, { score: 3, comment: 'Hm', show: true })
    const shown = { score: 3, show: true, comment: 'Hm' }
    expect(await mine()).toMatchObject({ completed: true, my: { datetime: first.datetime, feedback: shown } })

    server.clock.pass({ minutes: 5 })
    const second = await sheet.submit({ textbox: 'two' })
    server.clock.reset()
    await giveFeedback(db, course, second, { score: 9, comment: 'Better', show: false })
    expect(await mine()).toMatchObject({
      completed: true,
      submitted: ahead({ minutes: 5 }).toISOString(),
      my: { datetime: second.datetime, feedback: hidden },
    })
  })

  test('names the released attempt that counts, where the best or the first does, as the worksheet does', async () => {
    const { course, params } = await aCourse()
    const quiz = await makeAssignment(db, course, { attempts_allowed: 0, counts: 'best' })
    const asked = { params: { ...params, asgn_id: quiz.id } }
    const counting = async () => {
      const [[summary], sheet] = [await ploy.call(calls.mine, { params }), await ploy.call(calls.my, asked)]
      expect(summary?.counting).toEqual(sheet.counting)
      return sheet.counting
    }
    for (const [i, score] of [4, 9, 6, 10].entries()) {
      const { id } = await submit(db, course, quiz, ploy, { attempt: i + 1 })
      await giveFeedback(db, course, { _id: id }, { score, show: false })
      expect(await counting()).toBeUndefined()
    }
    const others = await submit(db, course, quiz, nat)
    await giveFeedback(db, course, { _id: others.id }, { score: 10, show: true })
    const rows = await db
      .selectFrom('submissions')
      .select(['id', 'attempt'])
      .where('assignment_id', '=', quiz.id)
      .where('owner_id', '=', ploy.id)
      .where('attempt', '<', 4)
      .execute()
    for (const { id } of rows) await showFeedback(db, id)
    expect(await counting()).toEqual({ attempt: 2, score: 9 })
    await changeAssignment(db, quiz, { counts: 'first' })
    expect(await counting()).toEqual({ attempt: 1, score: 4 })
    await changeAssignment(db, quiz, { counts: 'latest' })
    expect(await counting()).toBeUndefined()
  })

  test('says nothing of others’ submissions, nor of another course, nor of what was deleted', async () => {
    const { course, params } = await aCourse()
    const { course: other } = await aCourse()
    await makeAssignment(db, other)
    const essay = await makeAssignment(db, course)
    await makeAssignment(db, course, { deleted_at: start })
    await submit(db, course, essay, nat)
    expect(await ploy.call(calls.mine, { params })).toMatchObject([{ _id: essay.id, completed: false }])
    expect(await teacher.call(calls.mine, { params })).toMatchObject([{ _id: essay.id, completed: false }])
  })

  test('takes one statement with that of the access', async () => {
    const { course, params } = await aCourse()
    for (let i = 0; i < 5; i++) await submit(db, course, await makeAssignment(db, course), ploy)
    await ploy.call(calls.mine, { params })
    expect(await server.statementsOf(() => ploy.call(calls.mine, { params }))).toHaveLength(1)
  })
})

describe('what is due', () => {
  const dueOf = async (person: typeof ploy, course_id: string) =>
    (await person.call(calls.due, { params: { course_id } })).map((a) => a.assignment_name)

  test('is what is due within 24 hours, the last instant included, soonest first', async () => {
    const { course, params } = await aCourse()
    await makeAssignment(db, course, { name: 'in a day', due_at: ahead({ hours: 24 }) })
    await makeAssignment(db, course, { name: 'after a day', due_at: ahead({ hours: 24, ms: 1 }) })
    await makeAssignment(db, course, { name: 'soon', due_at: ahead({ ms: 1 }) })
    await makeAssignment(db, course, { name: 'now', due_at: start })
    await makeAssignment(db, course, { name: 'never', due_at: null })
    expect(await dueOf(ploy, course.id)).toEqual(['soon', 'in a day'])
    const [soon] = await ploy.call(calls.due, { params })
    expect(soon).toEqual({ _id: soon?._id, assignment_name: 'soon', assignment_due: ahead({ ms: 1 }).toISOString() })
  })

  test('is not what the person or their group has handed in, nor what was deleted', async () => {
    const { course } = await aCourse()
    const group = await makeGroup(db, course, [ploy])
    const { grouping_id } = group
    await submit(db, course, await makeAssignment(db, course, { name: 'mine' }), ploy)
    await submit(db, course, await makeAssignment(db, course, { name: 'ours', grouping_id }), group)
    await submit(db, course, await makeAssignment(db, course, { name: 'Nat’s' }), nat)
    await makeAssignment(db, course, { name: 'deleted', deleted_at: start })
    expect(await dueOf(ploy, course.id)).toEqual(['Nat’s'])
    expect(await dueOf(nat, course.id)).toEqual(['mine', 'ours'])
  })

  test('is for staff, who hand nothing in, all that is due', async () => {
    const { course } = await aCourse()
    const handedIn = await makeAssignment(db, course, { name: 'handed in' })
    await makeAssignment(db, course, { name: 'later', due_at: ahead({ days: 2 }) })
    for (const person of [ploy, teacher]) await submit(db, course, handedIn, person)
    expect(await dueOf(teacher, course.id)).toEqual(['handed in'])
    expect(await dueOf(ploy, course.id)).toEqual([])
  })

  test('takes one statement with that of the access', async () => {
    const { params } = await aCourse()
    await ploy.call(calls.due, { params })
    expect(await server.statementsOf(() => ploy.call(calls.due, { params }))).toHaveLength(1)
  })
})

describe('an assignment', () => {
  test('is told in full, without a submission and without the right options', async () => {
    const { course, params } = await aCourse()
    const scores = { score: 30, score_essay: 10, score_questionset: 5, score_file: 15 }
    const essay = await makeAssignment(db, course, { name: 'Essay', description: '*Write*', ...scores })
    const choice = await makeQuestion(db, course, essay, ['yes', 'no'])
    const open = await makeQuestion(db, course, essay)
    const slot = await makeSlot(db, course, essay)
    const options = [
      { _id: 'a', text: 'yes' },
      { _id: 'b', text: 'no' },
    ]
    const expected = {
      _id: essay.id,
      assignment_name: 'Essay',
      assignment_description: '*Write*',
      assignment_due: ahead({ days: 1 }).toISOString(),
      assignment_closes: null,
      assignment_attempt: 1,
      attempts_used: 0,
      late: false,
      assignment_group: '',
      assignment_score: 30,
      assignment_score_essay: 10,
      assignment_score_questionset: 5,
      assignment_score_file: 15,
      assignment_text: true,
      assignment_file: [{ _id: slot.id, slotname: 'Report' }],
      assignment_questionset: [
        { _id: choice.id, question: 'Why?', type: 'options', kind: 'one', score: 2.5, options },
        { _id: open.id, question: 'Why?', type: 'text', kind: 'open', score: 2.5 },
      ],
      can: { submit: true, reason: null },
    }
    const asked = { params: { ...params, asgn_id: essay.id } }
    expect(await ploy.call(calls.my, asked)).toEqual(expected)
    expect(await ploy.call(calls.one, asked)).toEqual(expected)
  })

  test('has the latest submission, its files at addresses that are signed', async () => {
    const { course } = await aCourse()
    const essay = await makeAssignment(db, course)
    const choice = await makeQuestion(db, course, essay, ['yes', 'no'])
    const slot = await makeSlot(db, course, essay)
    const upload = await makeUpload(db, ploy, 'รายงาน.pdf')
    const sheet = worksheetOf(ploy, course, essay)
    const form = { textbox: 'สวัสดี', [`item-${choice.id}`]: '1', [`file-${slot.id}`]: upload.location }
    const { _id, digest } = await sheet.submit(form)
    const { my, can } = await sheet.my()
    const address = new RegExp(`^/api/files/${upload.id}/${encodeURIComponent('รายงาน.pdf')}\\?e=\\d+&s=[\\w-]{43}$`)
    expect(my).toEqual({
      _id,
      attempt: 1,
      datetime: start.toISOString(),
      late: false,
      submitted_by: 'Ploy Srisuk',
      digest,
      response: { ...form, [`file-${slot.id}`]: expect.stringMatching(address) },
      chosen: { [`item-${choice.id}`]: 'b' },
      filenames: { [`file-${slot.id}`]: 'รายงาน.pdf' },
      feedback: hidden,
    })
    expect(can).toEqual({ submit: false, reason: 'attempts_used' })
  })

  test.each(['A', 'B+', 3.5])('has the grade %j in its feedback, once that is shown', async (grade) => {
    const { course } = await aCourse()
    const sheet = worksheetOf(ploy, course, await makeAssignment(db, course))
    const { _id } = await sheet.submit({ textbox: 'one' })
    await giveFeedback(db, course, { _id }, { score: null, grade: JSON.stringify(grade), comment: '', show: false })
    expect((await sheet.my()).my?.feedback).toEqual(hidden)
    await showFeedback(db, _id)
    const feedback = { score: null, show: true, comment: '', grade }
    expect((await sheet.my()).my?.feedback).toEqual(feedback)
    const [listed] = await ploy.call(calls.mine, { params: { course_id: course.id } })
    expect(listed?.my?.feedback).toEqual(feedback)
  })

  test('keeps score, comment and right options from students until the feedback is shown', async () => {
    const { course } = await aCourse()
    const essay = await makeAssignment(db, course)
    await makeQuestion(db, course, essay, ['yes', 'no'])
    const sheet = worksheetOf(ploy, course, essay)
    const { _id } = await sheet.submit({ textbox: 'one' })
    await giveFeedback(db, course, { _id }, { score: 4, comment: 'A secret', show: false })
    const before = await sheet.my()
    expect(before.my?.feedback).toEqual(hidden)
    expect(JSON.stringify([before, await sheet.attempts()])).not.toMatch(/secret|correct/)

    await showFeedback(db, _id)
    const after = await sheet.my()
    expect(after.my?.feedback).toEqual({ score: 4, show: true, comment: 'A secret' })
    expect(after.assignment_questionset[0]?.options).toEqual([
      { _id: 'a', text: 'yes', correct: true },
      { _id: 'b', text: 'no', correct: false },
    ])
    expect((await worksheetOf(nat, course, essay).my()).assignment_questionset[0]?.options).toEqual([
      { _id: 'a', text: 'yes' },
      { _id: 'b', text: 'no' },
    ])
  })

  test('shows staff the right options, and no submission; they cannot hand in', async () => {
    const { course } = await aCourse()
    const essay = await makeAssignment(db, course)
    await makeQuestion(db, course, essay, ['yes', 'no'])
    await submit(db, course, essay, ploy)
    const { assignment_questionset, my, can } = await worksheetOf(teacher, course, essay).my()
    expect(assignment_questionset[0]?.options?.map((o) => o.correct)).toEqual([true, false])
    expect(my).toBeUndefined()
    expect(can).toEqual({ submit: false, reason: 'not_student' })
  })

  test('of which very much was handed in gives its attempts page by page, as many as an answer has room for', async () => {
    const { course } = await aCourse()
    const essay = await makeAssignment(db, course, { attempts_allowed: 0 })
    const textbox = 'ก'.repeat(70_000)
    for (let attempt = 1; attempt <= 5; attempt++) await submit(db, course, essay, ploy, { attempt, textbox })
    await submit(db, course, essay, ploy, { attempt: 6, textbox: 'x'.repeat(5_000_000) })
    const params = { course_id: course.id, asgn_id: essay.id }
    const pages: number[][] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await ploy.call(calls.attempts, { params, query: { limit: '3', ...(after && { after }) } })
      pages.push(page.items.map((s) => s.attempt))
      after = page.next
    }
    expect(pages).toEqual([[6], [5, 4], [3, 2], [1]])
  })

  test('of another course, deleted, or not there is not found, by any call', async () => {
    const { course } = await aCourse()
    const { course: other } = await aCourse()
    const foreign = await makeAssignment(db, other)
    const deleted = await makeAssignment(db, course, { deleted_at: start })
    const gone = await submit(db, course, deleted, ploy)
    for (const assignment of [foreign, deleted, { id: newId() }]) {
      const params = { course_id: course.id, asgn_id: assignment.id }
      const refusals = [
        await ploy.refused(calls.one, { params }),
        await ploy.refused(calls.my, { params }),
        await ploy.refused(calls.attempts, { params }),
        await ploy.refused(calls.receipt, { params: { ...params, submission_id: gone.id } }),
        await ploy.refused(calls.submit, { params, body: { textbox: 'x' } }),
        await ploy.refused(calls.draft, { params }),
        await ploy.refused(calls.saveDraft, { params, body: { saves: [{ id: newId(), fields: {} }] } }),
      ]
      expect(refusals.map((r) => r.status)).toEqual(Array(7).fill(404))
    }
  })

  test('is not there for who is not on the course', async () => {
    const { course } = await aCourse()
    const params = { course_id: course.id, asgn_id: (await makeAssignment(db, course)).id }
    expect(await stranger.refused(calls.my, { params })).toEqual({ status: 404, code: 'not_found' })
  })

  test('with its submission takes one statement with that of the access, whatever is in it', async () => {
    const { course } = await aCourse()
    const essay = await makeAssignment(db, course)
    for (let i = 0; i < 5; i++) await makeQuestion(db, course, essay, ['yes', 'no'])
    const slot = await makeSlot(db, course, essay)
    const sheet = worksheetOf(ploy, course, essay)
    await sheet.submit({ [`file-${slot.id}`]: (await makeUpload(db, ploy)).location })
    await sheet.my()
    expect(await server.statementsOf(() => sheet.my())).toHaveLength(1)
    expect(await server.statementsOf(() => sheet.attempts())).toHaveLength(2)
  })
})

describe('a group’s assignment', () => {
  async function groupWork() {
    const { course, params } = await aCourse()
    const group = await makeGroup(db, course, [ploy, nat])
    const project = await makeAssignment(db, course, { name: 'Project', grouping_id: group.grouping_id })
    return { course, params, group, project }
  }

  test('is handed in by one for all: each member sees it as theirs', async () => {
    const { course, params, project } = await groupWork()
    const { _id } = await worksheetOf(ploy, course, project).submit({ textbox: 'ours' })
    for (const person of [ploy, nat]) {
      const sheet = worksheetOf(person, course, project)
      expect(await sheet.my()).toMatchObject({
        assignment_group: 'Group 1',
        my: { _id, submitted_by: 'Ploy Srisuk', response: { textbox: 'ours' } },
        can: { submit: false, reason: 'attempts_used' },
      })
      expect(await sheet.attempts()).toMatchObject([{ _id, attempt: 1 }])
      expect(await person.call(calls.mine, { params })).toMatchObject([
        { completed: true, assignment_group: 'Group 1' },
      ])
    }
    expect(await worksheetOf(nat, course, project).refusedSubmit({ textbox: 'mine' })).toBe('attempts_used')
  })

  test('is no other group’s business', async () => {
    const { course, group, project } = await groupWork()
    await submit(db, course, project, group)
    const fah = await server.person({ first: 'Fah' })
    await enrol(db, course, fah)
    const ids = { course_id: course.id, grouping_id: group.grouping_id }
    const other = { ...ids, id: newId(), name: 'Group 2' }
    await db.insertInto('groups').values(other).execute()
    await db
      .insertInto('group_members')
      .values({ ...ids, group_id: other.id, person_id: fah.id })
      .execute()
    const sheet = worksheetOf(fah, course, project)
    expect(await sheet.my()).toMatchObject({ assignment_group: 'Group 2', can: { submit: true } })
    expect(await sheet.attempts()).toEqual([])
    expect((await sheet.submit({ textbox: 'theirs' })).attempt).toBe(1)
  })

  test('waits for who is in no group yet', async () => {
    const { course, project } = await groupWork()
    const fah = await server.person({ first: 'Fah' })
    await enrol(db, course, fah)
    const sheet = worksheetOf(fah, course, project)
    expect(await sheet.my()).toMatchObject({
      assignment_group: 'Project groups',
      can: { submit: false, reason: 'no_group' },
    })
    expect(await sheet.refusedSubmit({ textbox: 'alone' })).toBe('no_group')
    expect((await sheet.save({ textbox: { value: 'alone', at: 1 } })).fields).toMatchObject({
      textbox: { value: 'alone' },
    })
  })

  test('tells the other members that it was handed in, and nobody else', async () => {
    const { course, project } = await groupWork()
    await worksheetOf(ploy, course, project).submit({ textbox: 'ours' })
    const newsOf = async (person: typeof ploy) => (await person.call(contract.notifications.list)).notifications
    const link = `/course/${course.id}/assignments/${project.id}/worksheet`
    const ours = (await newsOf(nat)).filter((n) => n.message.link === link)
    expect(ours.map((n) => n.message)).toMatchObject([
      { type: 'assignment', message: 'Ploy Srisuk submitted Project for Group 1' },
    ])
    expect((await newsOf(ploy)).filter((n) => n.message.link === link)).toEqual([])
    expect((await newsOf(teacher)).filter((n) => n.message.link === link)).toEqual([])
  })

  test('keeps the name of a removed account to itself', async () => {
    const { course, project } = await groupWork()
    const fah = await server.person({ first: 'Fah' })
    await enrol(db, course, fah)
    const ids = await db.selectFrom('groups').selectAll().where('course_id', '=', course.id).executeTakeFirstOrThrow()
    const { course_id, grouping_id, id: group_id } = ids
    await db.insertInto('group_members').values({ course_id, grouping_id, group_id, person_id: fah.id }).execute()
    const { _id } = await worksheetOf(fah, course, project).submit({ textbox: 'ours' })
    await db.updateTable('people').set({ removed_at: start }).where('id', '=', fah.id).execute()
    expect((await worksheetOf(ploy, course, project).my()).my).toMatchObject({ _id, submitted_by: '' })
  })
})
