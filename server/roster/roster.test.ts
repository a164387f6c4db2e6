import { beforeEach, describe, expect, test } from 'vitest'
import type { Ability } from '../../contract/endpoint.ts'
import { contract } from '../../contract/index.ts'
import type { Place } from '../../contract/staff/roster.ts'
import { hashPassword } from '../courses/passwords.ts'
import { saveProfile } from '../session/queries.ts'
import { ahead } from '../testing/clock.ts'
import { openEvents } from '../testing/events.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import {
  enrol,
  makeAnnouncement,
  makeAssignment,
  makeCourse,
  makeException,
  makeGroup,
  makeTopic,
  setCourse,
  setPlace,
  submit,
  type Thing,
} from '../testing/world.ts'

const server = await useServer()
const { db } = server
const calls = contract.roster
const { announcements, assignments, changes, courses, discussions, groups } = contract

/** Another one in each test. */
const nidas = () => `nida-${course.id}@example.org`
let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ params: { course_id: course.id } })
const of = ({ _id }: { _id: string }) => ({ course_id: course.id, person_id: _id })
const listOf = (by: SignedIn) => by.call(courses.roster, inCourse())
const rosterOf = async () => new Map((await listOf(arthit)).map((one) => [one._id, one]))
const place = async (person: Thing) => {
  const found = (await rosterOf()).get(person.id)
  if (!found) throw new Error('not on the course')
  return { _id: person.id, revision: found.revision as number, role: found.role, section: found.section }
}
const add = (email: string, body: { role?: Place['role']; section?: string } = {}, by = arthit) =>
  by.call(calls.add, { ...inCourse(), body: { email, ...body } })
const remove = async (person: Thing, by = arthit) => {
  const { revision } = await place(person)
  return by.call(calls.remove, { params: of({ _id: person.id }), revision })
}
const edit = async (person: Thing, body: { role?: Place['role']; section?: string }, by = arthit) => {
  const { revision } = await place(person)
  return by.call(calls.edit, { params: of({ _id: person.id }), body, revision })
}
const refusedEdit = async (person: Thing, body: { role?: Place['role'] }, by = arthit) => {
  const { revision } = await place(person)
  return (await by.refused(calls.edit, { params: of({ _id: person.id }), body, revision })).code
}
const undoLast = async (by = arthit) => {
  const { items } = await by.call(changes.list, inCourse())
  const last = items.find(({ undoes, undone_by }) => !undoes && !undone_by)
  return by.call(changes.undo, { params: { course_id: course.id, change_id: last?._id ?? '' } })
}
const isOn = async (person: SignedIn) => (await person.call(courses.mine)).length > 0
const pending = () => arthit.call(calls.pending, inCourse())
/** A person who signs in with an address, vouched for by the provider or not. */
const signsIn = async (email: string, emailVerified: boolean) => {
  const profile = { issuer: 'https://site.example', subject: email, first: 'Nida', last: 'S', picture: null }
  const saved = await saveProfile(db, { ...profile, email, emailVerified })
  return server.signIn({ id: saved?.id ?? '' })
}
const assistantsMay = (...abilities: Ability[]) => setCourse(db, course, { assistants_may: abilities })

