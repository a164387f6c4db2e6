import { expect, test } from './fixtures.ts'

test('About shows the course, its objectives, its instructors with a mail link and the contacts', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/about`)
  const about = page.getByRole('region', { name: 'About Course' })
  await expect(about.getByRole('term')).toHaveText(['Course ID', 'Course Name'])
  await expect(about.getByRole('definition')).toHaveText(['2110101', 'Computer Programming'])
  await expect(about.getByText('Read a program and say what it does before running it')).toBeVisible()
  const instructors = page.getByRole('region', { name: 'Instructors' }).getByRole('listitem')
  await expect(instructors).toHaveCount(2)
  await expect(instructors.first()).toContainText('Asst. Prof. Dr. Arthit Suwannarat')
  await expect(instructors.first()).toContainText('Instructor')
  await expect(
    instructors.first().getByRole('link', { name: /^arthit@demo.raintree.test, Send mail to .*Arthit/ }),
  ).toHaveAttribute('href', 'mailto:arthit@demo.raintree.test')
  const contacts = page.getByRole('region', { name: 'Contact' }).getByRole('link')
  await expect(contacts).toHaveText(
    ['Facebook page', 'Team', 'Lecture capture'].map((name) => `${name} (opens in a new tab)`),
  )
})

test('a course without instructors, objectives and contacts says so', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110000')
  await page.goto(`/course/${course_id}/about`)
  for (const words of ['No objectives provided', 'No instructor yet', 'No Contact']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('About says Data Fetch Error when the course cannot be read, and loads when it is tried again', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  let broken = true
  await page.route(`**/api/courses/${course_id}`, (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto(`/course/${course_id}/about`)
  await expect(page.getByText('Data Fetch Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Error', level: 1, exact: true })).toBeVisible()
  broken = false
  // A retry in one place restores every part with the same query.
  await page.getByRole('button', { name: 'Try again' }).last().click()
  await expect(page.getByRole('heading', { name: 'Com Prog', level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'About Course' })).toBeVisible()
})
