import { expect, test } from 'vitest'
import { assignments } from '../../contract/assignments.ts'
import { changes } from '../../contract/changes.ts'
import { contents } from '../../contract/contents.ts'
import { courses } from '../../contract/courses.ts'
import { discussions } from '../../contract/discussions.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { gradebook } from '../../contract/gradebook.ts'
import { groups } from '../../contract/groups.ts'
import { notifications } from '../../contract/notifications.ts'
import { courseSettings } from '../../contract/staff/courses.ts'
import { users } from '../../contract/users.ts'
import { keyOf } from '../loading/call.ts'
import { concerns } from './concerns.ts'

/* The answers that a screen reads again after a change on the server. */

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`
const [physics, chemistry, essay, report] = [id(1), id(2), id(3), id(4)]
const all: Endpoint[] = [
  ...[courses.mine, courses.upcoming, courses.one, courses.roster, courses.activity, users.me],
  ...[notifications.list, notifications.unread],
  ...[assignments.mine, assignments.my, assignments.attempts, gradebook.mine, groups.list, discussions.list],
  ...[contents.list, contents.links],
]
/** Which of these answers are read again, of the course of physics and its essay. */
const readAgain = (changed: Parameters<typeof concerns>[0], course_id = physics, asgn_id = essay) =>
  all.filter((one) => concerns(changed, keyOf(one, { course_id, asgn_id })))

test('handing in concerns the work, what happened, and the gradebook, whose columns come from the work', () => {
  const changed = { courses: [physics], parts: ['work', 'activity'] as const, thing: essay }
  const ofAll = [courses.upcoming, notifications.list, notifications.unread]
  const lists = [assignments.mine, groups.list, gradebook.mine]
  const expected = [...ofAll, courses.activity, ...lists, assignments.my, assignments.attempts]
  expect(new Set(readAgain(changed))).toEqual(new Set(expected))
  // For another assignment only lists are read again; for another course only answers about all courses.
  expect(new Set(readAgain(changed, physics, report))).toEqual(new Set([...ofAll, courses.activity, ...lists]))
  expect(readAgain(changed, chemistry)).toEqual(ofAll)
})

test('a change of staff that is in no part, such as a link to join, is of the history and the settings', () => {
  const [history, settings] = [changes.list, courseSettings.settings].map((one) => keyOf(one, { course_id: physics }))
  const nothing = { courses: [physics], parts: [] }
  expect([history, settings].map((key) => concerns(nothing, key ?? []))).toEqual([true, true])
  expect(readAgain(nothing)).toEqual([])
})

test('a score is of the gradebook', () => {
  expect(readAgain({ courses: [physics], parts: ['scores'] })).toEqual([gradebook.mine])
})

test('what was read elsewhere is of the notifications alone', () => {
  expect(readAgain({ courses: [], parts: ['activity'] })).toEqual([notifications.list, notifications.unread])
})

test('who has joined reads all of that course, and what is of all courses', () => {
  const expected = all.filter((one) => one !== users.me)
  expect(readAgain({ courses: [physics] })).toEqual(expected)
})