describe('who is added by their address', () => {
  test('is on the course at once when they have signed in with it', async () => {
    const nida = await server.person({ email: nidas().replace('n', 'N'), email_verified: true })
    expect(await isOn(nida)).toBe(false)
    expect(await add(` ${nidas().toUpperCase()} `, { section: '2' })).toMatchObject({
      _id: nida.id,
      role: 'student',
      section: '2',
      revision: 1,
    })
    expect(await isOn(nida)).toBe(true)
  })

  test('is on the course as soon as they sign in with it, in the place that staff gave them', async () => {
    const waiting = await add(nidas(), { role: 'assistant', section: '2' })
    expect(waiting).toMatchObject({ email: nidas(), first: '', role: 'assistant', section: '2' })
    expect(await pending()).toEqual([waiting])
    expect(await listOf(arthit)).toHaveLength(3)
    const nida = await signsIn(nidas().toUpperCase(), true)
    expect(await pending()).toEqual([])
    expect((await rosterOf()).get(nida.id)).toMatchObject({ role: 'assistant', section: '2' })
  })

  test('gets the section back that they had while they waited, by an undo that comes after they signed in', async () => {
    const waiting = await add(nidas(), { section: '1' })
    const { role: _, ...there } = await place(ploy)
    const items = [
      { ...there, section: 'A' },
      { _id: waiting._id, revision: waiting.revision as number, section: 'A' },
    ]
    await arthit.call(calls.editMany, { ...inCourse(), query: {}, body: { items } })
    const ofLast = async () => {
      const [last] = (await arthit.call(changes.list, inCourse())).items
      return { params: { course_id: course.id, change_id: last?._id ?? '' } }
    }
    const moved = await ofLast()
    const nida = await signsIn(nidas(), true)
    const sections = async () => [(await place(ploy)).section, (await place(nida)).section]
    expect(await sections()).toEqual(['A', 'A'])
    await edit(nida, { section: 'B' })
    expect((await arthit.refused(changes.undo, moved)).current).toMatchObject([{ table: 'roster', reason: 'changed' }])
    expect(await sections()).toEqual(['A', 'B'])
    await edit(nida, { section: 'A' })
    await arthit.call(changes.undo, moved)
    expect(await sections()).toEqual([there.section, '1'])
    await arthit.call(changes.undo, await ofLast())
    expect(await sections()).toEqual(['A', 'A'])
  })

  test('gets that section back also with so many others that the undo restores them at once', async () => {
    const emails = Array.from({ length: 20 }, (_, i) => `${i}-${nidas()}`)
    const items: { _id: string; revision: number; section: string }[] = []
    for (const email of emails) {
      const { _id, revision } = await add(email, { section: '1' })
      items.push({ _id, revision: revision as number, section: 'A' })
    }
    await arthit.call(calls.editMany, { ...inCourse(), query: {}, body: { items } })
    const people = await Promise.all(emails.map((email) => signsIn(email, true)))
    const sections = async () => {
      const roster = await rosterOf()
      return new Set(people.map(({ id }) => roster.get(id)?.section))
    }
    expect(await sections()).toEqual(new Set(['A']))
    await undoLast()
    expect(await sections()).toEqual(new Set(['1']))
  })

  test('is not whoever says that the address is theirs', async () => {
    const thief = await server.person({ email: nidas() })
    await add(nidas())
    expect(await isOn(thief)).toBe(false)
    expect(await isOn(await signsIn(nidas(), false))).toBe(false)
    expect(await pending()).toHaveLength(1)
    expect(await isOn(await signsIn(nidas(), true))).toBe(true)
  })

  test('is no less than they have become meanwhile', async () => {
    await add(nidas())
    const nida = await signsIn(nidas(), false)
    const { code, password } = await arthit.call(contract.invitations.create, { ...inCourse(), body: {} })
    await nida.call(courses.register, { body: { code, password } })
    await signsIn(nidas(), true)
    expect((await rosterOf()).get(nida.id)?.role).toBe('instructor')
    expect(await pending()).toEqual([])
  })

  test('is refused when they are on the course, with the place that they have', async () => {
    await add(nidas())
    for (const email of [nidas(), (await listOf(arthit)).find(({ _id }) => _id === ploy.id)?.email ?? ''])
      expect(await arthit.refused(calls.add, { ...inCourse(), body: { email } })).toMatchObject({
        code: 'conflict',
        current: { email },
      })
    await expect(add('not an address')).rejects.toMatchObject({
      code: 'invalid',
      fields: { email: expect.any(String) },
    })
  })

  test('is one person when the request comes twice', async () => {
    const input = { ...inCourse(), body: { email: nidas() }, key: 'once' }
    const first = await arthit.call(calls.add, input)
    expect(await arthit.call(calls.add, input)).toEqual(first)
    expect(await pending()).toHaveLength(1)
  })

  test('goes again when it is taken back, also when they have signed in meanwhile', async () => {
    await add(nidas())
    await undoLast()
    expect(await pending()).toEqual([])
    await add('malee@example.org')
    const malee = await signsIn('malee@example.org', true)
    expect(await isOn(malee)).toBe(true)
    await undoLast()
    expect([await isOn(malee), await pending()]).toEqual([false, []])
  })
})

