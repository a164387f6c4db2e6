import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import type { PlannedRelease } from '../../contract/staff/releases.ts'
import { giveFeedback, worksheetOf } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { createLive } from '../live.ts'
import { publishDue } from '../publishing/scheduler.ts'
import { ahead } from '../testing/clock.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeAssignment, makeCourse, makeGroup, submit, type Thing } from '../testing/world.ts'

const server = await useServer()
const { db } = server
const { changes, notifications, releases, submissions } = contract

let course: Thing
let essay: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  server.clock.reset()
  course = await makeCourse(db)
  ;[arthit, mali, ploy, nat] = (await Promise.all(
    ['Arthit', 'Mali', 'Ploy', 'Nat'].map((first) => server.person({ first, last: 'T' })),
  )) as [SignedIn, SignedIn, SignedIn, SignedIn]
  await enrol(db, course, arthit, 'instructor')
  await enrol(db, course, mali, 'assistant')
  for (const person of [ploy, nat]) await enrol(db, course, person)
  essay = await makeAssignment(db, course, { has_text: true, score: 10, score_essay: 10, attempts_allowed: 0 })
})

const inCourse = () => ({ course_id: course.id })
const ofEssay = () => ({ course_id: course.id, asgn_id: essay.id })
type Body = Parameters<typeof arthit.call<typeof submissions.release>>[1]['body']
const release = (body: Partial<Body> = {}, by = arthit) =>
  by.call(submissions.release, { params: ofEssay(), body: { people: 'all', shown: true, ...body } })
const hour = ahead({ hours: 1 }).toISOString()
const plan = async (body: Partial<Body> = {}) => (await release({ at: hour, ...body })).planned as PlannedRelease
const planned = async () => (await mali.call(releases.planned, { params: ofEssay() })).items
const ofPlan = ({ _id, revision }: PlannedRelease) => ({ params: { ...ofEssay(), release_id: _id }, revision })
const rows = async () => (await mali.call(submissions.submissions, { params: ofEssay() })).items

/** An attempt with an unreleased grade. */
async function graded(person: Thing, score: number, attempt = 1): Promise<Thing> {
  const work = await submit(db, course, essay, person, { attempt })
  await giveFeedback(db, course, { _id: work.id }, { score, comment: `Score ${score}`, show: false })
  return work
}
/** A student's visible scores, by attempt, and how many notifications they have of them. */
async function seenBy(person: SignedIn) {
  const attempts = await worksheetOf(person, course, essay).attempts()
  const told = await person.call(notifications.list)
  return {
    scores: attempts.map(({ feedback }) => feedback?.score ?? null),
    told: told.notifications.filter(({ message }) => message.type === 'grade').length,
  }
}
const nothing = (...scores: null[]) => ({ scores, told: 0 })
const passHour = async () => {
  server.clock.pass({ hours: 1 })
  await publishDueNow(server)
}
/** The kinds of the live events from now on. */
async function listen() {
  const live = await createLive({ connection: server.connection, db, onError: () => {} })
  const kinds: string[] = []
  live.subscribe(({ kind }) => kinds.push(kind))
  return { heard: () => kinds, stop: () => live.close() }
}
const history = async () => (await arthit.call(changes.list, { params: inCourse() })).items
const lastChange = async () => ({ params: { ...inCourse(), change_id: (await history())[0]?._id ?? '' } })
const undoLast = async () => arthit.call(changes.undo, await lastChange())

