import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { digestOf } from '../receipts/receipt.ts'
import type { CallFailed } from '../testing/client.ts'
import { ahead, start } from '../testing/clock.ts'
import { openEventsFromNow } from '../testing/events.ts'
import { useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, makeGroup, setCourse } from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'
import { firstOptionId } from './options.ts'
import { makeQuestion, makeSlot, makeUpload, sha256, worksheetOf } from './testing.ts'

const server = await useServer()
const { db } = server
const ploy = await server.person({ first: 'Ploy', last: 'Srisuk' })
const nat = await server.person({ first: 'Nat', last: 'Wong' })
const teacher = await server.person()
const course = await makeCourse(db)
await enrol(db, course, ploy)
await enrol(db, course, nat)
await enrol(db, course, teacher, 'instructor')

/** An assignment that Ploy fills in: a text, a question with options, an open question, and a file. */
async function anEssay(data: Parameters<typeof makeAssignment>[2] = {}) {
  const essay = await makeAssignment(db, course, data)
  const choice = `item-${(await makeQuestion(db, course, essay, ['a', 'b', 'c'])).id}`
  const open = `item-${(await makeQuestion(db, course, essay)).id}`
  const file = `file-${(await makeSlot(db, course, essay)).id}`
  return { essay, choice, open, file, sheet: worksheetOf(ploy, course, essay) }
}

const rowsOf = (essay: { id: string }) =>
  db.selectFrom('submissions').selectAll().where('assignment_id', '=', essay.id).orderBy('attempt').execute()

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)))

