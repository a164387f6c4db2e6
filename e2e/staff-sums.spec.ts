import { makeQuestion } from '../server/assignments/testing.ts'
import { makeAssignment } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

/* Grades follow the answer key. */

test('a key that was wrong is corrected after its list of grades was seen, and taken back in one press', async ({
  page,
  request,
  person,
  course,
  signIn,
  axe,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Colours', score: 2.5, has_text: false, due_at: null })
  const question = await makeQuestion(db, course, quiz, ['Red', 'Green'])
  for (const [name, answer] of [
    ['Anong', '0'],
    ['Boonsri', '1'],
    ['Chai', '1'],
  ] as const) {
    const { token } = await person(course.student(name, 'Somjai'))
    const at = `/api/courses/${course.id}/assignments/${quiz.id}/submit`
    const answered = { headers: { authorization: token }, data: { [`item-${question.id}`]: answer } }
    expect((await request.post(at, answered)).ok()).toBe(true)
  }
  await signIn(course.staff('instructor'))
  const submissions = `/course/${course.id}/assignments/${quiz.id}/submissions`
  const scoreOf = (name: string) => page.getByRole('row').filter({ hasText: name })

  await page.goto(`/course/${course.id}/assignments/${quiz.id}/edit`)
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const asks = page.getByRole('alertdialog')
  await expect(asks).toContainText('3 grades change')
  await expect(asks).toContainText('Students have seen none of them yet.')
  await expect(asks.getByRole('row').filter({ hasText: 'Anong Somjai' })).toContainText(/2.5\s*0\s*−2.5/)
  await expect(asks.getByRole('row').filter({ hasText: 'Chai Somjai' })).toContainText(/0\s*2.5\s*\+2.5/)
  expect(await axe()).toEqual([])
  await asks.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  const scores = async () => {
    const rows = await db
      .selectFrom('feedback as f')
      .innerJoin('submissions as s', 's.id', 'f.submission_id')
      .innerJoin('people as p', 'p.id', 's.owner_id')
      .select('f.score')
      .where('f.course_id', '=', course.id)
      .orderBy('p.first')
      .execute()
    return rows.map(({ score }) => Number(score))
  }
  expect(await scores()).toEqual([0, 2.5, 2.5])
  await undo.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Taken back.')
  expect(await scores()).toEqual([2.5, 0, 0])
  const { id } = await db
    .selectFrom('submissions')
    .select('id')
    .where('course_id', '=', course.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await goWithin(page, `/course/${course.id}/assignments/${quiz.id}/grading/${id}`)
  await expect(page.getByRole('complementary', { name: 'Grade' })).toContainText('Scored by itself on')
  await goWithin(page, submissions)
  await expect(scoreOf('Anong Somjai')).toContainText('2.5')
})
