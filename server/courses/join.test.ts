import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { ahead } from '../testing/clock.ts'
import { openEvents, openEventsFromNow } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, setCourse, type Thing } from '../testing/world.ts'
import { hashPassword } from './passwords.ts'

const server = await useServer()
const { db } = server
const { join, register } = contract.courses
const hash = await hashPassword('เปิดโลก')

let course: Thing
let ploy: SignedIn

beforeEach(async () => {
  server.clock.reset()
  await db.deleteFrom('rate_limits').execute()
  course = await makeCourse(db, { join_password_hash: hash })
  ploy = await server.person({ first: 'Ploy' })
})

const rosterOf = (id = course.id) =>
  db.selectFrom('roster').select(['person_id', 'role', 'joined_at']).where('course_id', '=', id).execute()
const refusals = { wrong: { status: 403, code: 'wrong_password' }, many: { status: 429, code: 'too_many' } }

/** The outcome of a call: `done`, or the code of its refusal. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )

describe('joining a course', () => {
  const tryIt = (password: string, person = ploy, course_id = course.id) => ({
    done: () => person.call(join, { body: { course_id, course_password: password } }),
    refused: () => person.refused(join, { body: { course_id, course_password: password } }),
  })

  test('with its password makes a student of the course', async () => {
    expect(await tryIt('เปิดโลก').done()).toEqual({ course_id: course.id })
    expect(await rosterOf()).toEqual([{ person_id: ploy.id, role: 'student', joined_at: server.clock.now() }])
    expect(await ploy.call(contract.courses.one, { params: { course_id: course.id } })).toMatchObject({
      course_id: course.id,
    })
  })

  test('with another password, or when it has none, is refused', async () => {
    for (const password of ['', 'เปิดโลก ', 'open']) expect(await tryIt(password).refused()).toEqual(refusals.wrong)
    const closed = await makeCourse(db)
    expect(await tryIt('', ploy, closed.id).refused()).toEqual(refusals.wrong)
    expect([await rosterOf(), await rosterOf(closed.id)]).toEqual([[], []])
  })

  test('that is not there is not found, whatever its id looks like', async () => {
    for (const id of [newId(), '', 'home', '%00', `${course.id}x`]) {
      expect(await tryIt('เปิดโลก', ploy, id).refused(), id).toEqual({ status: 404, code: 'not_found' })
    }
  })

  test('twice is not an error, needs no password then, and keeps the role', async () => {
    await enrol(db, course, ploy, 'instructor')
    for (let i = 0; i < 15; i++) expect(await tryIt('wrong').done()).toEqual({ course_id: course.id })
    expect(await rosterOf()).toMatchObject([{ role: 'instructor' }])
  })

  test.each([{}, { course_id: 'x' }, { course_password: 'x' }, { course_id: 1, course_password: 2 }])(
    'by %j is invalid',
    async (body) => {
      expect(await ploy.raw('POST', join.path, { payload: body })).toMatchObject({ statusCode: 400 })
    },
  )

  test('is tried ten times in a quarter of an hour by one person, at all courses together', async () => {
    const other = await makeCourse(db, { join_password_hash: hash })
    for (let i = 0; i < 10; i++) {
      expect(await tryIt('wrong', ploy, i % 2 ? course.id : other.id).refused()).toEqual(refusals.wrong)
    }
    server.clock.pass({ minutes: 14 })
    const answer = await ploy.raw('POST', join.path, { payload: { course_id: course.id, course_password: 'เปิดโลก' } })
    expect([answer.statusCode, answer.json().error.message]).toEqual([429, 'Too many tries. Try again in 60 seconds.'])
    expect(await tryIt('เปิดโลก', await server.person()).done()).toEqual({ course_id: course.id })
    server.clock.pass({ minutes: 1 })
    expect(await tryIt('เปิดโลก').done()).toEqual({ course_id: course.id })
  })

  test('stays open to who knows the password, however often others are wrong', async () => {
    for (let n = 0; n < 15; n++) {
      const person = await server.person()
      await Promise.all(Array.from({ length: 10 }, (_, i) => tryIt(`wrong ${i}`, person).refused()))
    }
    expect(await tryIt('wrong').refused()).toEqual(refusals.wrong)
    expect(await tryIt('เปิดโลก').done()).toEqual({ course_id: course.id })
  })

  test('lets in a lecture that joins at one moment', async () => {
    const people = await Promise.all(Array.from({ length: 300 }, () => server.person()))
    let outcomes: string[] = []
    const statements = await server.statementsOf(async () => {
      outcomes = await Promise.all(people.map((person) => outcome(tryIt('เปิดโลก', person).done())))
    })
    expect(new Set(outcomes)).toEqual(new Set(['done']))
    expect(await rosterOf()).toHaveLength(300)
    // A transaction each would take so long on a busy machine that the last ones hear “busy”.
    const inserts = statements.filter((statement) => /insert into "?roster"? /.test(statement))
    expect(inserts.length).toBeLessThan(150)
  })

  test('by a lecture is told to staff at once, and again only after a while', async () => {
    const teacher = await server.person()
    await enrol(db, course, teacher, 'instructor')
    const origin = await (await server.another()).listen()
    const events = await openEventsFromNow(origin + contract.notifications.stream.path, teacher)
    await tryIt('เปิดโลก').done()
    const rest = await Promise.all(Array.from({ length: 20 }, () => server.person()))
    await Promise.all(rest.map((person) => tryIt('เปิดโลก', person).done()))
    await teacher.call(contract.notifications.readAll)
    const parts = ['people', 'work', 'materials']
    expect(await events.next()).toEqual({ event: 'changed', data: { courses: [course.id], parts } })
    expect((await events.next()).data).toEqual({ courses: [], parts: ['activity'] })
    await events.close()
  })

  test('with a password that was right until it was changed is refused', async () => {
    await tryIt('เปิดโลก').done()
    const changed = await hashPassword('ใหม่')
    await setCourse(db, course, { join_password_hash: changed })
    expect(await tryIt('เปิดโลก', await server.person()).refused()).toEqual(refusals.wrong)
    expect(await tryIt('ใหม่', await server.person()).done()).toEqual({ course_id: course.id })
  })

  test('too often wrongly says when the next try is, by every server', async () => {
    const another = await server.another()
    const there = another.withToken(ploy.token)
    const wrong = { payload: { course_id: course.id, course_password: 'wrong' } }
    for (let i = 0; i < 10; i++) await (i % 2 ? ploy : there).raw('POST', join.path, wrong)
    server.clock.pass({ minutes: 5 })
    for (const side of [ploy, there]) {
      const answer = await side.raw('POST', join.path, wrong)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600'])
    }
  })

  test('rightly costs no try', async () => {
    for (let i = 0; i < 12; i++) {
      const one = await makeCourse(db, { join_password_hash: hash })
      await tryIt('เปิดโลก', ploy, one.id).done()
    }
    const { rows } = { rows: await db.selectFrom('rate_limits').select('count').execute() }
    expect(rows.every(({ count }) => count === 0)).toBe(true)
  })

  test('fifty times at one moment is joining once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(tryIt('เปิดโลก').done())))
    expect(new Set(outcomes)).toContain('done')
    expect(outcomes.filter((o) => o !== 'done' && o !== 'too_many')).toEqual([])
    expect(await rosterOf()).toHaveLength(1)
  })

  test('of fifty guesses at one moment tries ten', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, i) => outcome(tryIt(String(i)).done())))
    expect(outcomes.filter((o) => o === 'wrong_password')).toHaveLength(10)
    expect(outcomes.filter((o) => o === 'too_many')).toHaveLength(40)
  })

  test('is heard by the person’s streams, which tell the news of the course from then on', async () => {
    const origin = await (await server.another()).listen()
    const events = await openEvents(origin + contract.notifications.stream.path, ploy.token)
    await tryIt('เปิดโลก').done()
    expect(await events.next()).toEqual({ event: 'changed', data: { courses: [course.id] } })
    await server.publish({ kind: 'course_changed', parts: ['work'], course_id: course.id })
    expect(await events.next()).toEqual({ event: 'changed', data: { courses: [course.id], parts: ['work'] } })
    await events.close()
  })
})

describe('registering as an instructor', () => {
  let code: string
  let codes = 0

  beforeEach(async () => {
    code = `RAIN-${++codes}`
    await invite(code)
  })

  const invite = (name: string, data: { uses_left?: number; expires_at?: Date } = {}) =>
    seed(db, (trx) =>
      trx
        .insertInto('instructor_invitations')
        .values({
          ...{ code: name, course_id: course.id, password_hash: hash, uses_left: 1, expires_at: ahead({ days: 30 }) },
          ...data,
        })
        .execute(),
    )
  const usesLeft = async (name = code) =>
    (
      await db
        .selectFrom('instructor_invitations')
        .select('uses_left')
        .where('code', '=', name)
        .executeTakeFirstOrThrow()
    ).uses_left
  const setUses = (uses_left: number) =>
    seed(db, (trx) => trx.updateTable('instructor_invitations').set({ uses_left }).where('code', '=', code).execute())
  const tryIt = (person: SignedIn, name = code, password = 'เปิดโลก') => ({
    done: () => person.call(register, { body: { code: name, password } }),
    refused: () => person.refused(register, { body: { code: name, password } }),
  })

  test('makes the person an instructor of the course, after those it has', async () => {
    await enrol(db, course, await server.person({ first: 'Arthit' }), 'instructor', { position: 4 })
    expect(await tryIt(ploy, ` ${code.toLowerCase()} `).done()).toEqual({ course_id: course.id })
    const { course_instructors } = await ploy.call(contract.courses.one, { params: { course_id: course.id } })
    expect(course_instructors.map((i) => i.first)).toEqual(['Arthit', 'Ploy'])
    expect(await usesLeft()).toBe(0)
  })

  test('makes an instructor of a student', async () => {
    await enrol(db, course, ploy)
    await tryIt(ploy).done()
    expect(await rosterOf()).toMatchObject([{ person_id: ploy.id, role: 'instructor' }])
  })

  test('again does nothing and uses nothing, even when the invitation is used up or over', async () => {
    await tryIt(ploy).done()
    server.clock.pass({ days: 31 })
    const again = await server.signIn(ploy)
    expect(await tryIt(again).done()).toEqual({ course_id: course.id })
    expect(await usesLeft()).toBe(0)
    expect(await rosterOf()).toHaveLength(1)
  })

  test('with any wrong pair has one and the same error', async () => {
    await invite(`${code}-USED`, { uses_left: 0 })
    await invite(`${code}-OVER`, { expires_at: server.clock.now() })
    const pairs = [
      ['', ''],
      [code, ''],
      [code, 'open'],
      ['NOBODY', 'เปิดโลก'],
      [`${code}-USED`, 'เปิดโลก'],
      [`${code}-OVER`, 'เปิดโลก'],
    ]
    for (const [name, password] of pairs) {
      expect(await tryIt(ploy, name, password).refused(), name).toEqual(refusals.wrong)
    }
    expect([await rosterOf(), await usesLeft()]).toEqual([[], 1])
  })

  test('is tried ten times by one person, and stays open to others', async () => {
    for (let i = 0; i < 10; i++) expect(await tryIt(ploy, `GUESS-${i}`).refused()).toEqual(refusals.wrong)
    expect(await tryIt(ploy).refused()).toEqual(refusals.many)
    for (let n = 0; n < 12; n++) {
      const person = await server.person()
      await Promise.all(Array.from({ length: 10 }, () => tryIt(person, code, 'wrong').refused()))
    }
    expect(await tryIt(await server.person()).done()).toEqual({ course_id: course.id })
  })

  test('fifty times at one moment uses one', async () => {
    await setUses(30)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => outcome(tryIt(ploy).done())))
    expect(outcomes).toContain('done')
    expect(outcomes.filter((o) => o !== 'done' && o !== 'too_many')).toEqual([])
    expect(await usesLeft()).toBe(29)
    expect(await rosterOf()).toHaveLength(1)
  })

  test('of twenty people at one moment with five uses lets in five', async () => {
    await setUses(5)
    const people = await Promise.all(Array.from({ length: 20 }, () => server.person()))
    const outcomes = await Promise.all(people.map((person) => outcome(tryIt(person).done())))
    expect(outcomes.filter((o) => o === 'done')).toHaveLength(5)
    expect(await rosterOf()).toHaveLength(5)
    expect(await usesLeft()).toBe(0)
  })
})
