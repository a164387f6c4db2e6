import type { ChangeKind } from '../../contract/changes.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { jobs } from '../../contract/jobs.ts'
import { offline } from '../../contract/staff/offline.ts'
import { giveFeedback, makeUpload } from '../assignments/testing.ts'
import { openCode } from '../attendance/testing.ts'
import { change, seed } from '../changes/change.ts'
import { addInvitation, inviteInstructor, newInvitation } from '../courses/invite.ts'
import { hashPassword } from '../courses/passwords.ts'
import { getSetup } from '../gradebook/queries.ts'
import { newId } from '../ids.ts'
import { removePlaces } from '../roster/places.ts'
import { saveComment } from '../savedComments/queries.ts'
import { type FormPart, film, upload } from '../uploads/testing.ts'
import type { Input } from './client.ts'
import { ahead } from './clock.ts'
import type { SignedIn, TestServer } from './server.ts'
import {
  enrol,
  enterGroup,
  makeActivity,
  makeAnnouncement,
  makeAssignment,
  makeContent,
  makeCourse,
  makeGroup,
  makeGrouping,
  makeJoinLink,
  makeLink,
  makeMeeting,
  makeMessage,
  makePerson,
  makePlaylist,
  makeSchedule,
  makeTopic,
  submit,
  type Thing,
} from './world.ts'

/*
 * A call of every endpoint that succeeds for a person who may make it, with real ids and a right body. An endpoint
 * without an example does not compile. Each example makes its own things, so that calls do not interfere.
 */

export interface Place {
  server: TestServer
  course: Thing
  /** The caller, or a member of the course in place of a person without access. */
  person: SignedIn
}

export type Example<E extends Endpoint> = Input<E> &
  (E extends { revision: true } ? { revision: number } : unknown) &
  (E extends { form: string } ? { form: FormPart } : unknown)

type Contract = typeof contract
type Examples = {
  [Noun in keyof Contract]: {
    [Call in keyof Contract[Noun]]: Contract[Noun][Call] extends Endpoint
      ? (place: Place) => Example<Contract[Noun][Call]> | Promise<Example<Contract[Noun][Call]>>
      : never
  }
}

const nothing = () => ({})
const newCourse = () => ({
  body: {
    ...{ course_code: newId(), course_name: 'Physics' },
    ...{ course_academic_year: '2026', course_semester: '2' },
  },
})
const inCourse = ({ course }: Place) => ({ params: { course_id: course.id } })

async function announcement({ server: { db }, course }: Place) {
  const { id } = await makeAnnouncement(db, course)
  return { params: { course_id: course.id, announcement_id: id } }
}

async function assignment({ server: { db }, course }: Place) {
  const { id } = await makeAssignment(db, course)
  return { params: { course_id: course.id, asgn_id: id } }
}

async function submission(place: Place) {
  const { params } = await assignment(place)
  const { id } = await submit(place.server.db, place.course, { id: params.asgn_id }, place.person)
  return { params: { ...params, submission_id: id } }
}

async function work(place: Place) {
  const { params } = await submission(place)
  const { submission_id, course_id } = params
  return {
    params: { course_id, asgn_id: params.asgn_id },
    id: submission_id,
    owner: place.person.id,
    of: { params: { course_id, submission_id } },
  }
}

/** A submission of the caller with a released grade. */
async function graded(place: Place) {
  const input = await submission(place)
  await giveFeedback(place.server.db, place.course, { _id: input.params.submission_id })
  return input
}

/** A regrade request about a part of it. */
async function regrade(place: Place) {
  const { params } = await graded(place)
  const { course_id, asgn_id, submission_id } = params
  const id = newId()
  const row = {
    ...{ course_id, id, assignment_id: asgn_id, submission_id, owner_id: place.person.id, part: 'textbox' },
    ...{ content: 'Is it not right?', asked_by: place.person.id, asked_at: place.server.clock.now() },
  }
  await seed(place.server.db, (trx) => trx.insertInto('regrade_requests').values(row).execute())
  return { params: { course_id, submission_id, regrade_id: id } }
}