describe('a submission', () => {
  test('is kept as it was made, with a digest that anybody can work out', async () => {
    const { essay, choice, open, file, sheet } = await anEssay()
    const upload = await makeUpload(db, ploy, 'a.pdf')
    const texts = { textbox: 'My text', [choice]: '2', [open]: 'Because' }
    const receipt = await sheet.submit({ ...texts, [file]: upload.location })
    const [row] = await rowsOf(essay)
    expect(row).toMatchObject({ id: receipt._id, attempt: 1, owner_id: ploy.id, submitted_by: ploy.id })
    const answers = { ...texts, [choice]: firstOptionId(2) }
    expect(row?.response).toEqual({ ...answers, [file]: upload.id })
    const work = { course: course.id, assignment: essay.id, owner: ploy.id, attempt: 1, answers }
    const digest = digestOf({ ...work, files: { [file]: sha256('a.pdf').toString('hex') } })
    expect(row?.digest).toBe(digest)
    expect(receipt).toEqual({
      _id: row?.id,
      datetime: row?.submitted_at.toISOString(),
      digest,
      attempt: 1,
      late: false,
      receipt: expect.any(String),
    })
  })

  test('may leave something out, but not everything', async () => {
    const { choice, open, file, sheet } = await anEssay()
    const blank = { textbox: '', [choice]: '', [open]: '', [file]: '' }
    expect(await sheet.refusedSubmit({})).toEqual({ invalid: ['_'] })
    expect(await sheet.refusedSubmit(blank)).toEqual({ invalid: ['_'] })
    const spaces = { textbox: ' \n', [choice]: ' ', [open]: '\t\u3000', [file]: ' ' }
    expect(await sheet.refusedSubmit(spaces)).toEqual({ invalid: ['_'] })
    await sheet.submit({ ...spaces, [choice]: '0' })
    expect((await sheet.my()).my?.response).toEqual({ [choice]: '0' })
  })

  test('of the owner of now stands first, however often another owner of the same person handed in', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 0 })
    const [pair, team] = [await makeGroup(db, course, [ploy, nat]), await makeGroup(db, course, [ploy])]
    const own = { pair: pair.grouping_id, team: team.grouping_id, alone: null }
    const hand = async (whose: keyof typeof own) => {
      await changeAssignment(db, essay, { grouping_id: own[whose] })
      return (await sheet.submit({ textbox: whose }))._id
    }
    for (const whose of ['pair', 'pair', 'pair', 'team', 'team', 'alone'] as const) await hand(whose)
    for (const whose of ['alone', 'team', 'pair'] as const) {
      const id = await hand(whose)
      expect((await sheet.my()).my?._id).toBe(id)
      expect((await sheet.attempts())[0]?._id).toBe(id)
      const listed = (await ploy.call(contract.assignments.mine, { params: { course_id: course.id } })).find(
        (a) => a._id === essay.id,
      )
      expect(listed?.my?.datetime).toBe((await sheet.my()).my?.datetime)
    }
  })

  test('of an assignment with nothing to fill in is empty', async () => {
    const poster = await makeAssignment(db, course, { has_text: false })
    expect(await worksheetOf(ploy, course, poster).submit({})).toMatchObject({ attempt: 1 })
  })

  test('is refused with the name of each field that is not right', async () => {
    const { essay, choice, file, sheet } = await anEssay({ has_text: false })
    const foreign = `item-${newId()}`
    const wrong = {
      textbox: 'no text is asked for',
      [foreign]: '1',
      [choice]: '3',
      [file]: 'https://example.org/a.pdf',
      constructor: 'x',
      '': 'x',
    }
    const refused = (await sheet.refusedSubmit(wrong)) as { invalid: string[] }
    expect(refused.invalid.sort()).toEqual(Object.keys(wrong).sort())
    expect(await rowsOf(essay)).toEqual([])
  })

  test.each(['-1', '3', '1.0', '01', '1e0', ' 1', 'd', '１', '9'.repeat(30)])('has no option %j', async (value) => {
    const { choice, sheet } = await anEssay()
    expect(await sheet.refusedSubmit({ [choice]: value })).toEqual({ invalid: [choice] })
  })

  test.each([[1], [null], [['a']], [{}]])('is made of strings, not of %j', async (value) => {
    const { essay } = await anEssay()
    const address = `/api/courses/${course.id}/assignments/${essay.id}/submit`
    const answer = await ploy.raw('POST', address, { payload: { textbox: value } })
    expect([answer.statusCode, answer.json().error.fields]).toEqual([400, { textbox: expect.any(String) }])
  })

  test('may be long, in any script; what cannot be stored is left out', async () => {
    const { sheet } = await anEssay()
    const text = 'ก้ำ👩🏽‍🚀'.repeat(5_000)
    await sheet.submit({ textbox: `\0${text}\ud800` })
    expect((await sheet.my()).my?.response.textbox).toBe(`${text}\ufffd`)
  })

  test('takes one statement, however much is filled in, besides that of the access; one more reads anew what everyone has of the assignment', async () => {
    const { choice, open, file, sheet } = await anEssay()
    const upload = await makeUpload(db, ploy)
    await sheet.my()
    const work = () => sheet.submit({ textbox: 'x', [choice]: '1', [open]: 'y', [file]: upload.location })
    expect(await server.statementsOf(work)).toHaveLength(2)
    const group = await makeGroup(db, course, [ploy, nat])
    const { sheet: ours } = await anEssay({ grouping_id: group.grouping_id })
    expect(await server.statementsOf(() => ours.submit({ textbox: 'x' }))).toHaveLength(3)
  })

  test('is a student’s to make', async () => {
    const { essay } = await anEssay()
    expect(await worksheetOf(teacher, course, essay).refusedSubmit({ textbox: 'x' })).toBe('not_allowed')
  })
})

