import { makeQuestion } from '../server/assignments/testing.ts'
import { makeAssignment, submit } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'

/* Staff grade one question across all students: the answers of the same text together. */

test('ten answers of three texts are graded with the keyboard, without names', async ({ page, signIn, course, db }) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const [why, other] = [await makeQuestion(db, course, quiz), await makeQuestion(db, course, quiz)]
  const texts = [
    'It falls.',
    'it  falls.',
    'IT FALLS.',
    'It falls.',
    'It falls.',
    'It flies.',
    'It flies.',
    'it flies.',
  ]
  for (const text of [...texts, 'It stays.', 'It stays.']) {
    const answers = { [`item-${why.id}`]: text, [`item-${other.id}`]: text }
    await submit(db, course, quiz, await course.student(), { answers })
  }
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/submissions`)
  await page.getByRole('button', { name: 'More to do with submissions' }).click()
  await page.getByRole('menuitem', { name: 'Hide names until released' }).click()
  await expect(page.getByRole('link', { name: /^Student \d+$/ }).first()).toBeVisible()

  await page.getByRole('link', { name: 'By question' }).click()
  const list = page.getByRole('list', { name: 'Answers' })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  const groups = list.getByRole('button', { name: /students/ })
  await expect(groups).toHaveText([/^It falls\.5 students/i, /^It flies\.3 students/i, /^It stays\.2 students/])
  await expect(list.locator('[aria-current=true]')).toHaveText(/falls/i)

  // A digit goes into the field of the points; Enter saves and goes on.
  await page.keyboard.press('2')
  await expect(points).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.locator('[aria-current=true]')).toHaveText(/flies/i)
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  await expect(list.locator('[aria-current=true]')).toHaveText(/stays/)
  // Back to one that is graded, and on again: what is typed stays with its answer.
  await page.keyboard.press('k')
  await expect(points).toHaveValue('1.5')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 of 10 graded')).toBeVisible()
  await expect(groups).toHaveText([/2 \/ 2\.5/, /1\.5 \/ 2\.5/, /0 \/ 2\.5/])

  // One of them alone gets another score, and nobody has a name.
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  const who = list.getByRole('checkbox', { name: /^Student \d+$/ })
  await expect(who).toHaveCount(2)
  await who.first().check()
  await points.fill('1')
  await page.keyboard.press('Enter')
  await expect(groups.nth(2)).toHaveText(/0 – 1 \/ 2\.5/)
})