const grade = { parts: {}, applied: [], override: '7.5', override_reason: 'Shown in class', comment: 'Well done' }

async function rubricItem(place: Place) {
  const { params } = await assignment(place)
  const id = newId()
  const item = { course_id: params.course_id, id, assignment_id: params.asgn_id, part: '', title: 'Late', points: '-1' }
  await seed(place.server.db, (trx) => trx.insertInto('rubric_items').values(item).execute())
  return { params: { ...params, item_id: id } }
}

const byStaff = ({ server: { clock }, course, person }: Place, kind: ChangeKind) => ({
  ...{ courseId: course.id, actorId: person.id, kind },
  ...{ about: { _id: newId(), title: 'Welcome' }, at: clock.now() },
})

async function plannedRelease(place: Place) {
  const { params } = await assignment(place)
  const [db, id] = [place.server.db, newId()]
  const row = { course_id: params.course_id, id, assignment_id: params.asgn_id, release_at: ahead({ days: 300 }) }
  await change(db, byStaff(place, 'release_planned'), (trx) => trx.insertInto('planned_releases').values(row).execute())
  return { params: { ...params, release_id: id } }
}

async function changed(place: Place) {
  const {
    server: { db },
    course,
  } = place
  const { id } = await makeAnnouncement(db, course)
  const { id: change_id } = await change(db, byStaff(place, 'announcement_edited'), (trx) =>
    trx.updateTable('announcements').set({ pinned: true }).where('id', '=', id).execute(),
  )
  return { params: { course_id: course.id, change_id } }
}

/** A student other than the caller. */
async function student({ server: { db }, course }: Place) {
  const { id: person_id } = await makePerson(db)
  await enrol(db, course, { id: person_id })
  return { params: { course_id: course.id, person_id } }
}
async function member(place: Place) {
  const { params } = await student(place)
  await makeGroup(place.server.db, place.course, [{ id: params.person_id }])
  return { params }
}
const studentItem = async (place: Place) => ({ _id: (await student(place)).params.person_id, revision: 1 })

async function content({ server: { db }, course }: Place) {
  const { id } = await makeContent(db, course)
  return { params: { course_id: course.id, content_id: id } }
}

async function schedule({ server: { db }, course }: Place) {
  const { id } = await makeSchedule(db, course)
  return { params: { course_id: course.id, schedule_id: id } }
}

const lecture = {
  schedule_name: 'Lecture',
  schedule_start: ahead({ days: 1 }).toISOString(),
  schedule_end: ahead({ days: 1, hours: 2 }).toISOString(),
}

async function link({ server: { db }, course }: Place) {
  const { id } = await makeLink(db, course)
  return { params: { course_id: course.id, link_id: id } }
}

async function playlist({ server: { db }, course }: Place) {
  const { id } = await makePlaylist(db, course)
  return { params: { course_id: course.id, row_id: id } }
}

async function meeting({ server: { db }, course }: Place) {
  const { id } = await makeMeeting(db, course)
  return { params: { course_id: course.id, meeting_id: id } }
}

async function holiday({ server: { db }, course }: Place) {
  const row = { course_id: course.id, id: newId(), first_day: '2026-12-05', last_day: '2026-12-05' }
  await seed(db, (trx) => trx.insertInto('holidays').values(row).execute())
  return { params: { course_id: course.id, holiday_id: row.id } }
}

/** A column by hand, and a student. */
async function column(place: Place, released = true) {
  const row = { course_id: place.course.id, id: newId(), name: 'Quiz', score: 10, released }
  await seed(place.server.db, (trx) => trx.insertInto('gradables').values(row).execute())
  const { params } = await student(place)
  return { params: { ...params, gradable_id: row.id } }
}

