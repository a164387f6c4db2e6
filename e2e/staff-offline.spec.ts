import { makeAssignment, makeGroup, submit } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'

/* The members of a group who have another score than it, and works that are marked away from the screen. */

test('a member of a group gets another score than the group, with a reason, and sees that one alone', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const [ploy, nat] = [await course.student('Ploy', 'Jaidee'), await course.student('Nat', 'Zumi')]
  const group = await makeGroup(db, course, [ploy, nat])
  const { grouping_id } = group
  const project = await makeAssignment(db, course, { name: 'Project', grouping_id, score: 10, score_essay: 10 })
  const work = await submit(db, course, project, group)
  const path = `/course/${course.id}/assignments/${project.id}`
  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/grading/${work.id}`)
  const panel = page.getByRole('complementary', { name: 'Grade' })
  await panel.getByRole('textbox', { name: /^Text Response: points/ }).fill('8')
  await panel.getByRole('button', { name: 'Different score for a member' }).click()
  await panel.getByRole('textbox', { name: 'Score of Nat Zumi' }).fill('5.5')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText('Say why.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Reason for Nat Zumi' }).fill('Came to one meeting of three')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.goto(`${path}/submissions`)
  await expect(page.getByRole('row').filter({ hasText: 'Group 1' })).toContainText('8 / 10 · 1 differs')
  await page.getByRole('button', { name: 'Release all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  await dialog.getByRole('button', { name: 'Release 1' }).click()
  await expect(dialog).toBeHidden()

  const student = await otherPage(browser)
  await signIn(nat, student)
  await student.goto(`${path}/worksheet`)
  await expect(student.getByText('5.5/10').first()).toBeVisible()
  await expect(student.getByText('8/10')).toHaveCount(0)
})