describe('a release', () => {
  test('to all shows what is graded of those on the course, and nothing else', async () => {
    await graded(ploy, 4)
    await submit(db, course, essay, nat)
    const gone = await server.person({ first: 'Gone' })
    await graded(gone, 9)
    expect(await release()).toEqual({ works: 1 })
    expect(await seenBy(ploy)).toEqual({ scores: [4], told: 1 })
    expect(await seenBy(nat)).toEqual(nothing(null))
    expect((await rows()).map(({ held, shown }) => [held, shown])).toEqual([
      [false, false],
      [false, true],
    ])
    expect((await history())[0]).toMatchObject({ kind: 'grades_released', about: { count: 1 } })
  })

  test('shows every graded attempt and tells each once; taken back it hides all, and is not told again', async () => {
    await graded(ploy, 6)
    await graded(ploy, 4, 2)
    await submit(db, course, essay, ploy, { attempt: 3 })
    await release({ people: [ploy.id] })
    expect((await seenBy(ploy)).scores.toSorted()).toEqual([4, 6, null])
    expect((await seenBy(ploy)).told).toBe(1)
    expect(await release({ shown: false })).toMatchObject({ works: 1 })
    expect(await seenBy(ploy)).toEqual(nothing(null, null, null))
    await release()
    expect((await seenBy(ploy)).told).toBe(1)
  })

  test('is taken back also of a grade that was emptied since, and of who has left the course', async () => {
    const { id: submission_id } = await graded(ploy, 6)
    await graded(nat, 5)
    await release()
    const params = { ...inCourse(), submission_id }
    const save = async (parts: Record<string, string>) => {
      const { revision } = await mali.call(submissions.grade, { params })
      const body = { parts, applied: [], override: null, override_reason: '', comment: '' }
      await mali.call(submissions.save, { params, revision, body })
    }
    await save({})
    const ofNat = { ...inCourse(), person_id: nat.id }
    await arthit.call(contract.roster.remove, { params: ofNat, revision: 1 })
    const { _id: left } = (await history())[0] ?? { _id: '' }
    await release({ shown: false })
    await save({ textbox: '9' })
    await arthit.call(changes.undo, { params: { ...inCourse(), change_id: left } })
    expect([await seenBy(ploy), await seenBy(nat)]).toEqual([nothing(null), nothing(null)])
  })

  test('tells of a later attempt that is released later', async () => {
    await graded(ploy, 6)
    await release()
    await graded(ploy, 7, 2)
    expect((await rows()).find(({ owner_id }) => owner_id === ploy.id)).toMatchObject({ held: true, shown: true })
    await release()
    expect((await seenBy(ploy)).told).toBe(2)
  })

  test('of a group tells each of its members once', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    essay = await makeAssignment(db, course, { grouping_id: group.grouping_id })
    await graded(group, 8)
    expect(await release()).toMatchObject({ works: 1 })
    expect([(await seenBy(ploy)).told, (await seenBy(nat)).told]).toEqual([1, 1])
  })

  test('is the instructor’s unless the course says otherwise', async () => {
    const body = { people: 'all' as const, shown: true, at: hour }
    expect(await mali.refused(submissions.release, { params: ofEssay(), body })).toMatchObject({ code: 'not_allowed' })
    const one = await plan()
    expect(await mali.refused(releases.cancel, ofPlan(one))).toMatchObject({ code: 'not_allowed' })
    expect(await ploy.refused(releases.planned, { params: ofEssay() })).toMatchObject({ code: 'not_allowed' })
  })
})

describe('an assignment with released grades', () => {
  test('is hidden from students, removed and put back by who releases grades', async () => {
    const { edit, remove } = contract.assignments
    const revision = async () =>
      (await db.selectFrom('assignments').select('revision').where('id', '=', essay.id).executeTakeFirstOrThrow())
        .revision
    const asked = async () => ({ params: ofEssay(), revision: await revision() })
    const unpublish = async () => ({ ...(await asked()), query: {}, body: { publish_at: null } })
    await graded(ploy, 4)
    await mali.call(edit, await unpublish())
    await mali.call(changes.undo, await lastChange())
    await release()
    expect((await mali.refused(edit, await unpublish())).code).toBe('not_allowed')
    expect((await mali.refused(remove, await asked())).code).toBe('not_allowed')
    await mali.call(edit, { ...(await asked()), query: {}, body: { assignment_name: 'Essay 2' } })
    expect((await seenBy(ploy)).scores).toEqual([4])
    await arthit.call(remove, await asked())
    const { items } = await mali.call(changes.list, { params: inCourse() })
    expect(items[0]?.can.undo).toBe(false)
    expect((await mali.refused(changes.undo, await lastChange())).code).toBe('not_allowed')
    await undoLast()
    expect((await seenBy(ploy)).scores).toEqual([4])
  })
})