/** A submission with a grader's mark on it. */
async function marked(place: Place) {
  const { db } = place.server
  const { params } = await submission(place)
  const { submission_id } = params
  const row = { course_id: place.course.id, id: newId(), submission_id, created_at: place.server.clock.now() }
  const drawn = { field: 'textbox', kind: 'pin', colour: 'accent', shape: JSON.stringify({ from: [1, 0], to: [1, 4] }) }
  await seed(db, (trx) =>
    trx
      .insertInto('marks')
      .values({ ...row, ...drawn })
      .execute(),
  )
  return { params: { ...params, mark_id: row.id } }
}

async function grouping({ server: { db }, course }: Place) {
  const { id } = await makeGrouping(db, course)
  return { params: { course_id: course.id, grouping_id: id } }
}

/** A group without members. */
async function group({ server: { db }, course }: Place) {
  const { id: group_id, grouping_id } = await makeGroup(db, course, [])
  return { params: { course_id: course.id, grouping_id, group_id } }
}

async function ownGroup(place: Place) {
  const input = await group(place)
  const { group_id: id, grouping_id } = input.params
  await enterGroup(place.server.db, place.course, { id, grouping_id }, place.person)
  return input
}

async function topic({ server: { db }, course, person }: Place) {
  const { id } = await makeTopic(db, course, { author_id: person.id })
  return { params: { course_id: course.id, discussion_id: id } }
}

const text = { content: 'Hello' }

async function post(place: Place) {
  const { params } = await topic(place)
  const id = newId()
  await place.server.db
    .insertInto('posts')
    .values({ course_id: place.course.id, topic_id: params.discussion_id, id, author_id: place.person.id, ...text })
    .execute()
  return { params: { ...params, post_id: id } }
}

async function comment(place: Place) {
  const { params } = await post(place)
  const id = newId()
  const { discussion_id: topic_id, post_id } = params
  await place.server.db
    .insertInto('comments')
    .values({ course_id: place.course.id, topic_id, post_id, id, author_id: place.person.id, ...text })
    .execute()
  return { params: { ...params, comment_id: id } }
}

async function textInTopic(place: Place) {
  const { course_id, discussion_id, post_id: text_id } = (await post(place)).params
  return { params: { course_id, discussion_id, text_id } }
}

/** In a course of its own, which the person may set. */
async function job({ server: { db }, person }: Place) {
  const { id: course_id } = await makeCourse(db)
  await enrol(db, { id: course_id }, person, 'instructor')
  const { job: job_id } = await person.call(jobs.exportHistory, { params: { course_id } })
  return { params: { job_id } }
}

const password = 'open sesame'
const password_hash = hashPassword(password)

