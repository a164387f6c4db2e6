import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabaseBefore } from '../testing/migrations.ts'

const { db, migrate } = await useDatabaseBefore('045_activity_kinds')

test('what happened before keeps its thing, its people and its read marks; what names nothing goes', async () => {
  const [course_id, ploy, nat, grouping_id, group, lab] = Array.from({ length: 6 }, newId)
  const [first, second, ours] = Array.from({ length: 3 }, newId)
  const at = new Date('2026-11-20T10:00:00.123Z')
  const course = { code: '1', name: 'C', name_short: 'C', academic_year: 2026, semester: 1 }
  await db
    .insertInto('courses')
    .values({ id: course_id, ...course })
    .execute()
  const people = [
    { id: ploy, first: 'Ploy', last: 'Srisuk' },
    { id: nat, first: 'Nat', last: 'Wong' },
  ]
  await db.insertInto('people').values(people).execute()
  await db
    .insertInto('roster')
    .values(people.map(({ id }) => ({ course_id, person_id: id, role: 'student' })))
    .execute()
  await db.insertInto('groupings').values({ course_id, id: grouping_id, name: 'Projects' }).execute()
  await db.insertInto('groups').values({ course_id, id: group, grouping_id, name: 'for Rain' }).execute()
  for (const { id: person_id } of people)
    await db.insertInto('group_members').values({ course_id, grouping_id, group_id: group, person_id }).execute()
  const quiz = newId()
  const assignments = [
    { course_id, id: quiz, name: 'Quiz', score: 10, grouping_id: null },
    { course_id, id: lab, name: 'Lab for all', score: 10, grouping_id },
  ]
  await db.insertInto('assignments').values(assignments).execute()
  const submission = { course_id, submitted_at: at, response: '{}', digest: '' }
  await db
    .insertInto('submissions')
    .values([
      { ...submission, id: first, assignment_id: quiz, owner_id: ploy, attempt: 1, submitted_by: ploy },
      { ...submission, id: second, assignment_id: quiz, owner_id: ploy, attempt: 2, submitted_by: ploy },
      { ...submission, id: ours, assignment_id: lab, owner_id: group, attempt: 1, submitted_by: nat },
    ])
    .execute()
  for (const submission_id of [first, second])
    await db.insertInto('feedback').values({ course_id, submission_id, show: true, updated_at: at }).execute()

  const thing = newId()
  const posted = { event: 'posted', person_id: null, actor_id: nat }
  const own = { person_id: ploy, actor_id: nat, event: null }
  const path = (rest: string) => `/course/${course_id}/${rest}`
  const before = [
    { ...posted, type: 'announcement', title: 'Rooms', link: path(`announcement/${thing}/preview`) },
    { ...posted, type: 'assignment', title: 'Quiz', link: path(`assignments/${quiz}/preview`) },
    { ...posted, type: 'content', title: 'Slides', link: path(`content/${thing}/view`) },
    { ...posted, type: 'schedule', title: 'Lab', link: path(`meeting/${thing}/preview`) },
    { ...own, type: 'grade', title: 'Quiz (attempt 2)', link: path('grade'), event: 'graded' },
    {
      ...own,
      type: 'assignment',
      title: 'Nat Wong submitted Lab for all for for Rain, late',
      link: path(`assignments/${lab}/worksheet`),
    },
    {
      ...own,
      type: 'assignment',
      title: 'Nat Wong added you to the group for Rain',
      link: path(`group?grouping=${grouping_id}`),
    },
    {
      ...own,
      type: 'assignment',
      title: 'Nat Wong left the group for Rain',
      link: path(`group?grouping=${grouping_id}`),
    },
    { ...own, type: 'grade', title: 'Midterm', link: path('grade') },
    { ...posted, type: 'announcement', title: 'Somewhere', link: path('home') },
  ].map((row) => ({ ...row, course_id, id: newId(), created_at: at }))
  await db.insertInto('activity').values(before).execute()

  await migrate()
  const after = await db.selectFrom('activity').selectAll().orderBy('id').execute()
  const left = before.slice(0, 8)
  expect(after).toEqual(
    [
      { kind: 'announcement_posted', subject_id: thing, params: {} },
      { kind: 'assignment_posted', subject_id: quiz, params: {} },
      { kind: 'content_posted', subject_id: thing, params: {} },
      { kind: 'meeting_posted', subject_id: thing, params: {} },
      { kind: 'graded', subject_id: second, params: {} },
      { kind: 'handed_in', subject_id: ours, params: { person: 'Nat Wong', late: true } },
      { kind: 'added_to_group', subject_id: group, params: { person: 'Nat Wong' } },
      { kind: 'left_group', subject_id: group, params: { person: 'Nat Wong' } },
    ].map((row, i) => {
      const { id, actor_id, person_id } = left[i] as (typeof left)[number]
      return { ...row, course_id, id, actor_id, person_id, created_at: at }
    }),
  )
})