describe('who is removed', () => {
  test('has no course any more, and their work, their group and their place are there when they are back', async () => {
    await setPlace(db, ploy, { section: '3' }, course)
    const group = await makeGroup(db, course, [ploy])
    const work = await makeAssignment(db, course)
    const { id } = await submit(db, course, work, ploy)
    await remove(ploy)
    expect(await ploy.refused(courses.one, inCourse())).toEqual({ status: 404, code: 'not_found' })
    expect([...(await rosterOf()).keys()]).not.toContain(ploy.id)
    expect(await arthit.call(calls.removed, inCourse())).toMatchObject([
      { _id: ploy.id, role: 'student', section: '3', removed_at: server.clock.now().toISOString() },
    ])
    const back = () => ploy.call(groups.one, { params: { ...inCourse().params, grouping_id: group.grouping_id } })
    for (const bringBack of [
      () => undoLast(),
      () => arthit.call(calls.restore, { ...inCourse(), body: { items: [ploy.id] } }),
      async () => {
        await db.updateTable('people').set({ email_verified: true }).where('id', '=', ploy.id).execute()
        const { email } = await db
          .selectFrom('people')
          .select('email')
          .where('id', '=', ploy.id)
          .executeTakeFirstOrThrow()
        await add(email)
      },
    ]) {
      await bringBack()
      expect(await place(ploy)).toMatchObject({ role: 'student', section: '3' })
      expect((await back()).groups[0]?.members.map(({ _id }) => _id)).toEqual([ploy.id])
      const params = { ...inCourse().params, asgn_id: work.id }
      expect((await ploy.call(contract.assignments.attempts, { params })).items.map(({ _id }) => _id)).toEqual([id])
      expect(await arthit.call(calls.removed, inCourse())).toEqual([])
      await remove(ploy)
    }
  })

  test('hears nothing more of the course, and who is added sees it at once', async () => {
    const nida = await server.person({ email: nidas(), email_verified: true })
    const origin = await server.listen()
    const open = ({ token }: SignedIn) => openEvents(`${origin}/api/users/notifications/stream`, token)
    const [hers, his] = [await open(ploy), await open(nida)]
    await remove(ploy)
    await add(nidas())
    expect(await his.next()).toMatchObject({ data: { courses: [course.id] } })
    await server.publish({ kind: 'course_changed', course_id: course.id, parts: ['work'] })
    await server.publish({ kind: 'notifications_read', person_id: ploy.id })
    expect(await hers.next()).toMatchObject({ data: { courses: [] } })
  })

  test('who only waited to sign in is not waited for any more', async () => {
    const waiting = await add(nidas())
    await arthit.call(calls.remove, { params: of(waiting), revision: waiting.revision as number })
    expect(await isOn(await signsIn(nidas(), true))).toBe(false)
  })
})

describe('a place in the course', () => {
  test('has another role and section when staff say so, and what they may is theirs at once', async () => {
    expect(await edit(ploy, { role: 'assistant' })).toMatchObject({ _id: ploy.id, role: 'assistant', revision: 2 })
    expect(await ploy.call(courses.can, inCourse())).toMatchObject({ work: false, author: true })
    expect(await edit(ploy, { section: ' 2 ' })).toMatchObject({ role: 'assistant', section: '2' })
    await undoLast()
    await undoLast()
    expect(await place(ploy)).toMatchObject({ role: 'student', section: '1' })
    const waiting = await add(nidas())
    const body = { section: '4' }
    expect(await arthit.call(calls.edit, { params: of(waiting), body, revision: 1 })).toMatchObject(body)
  })

  test('that somebody changed first is told with the place as it is', async () => {
    const { revision } = await place(ploy)
    await edit(ploy, { section: '2' })
    expect(
      await arthit.refused(calls.edit, { params: of({ _id: ploy.id }), body: { section: '3' }, revision }),
    ).toMatchObject({ status: 409, current: { _id: ploy.id, section: '2' } })
  })

  test('is changed of several in one change, all of them or none, and taken back with one press', async () => {
    const others = [await server.person(), await server.person()]
    for (const one of others) await enrol(db, course, one, 'student', { section: '1' })
    const items = await Promise.all(others.map(async (one) => ({ ...(await place(one)), section: '9' })))
    const only = ({ _id, revision }: { _id: string; revision: number }) => ({ _id, revision, section: '9' })
    const stale = { ...only(items[1] as (typeof items)[1]), revision: 7 }
    const body = { items: [only(items[0] as (typeof items)[0]), stale] }
    expect((await arthit.refused(calls.editMany, { ...inCourse(), body })).code).toBe('conflict')
    const sections = async () => Promise.all(others.map(async (one) => (await place(one)).section))
    expect(await sections()).toEqual(['1', '1'])
    await arthit.call(calls.editMany, { ...inCourse(), body: { items: items.map(only) } })
    expect(await sections()).toEqual(['9', '9'])
    await undoLast()
    expect(await sections()).toEqual(['1', '1'])
    const versions = await Promise.all(others.map(place))
    await arthit.call(calls.removeMany, {
      ...inCourse(),
      body: { items: versions.map(({ _id, revision }) => ({ _id, revision })) },
    })
    expect(await listOf(arthit)).toHaveLength(3)
    await undoLast()
    expect(await sections()).toEqual(['1', '1'])
  })
})