export const examples: Examples = {
  session: { provider: nothing, callback: nothing, account: nothing, end: nothing },
  users: { me: nothing },
  notifications: {
    list: nothing,
    unread: nothing,
    readAll: nothing,
    readOne: async ({ server, course }) => ({
      params: { notification_id: (await makeActivity(server.db, course)).id },
    }),
    stream: nothing,
  },
  courses: {
    mine: nothing,
    upcoming: nothing,
    find: () => ({ query: { search: '2110' } }),
    join: async ({ server: { db } }) => {
      const { id } = await makeCourse(db, { join_password_hash: await password_hash })
      return { body: { course_id: id, course_password: password } }
    },
    register: async ({ server: { db, clock } }) => {
      const expires = new Date(clock.now().getTime() + 86_400_000)
      const { id: courseId } = await makeCourse(db)
      return { body: await inviteInstructor(db, { courseId, expires, uses: 1 }) }
    },
    one: inCourse,
    can: inCourse,
    activity: inCourse,
    roster: inCourse,
    create: newCourse,
    settings: inCourse,
    edit: async (place) => {
      const ofCourse = place.server.db.selectFrom('courses').select('revision').where('id', '=', place.course.id)
      return { ...inCourse(place), body: { course_name: newId() }, ...(await ofCourse.executeTakeFirstOrThrow()) }
    },
    addJoinLink: (place) => ({ ...inCourse(place), body: { days: 7 } }),
    revokeJoinLink: async (place) => {
      const { id } = await makeJoinLink(place.server.db, place.course)
      return { params: { course_id: place.course.id, link_id: id } }
    },
    invited: async ({ server: { db } }) => {
      const course = await makeCourse(db)
      const { token: link } = await makeJoinLink(db, course)
      return { query: { course: course.id, link } }
    },
    joinByLink: async ({ server: { db } }) => {
      const { id: course_id } = await makeCourse(db)
      const { token: link } = await makeJoinLink(db, { id: course_id })
      return { body: { course_id, link } }
    },
  },
  adminCourses: {
    list: nothing,
    create: newCourse,
    appoint: async ({ server: { db } }) => {
      const email = `${newId()}@example.org`
      await makePerson(db, { email })
      return { body: { email, may_create: true } }
    },
  },
  copies: {
    start: inCourse,
    dates: (place) => ({
      ...inCourse(place),
      query: { parts: 'classes', first_day: '2026-08-10', new_first_day: '2027-08-09' },
    }),
    make: (place) => ({
      ...inCourse(place),
      body: { ...newCourse().body, parts: ['classes'], first_day: '2026-08-10', new_first_day: '2027-08-09' },
    }),
  },
  dates: {
    list: inCourse,
    move: async (place) => {
      const { params } = await schedule(place)
      const at = new Date(place.server.clock.now().getTime() + 2 * 86_400_000).toISOString()
      const item = { _id: params.schedule_id, thing: 'class', field: 'start_at', revision: 1, at } as const
      return { params, body: { items: [item] } }
    },
    check: inCourse,
  },
  grading: {
    table: inCourse,
    write: async (place) => {
      const { params } = await column(place)
      const { course_id, gradable_id, person_id } = params
      return { params: { course_id }, body: { items: [{ person_id, gradable_id, score: 7.5, was: null }] } }
    },
    history: (place) => column(place),
    addColumn: (place) => ({ ...inCourse(place), body: { gradable_name: 'Quiz', gradable_score: 10 } }),
    editColumn: async (place) => ({ ...(await column(place)), body: { gradable_name: 'Midterm' }, revision: 1 }),
    removeColumn: async (place) => ({ ...(await column(place, false)), revision: 1 }),
    setUp: async (place) => ({
      ...inCourse(place),
      body: { categories: [{ name: 'Labs', weight: 100 }], letters: [{ letter: 'S', from: 50 }] },
      revision: (await getSetup(place.server.db, place.course.id)).revision,
    }),
    final: (place) => ({ ...inCourse(place), body: { released: true } }),
  },
  curves: {
    apply: async (place) => {
      const { params } = await column(place)
      const { course_id, gradable_id, person_id } = params
      const entry = { course_id, gradable_id, person_id, score: 5 }
      await seed(place.server.db, (trx) => trx.insertInto('entries').values(entry).execute())
      return { params: { course_id, gradable_id }, body: { curve: { kind: 'add', points: 1 } } }
    },
  },
  gradeTables: {
    csv: inCourse,
    xlsx: inCourse,
    import: async (place) => {
      const { params } = await column(place)
      const { course_id, gradable_id, person_id } = params
      const bytes = `Person,${gradable_id}\n${person_id},7.5\n`
      return { params: { course_id }, form: { filename: 'grades.csv', bytes } }
    },
  },
  marks: {
    list: marked,
    shown: marked,
    create: async (place) => ({
      ...(await marked(place)),
      body: { field: 'textbox', kind: 'highlight', shape: { from: [1, 0], to: [1, 4] } },
    }),
    edit: async (place) => ({ ...(await marked(place)), body: { comment: 'Well done' }, revision: 1 }),
    remove: async (place) => ({ ...(await marked(place)), revision: 1 }),
  },
  hiddenNames: { set: async (place) => ({ ...(await assignment(place)), body: { hidden: true } }) },
  holidays: {
    list: inCourse,
    create: (place) => ({ ...inCourse(place), body: { holiday_name: 'Father’s Day', holiday_first: '2026-12-05' } }),
    edit: async (place) => ({ ...(await holiday(place)), body: { holiday_last: '2026-12-31' }, revision: 1 }),
    remove: async (place) => ({ ...(await holiday(place)), revision: 1 }),
  },
  schedules: {
    mine: inCourse,
    create: (place) => ({ ...inCourse(place), body: lecture }),
    edit: async (place) => ({ ...(await schedule(place)), body: { schedule_location: 'Room 5' }, revision: 1 }),
    remove: async (place) => ({ ...(await schedule(place)), revision: 1 }),
  },
  attendance: {
    counts: inCourse,
    sheet: schedule,
    take: async (place) => {
      const student = await place.server.person()
      await enrol(place.server.db, place.course, student)
      return { ...(await schedule(place)), body: { items: [{ person_id: student.id, code: 3 }] } }
    },
    code: schedule,
    openCode: async (place) => ({ ...(await schedule(place)), body: {} }),
    closeCode: schedule,
    mark: async (place) => {
      const { params } = await schedule(place)
      const code = await openCode(place.server, params)
      return { params, body: { code, schedule_id: params.schedule_id } }
    },
  },
  announcements: {
    list: inCourse,
    titles: inCourse,
    one: announcement,
    create: (place) => ({ ...inCourse(place), body: { announcement_title: 'Room 5' } }),
    edit: async (place) => ({ ...(await announcement(place)), body: { pinned: true }, revision: 1 }),
    remove: async (place) => ({ ...(await announcement(place)), revision: 1 }),
  },
  changes: { list: inCourse, one: changed, undo: changed },
  invitations: {
    list: inCourse,
    create: (place) => ({ ...inCourse(place), body: {} }),
    revoke: async (place) => {
      const invitation = await newInvitation()
      const id = newId()
      const facts = { courseId: place.course.id, uses: 1, expires: ahead({ days: 1 }), now: place.server.clock.now() }
      await seed(place.server.db, (trx) =>
        addInvitation(trx, { id, ...invitation, ...facts, role: 'assistant', createdBy: null }),
      )
      return { params: { course_id: place.course.id, invitation_id: id } }
    },
  },
  messages: {
    list: inCourse,
    send: (place) => ({ ...inCourse(place), body: { people: 'all', title: 'No class' } }),
    one: async (place) => {
      const { id } = await makeMessage(place.server.db, place.course, { title: 'No class' })
      return { params: { course_id: place.course.id, message_id: id } }
    },
  },
  people: {
    one: student,
    accommodate: async (place) => ({
      ...(await student(place)),
      body: { time_percent: 150, extra_days: 2 },
      revision: 0,
    }),
  },
  roster: {
    pending: inCourse,
    removed: inCourse,
    add: (place) => ({ ...inCourse(place), body: { email: `${newId()}@example.org` } }),
    edit: async (place) => ({ ...(await student(place)), body: { section: '2' }, revision: 1 }),
    remove: async (place) => ({ ...(await member(place)), revision: 1 }),
    editMany: async (place) => ({
      ...inCourse(place),
      body: { items: [{ ...(await studentItem(place)), section: '2' }] },
    }),
    removeMany: async (place) => ({
      ...inCourse(place),
      body: { items: [{ _id: (await member(place)).params.person_id, revision: 1 }] },
    }),
    import: (place) => ({ ...inCourse(place), form: { filename: 'people.csv', bytes: 'email\nploy@example.org\n' } }),
    restore: async (place) => {
      const { params } = await member(place)
      await change(place.server.db, byStaff(place, 'people_removed'), (trx) =>
        removePlaces(trx, place.course.id, [params.person_id], place.server.clock.now()),
      )
      return { ...inCourse(place), body: { items: [params.person_id] } }
    },
  },
  savedComments: {
    list: inCourse,
    save: (place) => ({ ...inCourse(place), body: { text: 'Show your work.' } }),
    remove: async ({ server, course, person }) => {
      const kept = { id: newId(), personId: person.id, text: 'Show your work.', now: server.clock.now() }
      const { _id } = await saveComment(server.db, kept)
      return { params: { course_id: course.id, comment_id: _id } }
    },
  },
  submissions: {
    submissions: assignment,
    work: async (place) => (await work(place)).of,
    grade: async (place) => (await work(place)).of,
    save: async (place) => ({ ...(await work(place)).of, revision: 0, body: grade }),
    keepDraft: async (place) => ({ ...(await work(place)).of, body: { fields: { comment: 'Well' } } }),
    addItem: async (place) => ({
      ...(await assignment(place)),
      body: { part: '', title: 'No example', points: '-1' },
    }),
    editItem: async (place) => ({ ...(await rubricItem(place)), revision: 1, body: { points: '-2' } }),
    removeItem: async (place) => ({ ...(await rubricItem(place)), revision: 1 }),
    release: async (place) => {
      const { params, owner, id } = await work(place)
      await giveFeedback(place.server.db, place.course, { _id: id }, { show: false })
      return { params, body: { people: [owner], shown: true } }
    },
    divide: async (place) => {
      const { params, owner } = await work(place)
      return { params, body: { people: [owner], graders: [place.person.id] } }
    },
  },
  releases: {
    planned: plannedRelease,
    move: async (place) => ({
      ...(await plannedRelease(place)),
      ...{ revision: 1, body: { at: ahead({ days: 301 }).toISOString() } },
    }),
    cancel: async (place) => ({ ...(await plannedRelease(place)), revision: 1 }),
  },
  feedback: {
    shown: graded,
    ask: async (place) => ({ ...(await graded(place)), body: { part: 'textbox', text: 'Is it not right?' } }),
    regrades: async (place) => ({ params: (await regrade(place)).params }),
    answer: async (place) => ({ ...(await regrade(place)), body: { text: 'It is.' } }),
  },
  sections: { list: inCourse },
  statistics: { assignment, course: inCourse },
  presence: {
    at: ({ course }) => ({ params: { course_id: course.id, thing_id: newId() }, body: { doing: 'looking' } }),
  },
  offline: {
    prepare: async (place) => ({ ...(await assignment(place)), body: { people: 'all' as const, language: 'th' } }),
    archive: async (place) => {
      const { params } = await assignment(place)
      const grader = await place.server.person()
      await enrol(place.server.db, place.course, grader, 'assistant')
      const { address } = await grader.call(offline.prepare, { params, body: { people: 'all' } })
      const { pathname, searchParams } = new URL(address, 'http://localhost')
      const query = { e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' }
      return {
        params: { ...inCourse(place).params, archive_id: pathname.split('/').at(-2) ?? '', filename: 'works.zip' },
        query,
      }
    },
    import: async (place) => {
      const { params, id } = await work(place)
      const bytes = `Work id,Revision,[textbox]\n${id},0,7\n`
      return { params, form: { filename: 'grades.csv', bytes } }
    },
  },
  answers: {
    list: assignment,
    grade: async (place) => {
      const { params, id } = await work(place)
      return { params, body: { part: 'textbox', works: [{ _id: id, revision: 0 }], points: '2' } }
    },
  },
  assignments: {
    create: (place) => ({ ...inCourse(place), body: { assignment_name: 'Quiz' } }),
    edit: async (place) => ({
      ...(await assignment(place)),
      revision: 1,
      body: { assignment_questionset: [{ kind: 'open' as const, question: 'Why?' }] },
    }),
    remove: async (place) => ({ ...(await assignment(place)), revision: 1 }),
    copy: async (place) => {
      const { params } = await assignment(place)
      return { ...inCourse(place), body: { items: [{ asgn_id: params.asgn_id }] } }
    },
    mine: inCourse,
    due: inCourse,
    one: assignment,
    my: assignment,
    submit: async (place) => ({ ...(await assignment(place)), body: { textbox: 'My answer' } }),
    begin: async ({ server: { db }, course }) => {
      const { id } = await makeAssignment(db, course, { time_limit: 30 })
      return { params: { course_id: course.id, asgn_id: id } }
    },
    attempts: assignment,
    attempt: submission,
    receipt: submission,
    draft: assignment,
    saveDraft: async (place) => ({
      ...(await assignment(place)),
      body: { saves: [{ id: newId(), fields: { textbox: { value: 'My', at: place.server.clock.now().getTime() } } }] },
    }),
    draftWriters: async (place) => ({ ...(await assignment(place)), body: { here: true } }),
    draftVersions: assignment,
  },
  bank: { list: inCourse, filters: inCourse },
  exceptions: {
    list: assignment,
    put: async (place) => {
      const { params } = await student(place)
      const body = [{ people: [params.person_id], due: ahead({ days: 3 }).toISOString(), reason: 'Ill' }]
      return { ...(await assignment(place)), body }
    },
  },
  receipts: { verify: () => ({ body: { receipt: 'a receipt' } }) },
  uploads: {
    create: () => ({ form: { filename: 'notes.txt', bytes: 'Hello' } }),
    own: async ({ server, person }) => ({ query: { ids: (await makeUpload(server.db, person)).id } }),
    remove: async ({ server, person }) => ({ body: { location: (await makeUpload(server.db, person)).location } }),
    file: async ({ person }) => {
      const { location, filename } = await upload(person, 'Hello')
      const { pathname, searchParams } = new URL(location, 'http://localhost')
      const query = { e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' }
      return { params: { upload_id: pathname.split('/').at(-2) ?? '', filename }, query }
    },
  },
  contents: {
    list: inCourse,
    one: content,
    links: inCourse,
    playlists: inCourse,
    create: (place) => ({ ...inCourse(place), body: { file_name: 'Week 1' } }),
    edit: async (place) => ({ ...(await content(place)), body: { file_name: 'Week 2' }, revision: 1 }),
    remove: async (place) => ({ ...(await content(place)), revision: 1 }),
    opened: content,
    openers: content,
    versions: content,
    editMany: async (place) => {
      const { params } = await content(place)
      return { params, body: { items: [{ _id: params.content_id, revision: 1, publish_at: null }] } }
    },
    removeMany: async (place) => {
      const { params } = await content(place)
      return { params, body: { items: [{ _id: params.content_id, revision: 1 }] } }
    },
    order: async (place) => {
      const { params } = await content(place)
      return { params, body: { parent_id: null, items: [params.content_id] } }
    },
  },
  links: {
    create: (place) => ({
      ...inCourse(place),
      body: { link_name: 'Reading', link_url: 'https://library.example.org/1' },
    }),
    edit: async (place) => ({ ...(await link(place)), body: { link_name: 'Reading 2' }, revision: 1 }),
    remove: async (place) => ({ ...(await link(place)), revision: 1 }),
  },
  playlists: {
    look: (place) => ({ ...inCourse(place), body: { playlist_id: 'PL1' } }),
    create: (place) => ({ ...inCourse(place), body: { playlist_title: 'Lectures', playlist_id: 'PL1' } }),
    edit: async (place) => ({ ...(await playlist(place)), body: { playlist_title: 'Talks' }, revision: 1 }),
    remove: async (place) => ({ ...(await playlist(place)), revision: 1 }),
  },
  meetings: {
    list: inCourse,
    one: meeting,
    create: (place) => ({
      ...inCourse(place),
      body: { meeting_title: 'Office hour', meeting_start: ahead({ days: 1 }).toISOString() },
    }),
    upload: (place) => ({ ...inCourse(place), form: { filename: 'lecture.mp4', bytes: film(100) } }),
    edit: async (place) => ({ ...(await meeting(place)), body: { meeting_host: 'Mali' }, revision: 1 }),
    remove: async (place) => ({ ...(await meeting(place)), revision: 1 }),
  },
  gradebook: { mine: inCourse, explain: inCourse },
  groups: {
    list: inCourse,
    one: group,
    create: async (place) => {
      const { params } = await group(place)
      const other = await place.server.person()
      await enrol(place.server.db, place.course, other)
      return { params, body: { name: 'Rain', members: [other.id] } }
    },
    accept: ownGroup,
    leave: ownGroup,
    createGrouping: (place) => ({ ...inCourse(place), body: { grouping_name: 'Teams' } }),
    editGrouping: async (place) => ({ ...(await grouping(place)), body: { max_size: 4 }, revision: 1 }),
    removeGrouping: async (place) => ({ ...(await grouping(place)), revision: 1 }),
    random: async (place) => {
      await enrol(place.server.db, place.course, await place.server.person())
      return { ...(await grouping(place)), body: { size: 4, balanced: true, name: 'Team' } }
    },
    move: async (place) => {
      const { params } = await group(place)
      const student = await place.server.person()
      await enrol(place.server.db, place.course, student)
      return { params, body: { items: [{ person_id: student.id, group_id: params.group_id }] } }
    },
    editGroup: async (place) => ({ ...(await group(place)), body: { name: 'Rain' }, revision: 1 }),
    removeGroup: async (place) => ({ ...(await group(place)), revision: 1 }),
    removeEmpty: group,
    import: async (place) => {
      const { params } = await grouping(place)
      const email = `${newId()}@example.org`
      await enrol(place.server.db, place.course, await place.server.person({ email }))
      return { params, form: { filename: 'groups.csv', bytes: `email,group\n${email},Rain\n` } }
    },
  },
  discussions: {
    list: inCourse,
    one: topic,
    seen: async (place) => ({ ...(await topic(place)), body: { until: place.server.clock.now().toISOString() } }),
    post: async (place) => ({ ...(await topic(place)), body: text }),
    comment: async (place) => ({ ...(await post(place)), body: text }),
    reply: async (place) => ({ ...(await comment(place)), body: text }),
    editText: async (place) => ({ ...(await textInTopic(place)), body: { content: 'Hello again' } }),
    deleteText: textInTopic,
    versions: textInTopic,
    create: (place) => ({ ...inCourse(place), body: { discussion_title: 'Questions' } }),
    edit: async (place) => ({ ...(await topic(place)), body: { pinned: true }, revision: 1 }),
    remove: async (place) => ({ ...(await topic(place)), revision: 1 }),
    hide: async (place) => ({ ...(await textInTopic(place)), body: { reason: 'Off topic' } }),
    restore: async (place) => {
      const { params } = await textInTopic(place)
      const row = { course_id: params.course_id, topic_id: params.discussion_id, id: params.text_id, reason: '' }
      await seed(place.server.db, (trx) => trx.insertInto('hidden_texts').values(row).execute())
      return { params }
    },
    endorse: textInTopic,
    unendorse: async (place) => {
      const { params } = await textInTopic(place)
      const row = { course_id: params.course_id, topic_id: params.discussion_id, id: params.text_id }
      const endorsed = { endorsed_by: place.person.id, endorsed_at: place.server.clock.now() }
      await seed(place.server.db, (trx) =>
        trx
          .insertInto('endorsed_texts')
          .values({ ...row, ...endorsed })
          .execute(),
      )
      return { params }
    },
  },
  jobs: { one: job, retry: job, exportHistory: inCourse },
}