describe('an attempt', () => {
  test('beyond the last is refused and the first one kept', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 1 })
    const { _id } = await sheet.submit({ textbox: 'first' })
    expect(await sheet.refusedSubmit({ textbox: 'second' })).toBe('attempts_used')
    expect((await rowsOf(essay)).map((r) => [r.id, r.response])).toEqual([[_id, { textbox: 'first' }]])
  })

  test('may follow another up to the limit, and all are kept, the latest first', async () => {
    const { sheet } = await anEssay({ attempts_allowed: 2 })
    await sheet.submit({ textbox: 'first' })
    expect((await sheet.my()).can).toEqual({ submit: true, reason: null })
    await sheet.submit({ textbox: 'second' })
    expect(await sheet.refusedSubmit({ textbox: 'third' })).toBe('attempts_used')
    const kept = (await sheet.attempts()).map((s) => [s.attempt, s.response.textbox])
    expect(kept).toEqual([
      [2, 'second'],
      [1, 'first'],
    ])
  })

  test('of one person does not count for another', async () => {
    const { essay, sheet } = await anEssay()
    await sheet.submit({ textbox: 'Ploy’s' })
    expect(await worksheetOf(nat, course, essay).submit({ textbox: 'Nat’s' })).toMatchObject({ attempt: 1 })
    expect(await worksheetOf(nat, course, essay).attempts()).toMatchObject([{ response: { textbox: 'Nat’s' } }])
  })

  test('that is the only one is won by one of 50 that race, and the others learn it', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 1 })
    const answers = await times(50, (i) => sheet.submitOnce(newId(), { textbox: `try ${i}` }))
    const won = answers.filter((a) => a.status === 200)
    expect(won).toHaveLength(1)
    expect(answers.filter((a) => a.status === 409 && a.error.code === 'attempts_used')).toHaveLength(49)
    expect((await rowsOf(essay)).map((r) => r.id)).toEqual([won[0]?.data._id])
  })

  test('that is repeated 50 times at once is one submission, and 50 equal receipts', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 0 })
    const key = newId()
    const answers = await times(50, () => sheet.submitOnce(key, { textbox: 'the same' }))
    expect(answers.map((a) => a.status)).toEqual(Array(50).fill(200))
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    expect(await rowsOf(essay)).toHaveLength(1)
  })

  test('of a group is won by one of its members, by whichever server they ask', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    const { essay, sheet } = await anEssay({ grouping_id: group.grouping_id })
    const elsewhere = (await server.another()).withToken(nat.token)
    const other = worksheetOf(elsewhere, course, essay)
    const answers = await times(20, (i) => (i % 2 ? sheet : other).submitOnce(newId(), { textbox: `try ${i}` }))
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect((await rowsOf(essay)).map((r) => r.owner_id)).toEqual([group.id])
  })

  test('has the next number, without gaps, however many are made at once', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 0 })
    await times(30, (i) => sheet.submit({ textbox: `version ${i}` }))
    expect((await rowsOf(essay)).map((r) => r.attempt)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
  })
})

describe('an Idempotency-Key', () => {
  test('gives the first answer again after the last attempt, after the due date, and for another text', async () => {
    const { sheet } = await anEssay()
    const first = await sheet.submitOnce('my key', { textbox: 'first' })
    expect(await sheet.submitOnce('my key', { textbox: 'first' })).toEqual(first)
    expect(await sheet.submitOnce('my key', { textbox: 'other', unknown: 'x' })).toEqual(first)
    server.clock.pass({ days: 3 })
    expect(await sheet.submitOnce('my key', { textbox: 'first' })).toEqual(first)
    server.clock.reset()
    expect((await sheet.my()).my?.response.textbox).toBe('first')
  })

  test('is a key to one call of one person', async () => {
    const { essay, sheet } = await anEssay({ attempts_allowed: 0 })
    const { sheet: another } = await anEssay()
    const answers = [
      await sheet.submitOnce('k', { textbox: '1' }),
      await worksheetOf(nat, course, essay).submitOnce('k', { textbox: '2' }),
      await another.submitOnce('k', { textbox: '3' }),
      await sheet.submitOnce('l', { textbox: '4' }),
    ]
    expect(new Set(answers.map((a) => a.data._id)).size).toBe(4)
  })

  test('of a submission for another owner makes one for the owner of now, once', async () => {
    const { essay, sheet } = await anEssay()
    const alone = await sheet.submitOnce('k', { textbox: 'mine' })
    for (const group of [await makeGroup(db, course, [ploy, nat]), await makeGroup(db, course, [ploy])]) {
      await changeAssignment(db, essay, { grouping_id: group.grouping_id })
      const ours = await sheet.submitOnce('k', { textbox: 'ours' })
      expect(ours).toMatchObject({ status: 200, data: { attempt: 1 } })
      expect(await sheet.submitOnce('k', { textbox: 'again' })).toEqual(ours)
      expect(await times(9, () => sheet.submitOnce('k', { textbox: 'at once' }))).toEqual(Array(9).fill(ours))
      expect((await sheet.my()).my).toMatchObject({ _id: ours.data._id, response: { textbox: 'ours' } })
    }
    await changeAssignment(db, essay, { grouping_id: null })
    expect(await sheet.submitOnce('k', { textbox: 'mine again' })).toEqual(alone)
    expect(await rowsOf(essay)).toHaveLength(3)
  })

  test('that made no submission is still good', async () => {
    const { choice, sheet } = await anEssay()
    expect(await sheet.submitOnce('k', { [choice]: '9' })).toMatchObject({ status: 400 })
    expect(await sheet.submitOnce('k', { [choice]: '1' })).toMatchObject({ status: 200, data: { attempt: 1 } })
  })

  test('is the same with a slash at the end of the address and ids in capitals', async () => {
    const { essay } = await anEssay()
    const send = (address: string) =>
      ploy.raw('POST', address, { payload: { textbox: 'x' }, headers: { 'idempotency-key': 'k' } })
    const first = await send(`/api/courses/${course.id}/assignments/${essay.id}/submit`)
    const second = await send(`/api/courses/${course.id}/assignments/${essay.id.toUpperCase()}/submit/?again`)
    expect(first.statusCode).toBe(200)
    expect(second.json()).toEqual(first.json())
  })

  test.each([[''], ['a'.repeat(201)], ['a\tb'], ['é']])('is 1 to 200 printable characters, not %j', async (key) => {
    const { sheet } = await anEssay()
    const { status, error } = await sheet.submitOnce(key, { textbox: 'x' })
    expect([status, error.code, Object.keys(error.fields)]).toEqual([400, 'invalid', ['Idempotency-Key']])
  })
})