describe('the instructors of a course', () => {
  test('are never none: the last one is neither removed nor made anything else, also by an undo', async () => {
    expect(await refusedEdit(arthit, { role: 'student' })).toBe('last_instructor')
    const { revision } = await place(arthit)
    expect((await arthit.refused(calls.remove, { params: of({ _id: arthit.id }), revision })).code).toBe(
      'last_instructor',
    )
    await edit(mali, { role: 'instructor' })
    await edit(arthit, { role: 'assistant' }, mali)
    const { items } = await mali.call(changes.list, inCourse())
    const params = { course_id: course.id, change_id: items[1]?._id ?? '' }
    expect((await mali.refused(changes.undo, { params })).code).toBe('last_instructor')
  })

  test('who remove each other at one moment do not both go', async () => {
    await edit(mali, { role: 'instructor' })
    const [one, two] = [await place(arthit), await place(mali)]
    const outcomes = await Promise.allSettled([
      arthit.call(calls.remove, { params: of(two), revision: two.revision }),
      mali.call(calls.remove, { params: of(one), revision: one.revision }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are made and removed by instructors alone, whatever an assistant may', async () => {
    await assistantsMay('people')
    const nida = await server.person({ email: nidas(), email_verified: true })
    for (const attempt of [
      () => add(nidas(), { role: 'instructor' }, mali),
      () => add('nobody@example.org', { role: 'instructor' }, mali),
      () => edit(mali, { role: 'instructor' }, mali),
      () => edit(arthit, { role: 'student' }, mali),
      () => remove(arthit, mali),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 })
    await add(nidas(), { role: 'assistant' }, mali)
    expect(await place(nida)).toMatchObject({ role: 'assistant' })
  })
})

describe('what is for a section', () => {
  let nida: SignedIn
  let assignment: Thing
  let exception: Thing
  beforeEach(async () => {
    nida = await server.person()
    await enrol(db, course, nida, 'student', { section: '1' })
    assignment = await makeAssignment(db, course)
    await makeAnnouncement(db, course, { section: '1' })
    await makeTopic(db, course, { section: '1' })
    exception = await makeException(db, course, assignment, { section: '1', due_at: ahead({ days: 3 }) })
    await makeAnnouncement(db, course, { section: '2', title: 'Room 5' })
  })

  const editMany = async (people: Thing[], section: string, query = {}) => {
    const items = await Promise.all(people.map(async (one) => ({ ...(await place(one)), section })))
    return arthit.call(calls.editMany, { ...inCourse(), query, body: { items } })
  }
  const seenBy = async (person: SignedIn) => {
    const [{ assignment_due } = {}] = await person.call(assignments.mine, inCourse())
    return [
      (await person.call(announcements.list, inCourse())).map((one) => one.announcement_title),
      (await person.call(discussions.list, inCourse())).length,
      assignment_due,
    ]
  }
  const all = [['Welcome'], 1, ahead({ days: 3 }).toISOString()]
  const none = [[], 0, ahead({ days: 1 }).toISOString()]

  test('follows those who all go to a new one, and comes back with an undo', async () => {
    const tried = await editMany([ploy, nida], 'A', { dry_run: 'true' })
    expect(tried.emptied).toEqual([{ section: '1', to: 'A', things: 3 }])
    expect(await seenBy(ploy)).toEqual(all)
    expect((await editMany([ploy, nida], 'A')).emptied).toEqual(tried.emptied)
    expect(await seenBy(ploy)).toEqual(all)
    expect(await seenBy(nida)).toEqual(all)
    await undoLast()
    expect(await place(ploy)).toMatchObject({ section: '1' })
    expect(await seenBy(ploy)).toEqual(all)
  })

  test('follows two sections that change names, and comes back with an undo', async () => {
    const wirun = await server.person()
    await enrol(db, course, wirun, 'student', { section: '2' })
    await makeException(db, course, assignment, { section: '2', due_at: ahead({ days: 5 }) })
    const theirs = [['Room 5'], 0, ahead({ days: 5 }).toISOString()]
    const items = await Promise.all(
      [ploy, nida, wirun].map(async (one) => ({ ...(await place(one)), section: one === wirun ? '1' : '2' })),
    )
    const { emptied } = await arthit.call(calls.editMany, { ...inCourse(), query: {}, body: { items } })
    expect(emptied).toEqual([
      { section: '1', to: '2', things: 3 },
      { section: '2', to: '1', things: 2 },
    ])
    expect([await seenBy(ploy), await seenBy(nida), await seenBy(wirun)]).toEqual([all, all, theirs])
    await undoLast()
    expect(await place(ploy)).toMatchObject({ section: '1' })
    expect([await seenBy(ploy), await seenBy(nida), await seenBy(wirun)]).toEqual([all, all, theirs])
  })

  test('follows also while it is removed, so that an undo brings it back to the same students', async () => {
    const wirun = await server.person()
    await enrol(db, course, wirun, 'student', { section: '2' })
    const room = (await arthit.call(announcements.list, inCourse())).find((one) => one.announcement_title === 'Room 5')
    const params = { course_id: course.id, announcement_id: room?._id ?? '' }
    await arthit.call(announcements.remove, { params, revision: room?.revision ?? 0 })
    const {
      items: [removal],
    } = await arthit.call(changes.list, inCourse())
    const items = await Promise.all(
      [ploy, nida, wirun].map(async (one) => ({ ...(await place(one)), section: one === wirun ? '1' : '2' })),
    )
    await arthit.call(calls.editMany, { ...inCourse(), query: {}, body: { items } })
    await arthit.call(changes.undo, { params: { course_id: course.id, change_id: removal?._id ?? '' } })
    expect([(await seenBy(wirun))[0], (await seenBy(ploy))[0]]).toEqual([['Room 5'], ['Welcome']])
  })

  test('follows along a row of sections, of which each takes the name of the next', async () => {
    const wirun = await server.person()
    await enrol(db, course, wirun, 'student', { section: '2' })
    const items = await Promise.all(
      [ploy, nida, wirun].map(async (one) => ({ ...(await place(one)), section: one === wirun ? '3' : '2' })),
    )
    await arthit.call(calls.editMany, { ...inCourse(), query: {}, body: { items } })
    expect([await seenBy(ploy), await seenBy(nida)]).toEqual([all, all])
    expect((await seenBy(wirun))[0]).toEqual(['Room 5'])
  })

  test('stays, and is counted when nobody is left, where they go to one that others are in, or to several', async () => {
    const wirun = await server.person()
    await enrol(db, course, wirun, 'student', { section: '2' })
    expect((await editMany([ploy], 'A')).emptied).toBeUndefined()
    expect(await seenBy(ploy)).toEqual(none)
    // The last one goes where another one is.
    expect((await editMany([nida], 'A')).emptied).toEqual([{ section: '1', things: 3 }])
    expect(await seenBy(nida)).toEqual(none)
    expect((await editMany([wirun], 'A')).emptied).toEqual([{ section: '2', things: 1 }])
    expect((await editMany([ploy, nida, wirun], '')).emptied).toBeUndefined()
  })

  test('stays where it was when those who wait for their first sign-in are still there', async () => {
    await add(nidas(), { section: '1' })
    expect((await editMany([ploy, nida], 'A')).emptied).toBeUndefined()
    expect(await seenBy(ploy)).toEqual(none)
  })

  test('keeps an exception that is there for the new section already', async () => {
    await makeException(db, course, assignment, { section: 'A', due_at: ahead({ days: 5 }) })
    await editMany([ploy, nida], 'A')
    expect(await seenBy(ploy)).toEqual([['Welcome'], 1, ahead({ days: 5 }).toISOString()])
    const kept = await db.selectFrom('exceptions').select('section').where('id', '=', exception.id).execute()
    expect(kept).toEqual([{ section: '1' }])
  })
})

test('nobody without the ability writes who is on the course, and nobody sees who waits or was removed', async () => {
  const body = { email: nidas() }
  for (const person of [ploy, mali]) {
    expect((await person.refused(calls.add, { ...inCourse(), body })).status).toBe(403)
    for (const call of [calls.pending, calls.removed]) expect((await person.refused(call, inCourse())).status).toBe(403)
  }
  const other = await makeCourse(db)
  await enrol(db, other, arthit, 'instructor')
  const params = { course_id: other.id, person_id: ploy.id }
  expect((await arthit.refused(calls.remove, { params, revision: 1 })).status).toBe(404)
})

test.each([1, 20])(
  'whoever is brought back by mistake leaves again by an undo with their groups, of %i',
  async (count) => {
    const people = await Promise.all(Array.from({ length: count }, () => server.person()))
    for (const person of people) await enrol(db, course, person)
    const [first = ploy] = people
    const earlier = await makeGroup(db, course, people)
    const ids = people.map(({ id }) => id)
    const items = await Promise.all(people.map(async (person) => ({ ...(await place(person)) })))
    const bringBack = () => arthit.call(calls.restore, { ...inCourse(), body: { items: ids } })
    const groupsOf = async () => {
      const rows = await db.selectFrom('group_members').select('group_id').where('person_id', 'in', ids).execute()
      return rows.map(({ group_id }) => group_id)
    }
    await arthit.call(calls.removeMany, { ...inCourse(), body: { items } })
    await bringBack()
    expect(await groupsOf()).toEqual(ids.map(() => earlier.id))
    // Meanwhile they are in another group.
    await db.deleteFrom('group_members').where('person_id', 'in', ids).execute()
    const later = await makeGroup(db, course, people)
    await undoLast()
    expect([await isOn(first), await groupsOf()]).toEqual([false, []])
    await bringBack()
    expect([await isOn(first), await groupsOf()]).toEqual([true, ids.map(() => later.id)])
  },
)

test('whoever was added and is in a group by now is not removed by an undo', async () => {
  await add(nidas())
  const nida = await signsIn(nidas(), true)
  await makeGroup(db, course, [nida])
  const [added] = (await arthit.call(changes.list, inCourse())).items
  const params = { course_id: course.id, change_id: added?._id ?? '' }
  expect((await arthit.refused(changes.undo, { params })).current).toMatchObject([
    { table: 'roster', reason: 'in_use' },
  ])
  expect(await isOn(nida)).toBe(true)
})

test('who joins with the password has the work that they had before they were removed', async () => {
  const group = await makeGroup(db, course, [ploy])
  await remove(ploy)
  const join_password_hash = await hashPassword('sesame')
  await setCourse(db, course, { join_password_hash })
  await ploy.call(courses.join, { body: { course_id: course.id, course_password: 'sesame' } })
  const params = { ...inCourse().params, grouping_id: group.grouping_id }
  expect((await ploy.call(groups.one, { params })).groups[0]?.members).toHaveLength(1)
  expect(await place(ploy)).toMatchObject({ role: 'student', section: '1' })
  expect(await arthit.call(calls.removed, inCourse())).toEqual([])
})

test('the history names the first of the people whom a change was about, and how many they were', async () => {
  await add(nidas(), { role: 'assistant' })
  const people = await Promise.all(Array.from({ length: 6 }, (_, n) => server.person({ first: `N${n}` })))
  for (const person of people) await enrol(db, course, person)
  const items = await Promise.all(people.map(async (person) => ({ ...(await place(person)), section: '7' })))
  await arthit.call(calls.editMany, { ...inCourse(), body: { items } })
  const history = (await arthit.call(changes.list, inCourse())).items
  expect(history.map(({ about }) => [about.people, (about.names as string[]).length])).toEqual([
    [6, 5],
    [1, 1],
  ])
  expect(history[0]?.about.names).toContainEqual(expect.stringMatching(/^N\d Jaidee$/))
  expect(history[1]?.about.names).toEqual([nidas()])
})
