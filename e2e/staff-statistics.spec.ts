import type { Locator, Page } from '@playwright/test'
import { firstOptionId } from '../server/assignments/options.ts'
import { giveFeedback, makeQuestion } from '../server/assignments/testing.ts'
import { makeAssignment, submit } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first()

test('an instructor goes from the gradebook to its statistics and on to one quiz, in pictures and in numbers', async ({
  page,
  signIn,
}) => {
  const arthit = await signIn('arthit', page)
  const mine = await arthit.get<{ course_id: string; course_code: string }[]>('/api/courses/my')
  const course = `/course/${mine.find(({ course_code }) => course_code === '2110101')?.course_id}`
  await page.goto(`${course}/grade`)
  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(page.getByRole('heading', { name: 'Statistics of the course' })).toBeVisible()
  await expect(part(page, 'Who may be falling behind').getByRole('link', { name: 'Nat Wongsakul' })).toBeVisible()
  await expect(page.getByRole('img', { name: /^By column/ })).toBeVisible()
  await page.getByRole('link', { name: /Quiz 1$/ }).click()
  await expect(page.getByRole('heading', { name: /^Statistics: Quiz 1/ })).toBeVisible()
  const first = page.getByRole('row').filter({ hasText: "What does '7' + '3' give?" })
  await expect(first.getByText('What was chosen')).toBeVisible()
  await first.getByText('What was chosen').click()
  await expect(first.getByText('(Correct)')).toBeVisible()

  // Of one section, which the address keeps from the course to its assignment.
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Statistics of the course' })).toBeVisible()
  const all = await page.getByText(/^\d+ students? ·/).textContent()
  const sections = page.getByRole('combobox', { name: 'Section' })
  await sections.selectOption({ index: 1 })
  await expect(page.getByText(/^\d+ students? ·/)).not.toHaveText(all ?? '')
  await page.getByRole('link', { name: /Quiz 1$/ }).click()
  await expect(page.getByRole('heading', { name: /^Statistics: Quiz 1/ })).toBeVisible()
  await sections.selectOption('')
  await expect(page).not.toHaveURL(/section=/)

  // On paper a picture stays in its place, and a table is there as a whole.
  await page.emulateMedia({ media: 'print' })
  for (const name of ['Distribution of scores', 'By question', 'Handed in over time']) {
    const [card, picture] = [part(page, name), part(page, name).getByRole('img')]
    const bottom = (of: Locator) => of.evaluate((one) => one.getBoundingClientRect().bottom)
    expect(await bottom(picture), name).toBeLessThanOrEqual(await bottom(card))
    const top = await card.getByRole('table').evaluate((one) => one.getBoundingClientRect().top)
    if (name === 'By question') expect(await bottom(picture)).toBeLessThanOrEqual(top)
    expect(
      await card.getByRole('table').evaluate(({ parentElement: box }) => box && box.scrollHeight - box.clientHeight),
    ).toBe(0)
  }
  await page.emulateMedia({ media: null })

  // A phone has room for one of the two.
  await page.setViewportSize({ width: 390, height: 844 })
  const scores = part(page, 'Distribution of scores')
  await expect(scores.getByRole('img')).toBeVisible()
  await expect(scores.getByRole('table')).toHaveCount(0)
  await scores.getByRole('button', { name: 'Table' }).click()
  await expect(scores.getByRole('table')).toBeVisible()
  await expect(scores.getByRole('img')).toHaveCount(0)
})

test('a part in which good students do worse sends to its key, or to its grading where it has none', async ({
  page,
  course,
  db,
  signIn,
}) => {
  const quiz = await makeAssignment(db, course, {
    ...{ name: 'Quiz', has_text: true, score: 10, score_essay: 5, score_questionset: 5 },
  })
  const question = await makeQuestion(db, course, quiz, ['Yes', 'No'])
  const students = await Promise.all(Array.from({ length: 12 }, (_, i) => course.student(`Student ${i}`, 'Of all')))
  for (const [i, student] of students.entries()) {
    const isRight = i < 6
    const answers = { [`item-${question.id}`]: firstOptionId(isRight ? 0 : 1) }
    const { id } = await submit(db, course, quiz, student, { answers })
    await giveFeedback(db, course, { _id: id }, { parts: JSON.stringify({ textbox: isRight ? '0' : '5' }) })
  }
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/statistics`)
  const of = (name: string | RegExp) => page.getByRole('row').filter({ hasText: name })
  await expect(of('Why?')).toContainText('Look at the key')
  await expect(of(/^Text/)).toContainText('Look at how it was graded')
})