describe('the due date', () => {
  test('makes work late by the server’s clock, not before its very instant has passed', async () => {
    const due_at = ahead({ hours: 1 })
    const { sheet } = await anEssay({ due_at, attempts_allowed: 0 })
    server.clock.pass({ hours: 1 })
    const inTime = await sheet.submit({ textbox: 'just in time' })
    expect([inTime.late, await sheet.my()]).toMatchObject([false, { late: false, my: { late: false } }])
    server.clock.pass({ ms: 1 })
    expect(await sheet.my()).toMatchObject({ late: false, can: { submit: true, reason: null } })
    const late = await sheet.submit({ textbox: 'late' })
    expect([late.late, await sheet.my()]).toMatchObject([true, { late: true, my: { late: true } }])
    expect((await sheet.attempts()).map((s) => s.late)).toEqual([true, false])
    expect([(await sheet.receipt(inTime._id)).late, (await sheet.receipt(late._id)).late]).toEqual([false, true])
    server.clock.reset()
  })

  test('that moves takes what was handed in along', async () => {
    const { essay, sheet } = await anEssay({ due_at: start })
    server.clock.pass({ hours: 1 })
    await sheet.submit({ textbox: 'late' })
    server.clock.reset()
    expect((await sheet.my()).my?.late).toBe(true)
    await changeAssignment(db, essay, { due_at: ahead({ hours: 1 }) })
    expect((await sheet.my()).my?.late).toBe(false)
  })

  test('closes nothing; what closes takes late work until the very instant, and nothing from then on', async () => {
    const closes_at = ahead({ hours: 2 })
    const { sheet } = await anEssay({ due_at: ahead({ hours: 1 }), closes_at, attempts_allowed: 0 })
    server.clock.pass({ hours: 2 })
    expect((await sheet.my()).assignment_closes).toBe(closes_at.toISOString())
    await sheet.submit({ textbox: 'late' })
    server.clock.pass({ ms: 1 })
    expect((await sheet.my()).can).toEqual({ submit: false, reason: 'assignment_closed' })
    expect(await sheet.refusedSubmit({ textbox: 'too late' })).toBe('assignment_closed')
    server.clock.reset()
  })

  test('is not after it closes', async () => {
    const wrong = makeAssignment(db, course, { due_at: ahead({ hours: 1 }), closes_at: start })
    await expect(wrong).rejects.toThrow('assignments_close_once_due')
  })

  test('is kept, and so is its closing, by who hands in before it, though the database answers after it', async () => {
    const due_at = ahead({ hours: 1 })
    const { sheet } = await anEssay({ due_at, closes_at: due_at })
    const { handingIn } = await db.transaction().execute(async (trx) => {
      await sql`lock table roster in access exclusive mode`.execute(trx)
      const handingIn = sheet.submit({ textbox: 'in time' })
      const waiting = sql`select from pg_locks where relation = 'roster'::regclass and not granted`
      await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBe(1)
      server.clock.pass({ hours: 2 })
      return { handingIn }
    })
    expect(await handingIn).toMatchObject({ datetime: start.toISOString(), late: false })
    server.clock.reset()
  })

  test('is none when there is none', async () => {
    const { sheet } = await anEssay({ due_at: null })
    server.clock.pass({ days: 300 })
    const { token } = await server.signIn(ploy)
    const params = { course_id: course.id, asgn_id: (await makeAssignment(db, course, { due_at: null })).id }
    const later = server.withToken(token).call(contract.assignments.submit, { params, body: { textbox: 'x' } })
    expect(await later).toMatchObject({ attempt: 1 })
    server.clock.reset()
    expect((await sheet.my()).can.submit).toBe(true)
  })
})