describe('the row of who handed in several times', () => {
  const opened = async () => {
    const row = (await rows()).find(({ owner_id }) => owner_id === ploy.id)
    return [row?._id, row?.score, row?.state, row?.attempts]
  }
  test.each([
    ['latest', 2],
    ['first', 0],
    ['best', 1],
  ] as const)('is that of the %s attempt where it counts', async (counts, which) => {
    essay = await makeAssignment(db, course, { counts, score: 10 })
    const works = [await graded(ploy, 3), await graded(ploy, 9, 2), await graded(ploy, 5, 3)]
    expect(await opened()).toEqual([works[which]?.id, ['3', '9', '5'][which], 'graded', 3])
  })

  test('is that of the latest that nobody has graded, where the best counts', async () => {
    essay = await makeAssignment(db, course, { counts: 'best', score: 10 })
    await graded(ploy, 9)
    const later = await submit(db, course, essay, ploy, { attempt: 2 })
    expect(await opened()).toEqual([later.id, null, 'submitted', 2])
  })
})

describe('a release at a time', () => {
  test('shows what is graded at that instant, once, by who planned it', async () => {
    await graded(ploy, 4)
    const one = await plan()
    expect(one).toMatchObject({ at: hour, people: 'all', by: { first: 'Arthit' }, revision: 1 })
    expect(await planned()).toEqual([one])
    expect(await seenBy(ploy)).toEqual(nothing(null))
    await graded(nat, 5)
    await passHour()
    expect([await seenBy(ploy), await seenBy(nat)]).toEqual([
      { scores: [4], told: 1 },
      { scores: [5], told: 1 },
    ])
    expect(await planned()).toEqual([])
    expect((await history())[0]).toMatchObject({
      ...{ kind: 'grades_released', actor: { first: 'Arthit' } },
      about: { _id: essay.id, count: 2, planned: true },
    })
    await release({ shown: false })
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing(null))
  })

  test('is for those who were chosen', async () => {
    await graded(ploy, 4)
    await graded(nat, 5)
    const one = await plan({ people: [ploy.id] })
    expect(one.people).toBe(1)
    await passHour()
    expect([(await seenBy(ploy)).told, (await seenBy(nat)).told]).toEqual([1, 0])
  })

  test('is for those who were chosen while their names were hidden, whom nothing names', async () => {
    await graded(ploy, 4)
    await graded(nat, 5)
    await arthit.call(contract.hiddenNames.set, { params: ofEssay(), body: { hidden: true } })
    const chosen = (await rows()).find(({ score }) => score === '4')
    const one = await plan({ people: [chosen?.owner_id ?? ''] })
    const { rows: changed } = await arthit.call(changes.one, await lastChange())
    expect(JSON.stringify([chosen, one, await planned(), changed])).not.toContain(ploy.id)
    await passHour()
    expect([(await seenBy(ploy)).told, (await seenBy(nat)).told]).toEqual([1, 0])
  })

  test('is moved and cancelled by who knows how it stands, and both are taken back', async () => {
    await graded(ploy, 4)
    const one = await plan()
    const body = { at: ahead({ hours: 3 }).toISOString() }
    const moved = await arthit.call(releases.move, { ...ofPlan(one), body })
    expect(await planned()).toEqual([{ ...one, at: body.at, revision: 2 }])
    expect(await arthit.refused(releases.cancel, ofPlan(one))).toMatchObject({ code: 'conflict', current: moved })
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing(null))
    await arthit.call(releases.cancel, ofPlan(moved))
    expect(await planned()).toEqual([])
    await undoLast()
    expect(await planned()).toMatchObject([{ _id: one._id, at: body.at }])
    await arthit.call(releases.cancel, ofPlan((await planned())[0] as PlannedRelease))
    server.clock.pass({ hours: 1 })
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing(null))
  })

  test('does not go out of itself when its cancelling is undone after its time', async () => {
    await graded(ploy, 4)
    await arthit.call(releases.cancel, ofPlan(await plan()))
    server.clock.pass({ hours: 2 })
    expect(await arthit.refused(changes.undo, await lastChange())).toMatchObject({
      ...{ code: 'conflict', current: [{ table: 'planned_releases', reason: 'in_use' }] },
    })
    await publishDueNow(server)
    expect(await seenBy(ploy)).toEqual(nothing(null))
  })

  test('that fails keeps no later one back, and is done by the next round', async () => {
    const hers = await graded(ploy, 4)
    await graded(nat, 7)
    await plan({ people: [ploy.id] })
    const { _id } = await plan({ people: [nat.id], at: ahead({ hours: 2 }).toISOString() })
    // Before it come more than one statement finds.
    await seed(db, (trx) =>
      sql`
        with more as (
          insert into planned_releases (course_id, id, assignment_id, owners, release_at)
          select course_id, gen_random_uuid(), assignment_id, array[${ploy.id}]::uuid[], release_at - interval '1 hour'
          from planned_releases, generate_series(1, 100) where id = ${_id} returning course_id, id, release_at)
        insert into publications (course_id, subject_id, subject_table, publish_at)
        select course_id, id, 'planned_releases', release_at from more on conflict do nothing`.execute(trx),
    )
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'No disk is left.'; end $$;
      create trigger fail before update on feedback for each row
        when (new.submission_id = ${sql.lit(hers.id)}) execute function fail()`.execute(db)
    server.clock.pass({ hours: 2 })
    const now = sql<Date>`${server.clock.now()}::timestamptz`
    await expect(publishDue(db, () => now)).rejects.toThrow('No disk is left.')
    await sql`drop function fail cascade`.execute(db)
    expect([(await seenBy(ploy)).scores, (await seenBy(nat)).scores]).toEqual([[null], [7]])
    await publishDueNow(server)
    expect((await seenBy(ploy)).scores).toEqual([4])
  })

  test('is planned no more by an undo of the planning, which has nothing to undo once it is done', async () => {
    await graded(ploy, 4)
    await plan()
    await undoLast()
    expect(await planned()).toEqual([])
    await plan()
    const planning = await lastChange()
    await passHour()
    expect(await arthit.refused(changes.undo, planning)).toMatchObject({ code: 'conflict' })
    expect((await seenBy(ploy)).told).toBe(1)
  })

  test('is taken back as one by an undo once it is done, and does not come again', async () => {
    await graded(ploy, 4)
    await graded(nat, 5)
    const one = await plan()
    await passHour()
    await undoLast()
    expect([await seenBy(ploy), await planned()]).toEqual([nothing(null), []])
    await passHour()
    expect(await seenBy(ploy)).toEqual(nothing(null))
    expect(
      await arthit.refused(releases.move, { ...ofPlan(one), body: { at: ahead({ hours: 9 }).toISOString() } }),
    ).toMatchObject({
      code: 'not_found',
    })
  })

  test('answers a request that is repeated after its time as it did at first, and does nothing more', async () => {
    await graded(ploy, 4)
    const ask = { params: ofEssay(), body: { people: 'all', shown: true, at: hour }, key: newId() } as const
    const first = await arthit.call(submissions.release, ask)
    await passHour()
    const changes = await history()
    expect(await arthit.call(submissions.release, ask)).toEqual(first)
    expect(await history()).toEqual(changes)
    expect(await seenBy(ploy)).toEqual({ scores: [4], told: 1 })
  })

  test('waits for an assignment that was deleted meanwhile, and goes out once that is brought back', async () => {
    await graded(ploy, 4)
    await plan()
    await arthit.call(contract.assignments.remove, { params: ofEssay(), revision: 1 })
    const removal = await lastChange()
    server.clock.pass({ hours: 1 })
    const due = sql<Date>`${server.clock.now()}::timestamptz`
    await publishDue(db, () => due)
    expect(await lastChange(), 'nothing is released').toEqual(removal)
    const { heard, stop } = await listen()
    await arthit.call(changes.undo, removal)
    // The schedulers look at once, not half a minute later.
    await expect.poll(heard).toContain('publication_planned')
    await stop()
    await publishDueNow(server)
    expect([await seenBy(ploy), await planned()]).toEqual([{ scores: [4], told: 1 }, []])
    expect((await history())[0]).toMatchObject({ kind: 'grades_released', about: { planned: true } })
  })

  test('is refused for a time that is past, for a taking back, and beyond what is bounded', async () => {
    const refused = (body: Partial<Body>) =>
      arthit.refused(submissions.release, { params: ofEssay(), body: { people: 'all', shown: true, ...body } })
    expect(await refused({ at: server.clock.now().toISOString() })).toMatchObject({ code: 'invalid' })
    expect(await refused({ at: hour, shown: false })).toMatchObject({ code: 'invalid' })
    for (let n = 0; n < 50; n++) await plan()
    expect(await refused({ at: hour })).toMatchObject({ code: 'too_many' })
  })
})
