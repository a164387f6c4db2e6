import { randomUUID } from 'node:crypto'
import { mostFound } from '../contract/courses.ts'
import { postsPage } from '../contract/discussions.ts'
import type { Body, Endpoint, Params, Query, Reply } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import type { Student, WithSheet, World } from './world.ts'

/* The calls of a student's day, each for many different people and courses. */

/** One request. */
export interface Ask {
  method: string
  path: string
  token: string
  /** As JSON. */
  body?: string
  headers?: Record<string, string>
}

export interface DayCall {
  name: string
  endpoint: Endpoint
  /** The status of a right answer: 304 may also be 200, when there is something new. */
  status: 200 | 304
  /** In turns; each turn of a write differs. */
  asks: (() => Ask)[]
  /** Whether the `data` of the answer is the requested one. */
  isRight(data: unknown): boolean
  /** The answer has hundreds of people or of posts. */
  large?: true
  /** Changes something. */
  writes?: true
}

type Asked<E extends Endpoint> = { params?: Params<E['path']>; query?: Query<E>; body?: Body<E> }

export function call<E extends Endpoint, W extends { token: string }>(
  name: string,
  endpoint: E,
  who: W[],
  asked: (who: W) => Asked<E>,
  isRight: (reply: Reply<E>) => boolean,
): DayCall {
  const ask = (one: W): Ask => {
    const { params, query, body } = asked(one)
    const values = (params ?? {}) as Record<string, string>
    const path = endpoint.path.replace(/:(\w+)/g, (_, key) => values[key] ?? '')
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    return {
      method: endpoint.method,
      path: path + search,
      token: one.token,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }
  }
  const asks =
    endpoint.method === 'GET'
      ? who.map((one) => Object.freeze(ask(one))).map((a) => () => a)
      : who.map((one) => () => ask(one))
  return {
    name,
    endpoint,
    status: 200,
    asks,
    isRight: (data) => isRight(data as Reply<E>),
    ...(endpoint.method !== 'GET' && { writes: true }),
  }
}

const inCourse = ({ course_id }: Student) => ({ params: { course_id } })
const ofSheet = ({ course_id, asgn_id }: WithSheet) => ({ course_id, asgn_id })
const words = 'The curve is steeper between 20 and 40 degrees, which the model does not explain. '.repeat(6)

/** Every call of the day. The world must have each kind of person in it. */
export function dayOf(world: World): DayCall[] {
  const { students, worksheets, handIns, busyTopics, largest } = world
  const { users, notifications, courses, announcements, schedules, assignments, contents } = contract
  const some = (list: unknown[]) => list.length > 0
  return [
    call(
      'home: me',
      users.me,
      students,
      () => ({}),
      (me) => me._id !== '',
    ),
    call(
      'home: notifications',
      notifications.list,
      students,
      () => ({}),
      (n) => some(n.notifications),
    ),
    call(
      'home: unread',
      notifications.unread,
      students,
      () => ({}),
      (n) => n.unread_notifications >= 0,
    ),
    call('home: upcoming', courses.upcoming, students, () => ({}), some),
    call('home: my courses', courses.mine, students, () => ({}), some),
    call('course home: course', courses.one, students, inCourse, (c) => some(c.course_roster)),
    call('course home: announcements', announcements.list, students, inCourse, some),
    call('course home: schedules', schedules.mine, students, inCourse, some),
    call('course home: activity', courses.activity, students, inCourse, some),
    call('contents', contents.list, students, inCourse, some),
    call('assignments', assignments.mine, students, inCourse, some),
    call('assignments: due', assignments.due, students, inCourse, Array.isArray),
    call(
      'worksheet',
      assignments.my,
      worksheets,
      (w) => ({ params: ofSheet(w) }),
      (a) => a.assignment_questionset.length === 12,
    ),
    call(
      'worksheet: draft',
      assignments.draft,
      worksheets,
      (w) => ({ params: ofSheet(w) }),
      (d) => typeof d.fields === 'object',
    ),
    call('save a draft', assignments.saveDraft, handIns, draftOf, (d) => d.updated_at !== null),
    call('submit', assignments.submit, handIns, answersOf, (r) => r.attempt >= 1),
    call('gradebook', contract.gradebook.mine, students, inCourse, some),
    {
      ...call('topic of 200 posts', contract.discussions.one, busyTopics, topicOf, (t) => t.posts.length === postsPage),
      large: true,
    },
    {
      ...call('roster of the largest', courses.roster, largest, inCourse, (r) => r.length > world.largestRoster * 0.8),
      large: true,
    },
    call(
      'find',
      courses.find,
      students,
      (s) => ({ query: { search: s.course_code } }),
      (f) => some(f) && f.length <= mostFound,
    ),
  ]
}

const topicOf = ({ course_id, discussion_id }: World['busyTopics'][number]) => ({
  params: { course_id, discussion_id },
})

/** The last draft of each sheet. */
const typed = new Map<WithSheet, string>()

/** Continues the draft; now and then begins anew, which makes a version. */
function draftOf(sheet: WithSheet): Asked<typeof contract.assignments.saveDraft> {
  const at = Date.now()
  const base = typed.get(sheet) ?? ''
  const value = base.length > 2_000 ? words : `${base}${words}${at}`
  typed.set(sheet, value)
  const fields = { textbox: { value, at, base }, [`item-${sheet.open[0]}`]: { value: String(at), at, base: '' } }
  return { params: ofSheet(sheet), body: { saves: [{ id: randomUUID(), fields }] } }
}

export function answersOf(sheet: WithSheet): Asked<typeof contract.assignments.submit> {
  return { params: ofSheet(sheet), body: { textbox: words, [`item-${sheet.open[0]}`]: randomUUID() } }
}