describe('a file', () => {
  const heldOf = async ({ id }: { id: string }) =>
    (await db.selectFrom('uploads').select('held').where('id', '=', id).executeTakeFirstOrThrow()).held

  test('is held from then on', async () => {
    const { essay, file, sheet } = await anEssay()
    const upload = await makeUpload(db, ploy)
    const { _id } = await sheet.submit({ [file]: upload.location })
    expect(await heldOf(upload)).toBe(true)
    const rows = await db.selectFrom('submission_files').selectAll().where('submission_id', '=', _id).execute()
    const slot_id = file.slice('file-'.length)
    expect(rows).toEqual([{ course_id: course.id, submission_id: _id, n: 1, slot_id, upload_id: upload.id }])
    expect((await sheet.my())._id).toBe(essay.id)
  })

  test('is named by its location with or without a signature, whatever its expiry', async () => {
    const { file, sheet } = await anEssay({ attempts_allowed: 0 })
    const { location, filename } = await upload(ploy, 'x', 'รายงาน '.repeat(20))
    const late = location.replace(/e=\d+/, 'e=1')
    for (const named of [location, late, location.split('?')[0], `https://elsewhere.example${location}`]) {
      await sheet.submit({ [file]: named ?? '' })
      expect((await sheet.my()).my?.filenames).toEqual({ [file]: filename })
    }
  })

  test('of somebody else, or of nobody, is refused and nothing is kept', async () => {
    const { essay, file, sheet } = await anEssay()
    const theirs = await makeUpload(db, nat)
    for (const location of [theirs.location, `/api/files/${newId()}`]) {
      expect(await sheet.refusedSubmit({ textbox: 'x', [file]: location })).toEqual({ invalid: [file] })
    }
    expect(await heldOf(theirs)).toBe(false)
    expect(await rowsOf(essay)).toEqual([])
  })

  test('that is taken back at the moment of handing in is kept with the submission, or neither is', async () => {
    for (let i = 0; i < 20; i++) {
      const { essay, file, sheet } = await anEssay()
      const { id, location } = await makeUpload(db, ploy)
      const code = (error: CallFailed) => error.code
      const outcomes = await Promise.all([
        sheet.submit({ textbox: 'x', [file]: location }).then(() => 'in', code),
        ploy.call(contract.uploads.remove, { params: {}, body: { location } }).then(() => 'out', code),
      ])
      expect(['in file_in_use', 'invalid out']).toContain(outcomes.join(' '))
      const kept = (await rowsOf(essay)).map((row) => row.response)
      expect(kept).toEqual(outcomes[0] === 'in' ? [{ textbox: 'x', [file]: id }] : [])
    }
  })

  test('of an earlier attempt stays when the next one leaves it empty or out, or names it as it was shown', async () => {
    const { file, sheet } = await anEssay({ attempts_allowed: 0 })
    const upload = await makeUpload(db, ploy, 'first.pdf')
    await sheet.submit({ textbox: '1', [file]: upload.location })
    const shown = (await sheet.my()).my?.response[file] ?? ''
    const next = await makeUpload(db, ploy, 'next.pdf')
    for (const form of [{ [file]: '' }, {}, { [file]: shown }, { [file]: `https://learn.example.org${shown}` }]) {
      await sheet.submit({ textbox: 'again', ...form } as Record<string, string>)
      expect((await sheet.my()).my).toMatchObject({ response: { [file]: shown }, filenames: { [file]: 'first.pdf' } })
    }
    await sheet.submit({ [file]: next.location })
    expect((await sheet.my()).my?.filenames).toEqual({ [file]: 'next.pdf' })
    expect((await sheet.attempts()).map((s) => s.filenames[file])).toEqual(['next.pdf', ...Array(5).fill('first.pdf')])
  })

  test('of a group stays when another member hands in again', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    const { essay, file, sheet } = await anEssay({ attempts_allowed: 0, grouping_id: group.grouping_id })
    await sheet.submit({ [file]: (await makeUpload(db, ploy, 'ours.pdf')).location })
    const shown = (await sheet.my()).my?.response[file] ?? ''
    await worksheetOf(nat, course, essay).submit({ textbox: 'more', [file]: shown })
    expect((await sheet.my()).my).toMatchObject({ submitted_by: 'Nat Wong', filenames: { [file]: 'ours.pdf' } })
  })

  test('is gone with its slot', async () => {
    const { file, sheet } = await anEssay({ attempts_allowed: 0 })
    await sheet.submit({ [file]: (await makeUpload(db, ploy)).location })
    await seed(db, (trx) => trx.deleteFrom('file_slots').where('id', '=', file.slice('file-'.length)).execute())
    await sheet.submit({ textbox: 'x' })
    expect((await sheet.my()).my?.response).toEqual({ textbox: 'x' })
  })
})

