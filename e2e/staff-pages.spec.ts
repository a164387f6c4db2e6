import { expect, otherPage, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'

/* Pages that staff write among the files, earlier versions, and who opened what. Nobody here is in other tests. */

test('a page is written, read by a student, edited, and its earlier version comes back; staff see who opened it', async ({
  page,
  browser,
  signIn,
  course,
  axe,
}) => {
  await signIn(await course.staff('instructor', 'Arthit', 'Sukjai'))
  const student = await otherPage(browser)
  await signIn(await course.student('Wirun', 'Saelim', '2'), student)
  await course.student('Nok', 'Dee', '2')

  await page.goto(`/course/${course.id}/content`)
  await page.getByRole('button', { name: 'New page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Before the exam')
  await dialog.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('## Read chapter 3')
  expect(await axe()).toEqual([])
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)

  await student.goto(`/course/${course.id}/content`)
  await student.getByRole('link', { name: /Before the exam/ }).click()
  await expect(student.getByRole('heading', { name: 'Read chapter 3' })).toBeVisible()

  const row = page.getByRole('row', { name: 'Before the exam', exact: true })
  const act = async (action: string) => {
    await row.getByRole('button', { name: /^What to do with/ }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act('Opened by')
  const openers = page.getByRole('dialog', { name: 'Opened by' })
  await expect(openers).toContainText('1 of 2 students have opened it')
  expect(await axe()).toEqual([])
  await page.keyboard.press('Escape')
  await expect(openers).toHaveCount(0)

  await act('Edit the page')
  const edit = page.getByRole('dialog', { name: 'Edit the page' })
  await edit.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' and 4')
  // This screen's reading after the save is delayed; the next write does not need it.
  const late = Promise.withResolvers<void>()
  await page.route(/\/contents\/[^/]+$/, async (route) => {
    if (route.request().method() === 'GET') await late.promise
    await route.continue()
  })
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(student.getByRole('heading', { name: 'Read chapter 3 and 4' })).toBeVisible()

  await act('Earlier versions')
  await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click()
  await expect(student.getByRole('heading', { name: 'Read chapter 3', exact: true })).toBeVisible()
  late.resolve()
})

test('a page whose words change after its answer was lost is published once, with the words of the end', async ({
  page,
  signIn,
  course,
}) => {
  const arthit = await signIn(await course.staff('instructor', 'Arthit', 'Sukjai'))
  await page.goto(`/course/${course.id}/content`)
  await page.getByRole('button', { name: 'New page' }).click()
  const dialog = page.getByRole('dialog', { name: 'New page' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Before the exam')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Read chapter 3')
  await loseAnswers(page, 'POST', '**/contents', async () => {
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog.getByText('What you wrote is kept on this device')).toBeVisible()
  })
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Read chapter 4')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)
  const contents = `/api/courses/${course.id}/contents`
  const all = (await arthit.get<{ _id: string; file_name: string }[]>(contents)).filter(
    ({ file_name }) => file_name === 'Before the exam',
  )
  expect(all).toHaveLength(1)
  expect(await arthit.get(`${contents}/${all[0]?._id}`)).toMatchObject({ file_page: 'Read chapter 4' })
})
