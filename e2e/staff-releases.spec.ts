import type { Route } from '@playwright/test'
import type { PlannedRelease } from '../contract/staff/releases.ts'
import { giveFeedback, makeQuestion } from '../server/assignments/testing.ts'
import { makeAssignment, makeException, submit } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { undo } from './messages.ts'

/* Staff release grades at a time, after a summary in numbers. */

test('of a section alone, the grades of the others are not released', async ({ page, signIn, course, db }) => {
  const { id } = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  for (const [first, section] of [['Ploy', '1'] as const, ['Nat', '2'] as const]) {
    const work = await submit(db, course, { id }, await course.student(first, 'Graded', section))
    await giveFeedback(db, course, { _id: work.id }, { show: false })
  }
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${id}/submissions?section=1`)
  await page.getByRole('button', { name: 'Release this one' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  await expect(dialog).toContainText('1 grade will be shown, and each student gets one notification')
  await dialog.getByRole('button', { name: 'Release 1' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 of 2 graded · 1 released')).toBeVisible()
})

test('while somebody with a later date may still write, it says that right answers will be seen', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id } = await makeAssignment(db, course, {
    score: 10,
    due_at: null,
    closes_at: new Date(Date.now() - 3_600_000),
  })
  await makeQuestion(db, course, { id }, ['yes', 'no'])
  const [ploy, nat] = [await course.student('Ploy', 'Graded'), await course.student('Nat', 'Waiting')]
  const work = await submit(db, course, { id }, ploy)
  const later = new Date(Date.now() + 3 * 86_400_000)
  await makeException(db, course, { id }, { person_id: nat.id, closes_at: later })
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${id}/submissions`)
  await page.getByRole('button', { name: 'Release all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  const words = 'students see the right answers with their grade'
  const atATime = () => dialog.getByRole('combobox', { name: 'When' }).selectOption('At a time')
  // Nothing is graded yet, so a release of now shows nothing.
  await expect(dialog).not.toContainText(words)
  await atATime()
  await expect(dialog).toContainText(words)

  await giveFeedback(db, course, { _id: work.id }, { show: false })
  await page.reload()
  await page.getByRole('button', { name: 'Release all' }).click()
  await expect(dialog).toContainText(words)
  await atATime()
  await dialog.getByRole('spinbutton', { name: /^year/ }).press('ArrowUp')
  await expect(dialog).not.toContainText(words)
  await dialog.getByRole('button', { name: 'Plan the release' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const change = page.getByRole('dialog', { name: 'Change the time of the release' })
  await expect(change.getByRole('spinbutton', { name: /^year/ })).toBeVisible()
  await expect(change).not.toContainText(words)
  await change.getByRole('spinbutton', { name: /^year/ }).press('ArrowDown')
  await expect(change).toContainText(words)
})

test('a release is planned with the keyboard, moved, cancelled, and planned again by an undo', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const { id } = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const [ploy, nat] = [await course.student('Ploy', 'Graded'), await course.student('Nat', 'Waiting')]
  const work = await submit(db, course, { id }, ploy)
  await submit(db, course, { id }, nat)
  await giveFeedback(db, course, { _id: work.id }, { show: false })
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${id}/submissions`)
  await page.getByRole('button', { name: 'Release all' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  await expect(dialog).toContainText('1 grade will be shown, and each student gets one notification')
  await expect(dialog).toContainText('1 work is not graded yet')
  await dialog.getByRole('combobox', { name: 'When' }).selectOption('At a time')
  await expect(dialog).toContainText('As of now that is 1 grade.')
  await dialog.getByRole('spinbutton', { name: /^hour/ }).press('ArrowUp')
  await dialog.getByRole('button', { name: 'Plan the release' }).press('Enter')
  await expect(dialog).toBeHidden()
  const planned = page.getByRole('region', { name: 'Planned releases' })
  await expect(planned).toContainText(/To be released on .*10:00 · all that is graded by then/)

  await planned.getByRole('button', { name: 'Change' }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Change the time of the release' })
  await change.getByRole('spinbutton', { name: /^hour/ }).press('ArrowUp')
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    const response = await route.fetch()
    await isAnswered
    await route.fulfill({ response })
  }
  await page.route('**/releases/*', hold, { times: 1 })
  await change.getByRole('button', { name: 'Change the time' }).press('Enter')
  await expect(change).toBeHidden()
  await expect(planned).toContainText(/To be released on .*11:00/)

  // A press counts though the one before it is not answered yet.
  await planned.getByRole('button', { name: 'Cancel the release' }).press('Enter')
  answer()
  await expect(planned).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await undo(page, 'The planned release is cancelled.')
  await expect(planned).toContainText(/To be released on .*11:00/)
  await expect(page.getByText('1 of 2 graded · 0 released')).toBeVisible()

  // Somebody else cancels the plan while its time is being changed: the dialog stays, and its press says so.
  await planned.getByRole('button', { name: 'Change' }).press('Enter')
  await expect(change).toBeVisible()
  const colleague = await person(course.staff('instructor'))
  const path = `/api/courses/${course.id}/assignments/${id}/releases`
  const [plan] = (await colleague.get<{ items: PlannedRelease[] }>(path)).items
  const headers = { authorization: colleague.token, 'if-match': `"${plan?.revision}"` }
  expect((await page.request.delete(`${path}/${plan?._id}`, { headers })).ok()).toBe(true)
  await expect(planned).toHaveCount(0)
  await change.getByRole('button', { name: 'Change the time' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('not there any more')
})