test('a group’s attempts at one moment leave each of the others one notification of each', async () => {
  const group = await makeGroup(db, course, [ploy, nat])
  const { essay, sheet } = await anEssay({ grouping_id: group.grouping_id, attempts_allowed: 3 })
  const other = worksheetOf(nat, course, essay)
  const answers = await times(8, (i) => (i % 2 ? sheet : other).submitOnce(newId(), { textbox: `try ${i}` }))
  expect(answers.filter((a) => a.status === 200)).toHaveLength(3)
  const submissions = await rowsOf(essay)
  const ids = submissions.map((row) => row.id)
  const told = await db.selectFrom('activity').selectAll().where('subject_id', 'in', ids).execute()
  const by = submissions.map((row) => row.submitted_by)
  expect(told.map((event) => event.actor_id).sort()).toEqual(by.sort())
  for (const { actor_id, person_id } of told) expect([actor_id, person_id].sort()).toEqual([ploy.id, nat.id].sort())
})

test('late work that takes days from a bank renews the person’s other assignments, too', async () => {
  await setCourse(db, course, { late_rule: JSON.stringify({ kind: 'bank', days: 3 }) })
  const { sheet } = await anEssay({ due_at: ahead({ hours: -1 }) })
  const stream = await openEventsFromNow(`${await server.listen()}/api/users/notifications/stream`, ploy)
  await sheet.submit({ textbox: 'x' })
  expect(await stream.next()).toEqual({
    event: 'changed',
    data: { courses: [course.id], parts: ['work', 'activity'] },
  })
  await stream.close()
})

test('the person’s other devices, the rest of the group, and of the staff that there is one, hear of a submission', async () => {
  const mali = await server.person()
  await enrol(db, course, mali, 'assistant')
  const group = await makeGroup(db, course, [ploy, nat])
  const { essay, sheet } = await anEssay({ grouping_id: group.grouping_id })
  const address = `${await server.listen()}/api/users/notifications/stream`
  const streams = await Promise.all([ploy, nat].map((person) => openEventsFromNow(address, person)))
  const staff = await openEventsFromNow(address, mali)
  await sheet.submit({ textbox: 'x' })
  expect(await staff.next()).toEqual({ event: 'handed_in', data: { course_id: course.id, asgn_id: essay.id } })
  await staff.close()
  for (const stream of streams) {
    const data = { courses: [course.id], parts: ['work', 'activity'], thing: essay.id }
    expect(await stream.next()).toEqual({ event: 'changed', data })
    await stream.close()
  }
})
