import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { giveFeedback, showFeedback } from '../assignments/testing.ts'
import { seed } from '../changes/change.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import {
  enrol,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeGroup,
  makeMeeting,
  submit,
  type Thing,
} from '../testing/world.ts'
import { recordActivity } from './record.ts'

const server = await useServer()
const { db } = server

let course: Thing
let ploy: SignedIn
let nat: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat] = [await server.person({ first: 'Ploy' }), await server.person({ first: 'Nat' })]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
})

const titlesOf = async (person: SignedIn) => {
  const { notifications } = await person.call(contract.notifications.list)
  const activity = await person.call(contract.courses.activity, { params: { course_id: course.id } })
  const titles = notifications.map((n) => n.message.message)
  expect(activity.map((a) => a.title)).toEqual(titles)
  return titles
}

const happened = (subject: Thing) => ({
  course_id: course.id,
  subject_id: subject.id,
  actor_id: null,
  created_at: server.clock.now(),
})

/** A file in a folder. */
async function makeFile() {
  const folder = await makeContent(db, course, { name: 'Week 1' })
  return { folder, file: await makeContent(db, course, { parent_id: folder.id }) }
}

const gone = (table: 'announcements' | 'assignments' | 'contents' | 'meetings' | 'groupings', { id }: Thing) =>
  seed(db, (trx) => trx.updateTable(table).set({ deleted_at: new Date() }).where('id', '=', id).execute())

describe('what happened to a thing is read by nobody once it is not there', () => {
  test('of an announcement, an assignment, a meeting and a file, by itself or with its folder', async () => {
    const announcement = await makeAnnouncement(db, course, { title: 'Rooms' })
    const assignment = await makeAssignment(db, course, { name: 'Quiz' })
    const meeting = await makeMeeting(db, course, { title: 'Lab' })
    const { folder, file } = await makeFile()
    await recordActivity(db, { ...happened(announcement), kind: 'announcement_posted' })
    await recordActivity(db, { ...happened(assignment), kind: 'assignment_posted' })
    await recordActivity(db, { ...happened(meeting), kind: 'meeting_posted' })
    await recordActivity(db, { ...happened(file), kind: 'content_posted' })
    expect((await titlesOf(ploy)).sort()).toEqual(['Lab', 'Quiz', 'Rooms', 'Week 1 › Slides'])
    await gone('contents', folder)
    expect((await titlesOf(ploy)).sort()).toEqual(['Lab', 'Quiz', 'Rooms'])
    await gone('meetings', meeting)
    await gone('assignments', assignment)
    await gone('announcements', announcement)
    expect(await titlesOf(ploy)).toEqual([])
  })

  test('of feedback that is hidden again, which was the person’s own alone', async () => {
    const quiz = await makeAssignment(db, course, { name: 'Quiz' })
    await submit(db, course, quiz, ploy)
    const { id } = await submit(db, course, quiz, ploy, { attempt: 2 })
    await giveFeedback(db, course, { _id: id })
    await recordActivity(db, { ...happened({ id }), kind: 'graded', people: [ploy.id] })
    expect([await titlesOf(ploy), await titlesOf(nat)]).toEqual([['Quiz (attempt 2)'], []])
    const [told] = await ploy.call(contract.courses.activity, { params: { course_id: course.id } })
    expect(told?.location, 'where the feedback is').toBe(`/course/${course.id}/assignments/${quiz.id}/worksheet`)
    await showFeedback(db, id, false)
    expect(await titlesOf(ploy)).toEqual([])
  })

  test('of what a group handed in, and of the group', async () => {
    const group = await makeGroup(db, course, [ploy, nat])
    const project = await makeAssignment(db, course, { name: 'Project', grouping_id: group.grouping_id })
    const params = { person: 'Nat' }
    const work = await submit(db, course, project, group)
    const late = { ...params, late: true }
    await recordActivity(db, { ...happened(work), kind: 'handed_in', params: late, people: [ploy.id] })
    await recordActivity(db, { ...happened(group), kind: 'added_to_group', params, people: [ploy.id] })
    expect((await titlesOf(ploy)).sort()).toEqual([
      'Nat added you to the group Group 1',
      'Nat submitted Project for Group 1, late',
    ])
    expect(await titlesOf(nat)).toEqual([])
    await gone('assignments', project)
    expect(await titlesOf(ploy)).toEqual(['Nat added you to the group Group 1'])
    await gone('groupings', { id: group.grouping_id })
    expect(await titlesOf(ploy)).toEqual([])
  })
})

test('a thing that has another name by now is told by that', async () => {
  const { subject_id } = await makeActivity(db, course, { title: 'Rooms' })
  expect(await titlesOf(ploy)).toEqual(['Rooms'])
  await seed(db, (trx) =>
    trx.updateTable('announcements').set({ title: 'Other rooms' }).where('id', '=', subject_id).execute(),
  )
  expect(await titlesOf(ploy)).toEqual(['Other rooms'])
})

test('everyone on the course reads what is recorded for all, and those who look learn it', async () => {
  const one = await makeAnnouncement(db, course, { title: 'one' })
  expect(await recordActivity(db, { ...happened(one), kind: 'announcement_posted' })).toEqual([
    { kind: 'course_changed', course_id: course.id, parts: ['activity', 'materials'] },
  ])
  expect([await titlesOf(ploy), await titlesOf(nat)]).toEqual([['one'], ['one']])
})

test('what concerns nobody is recorded for nobody', async () => {
  const announcement = await makeAnnouncement(db, course)
  const event = { ...happened(announcement), kind: 'announcement_posted' as const }
  expect(await recordActivity(db, { ...event, people: [] })).toEqual([])
  expect(await titlesOf(ploy)).toEqual([])
})
