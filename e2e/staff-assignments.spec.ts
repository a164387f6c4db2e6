import type { Page } from '@playwright/test'
import { giveFeedback } from '../server/assignments/testing.ts'
import { enrol, makeAssignment, submit } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { says, undo } from './messages.ts'
import { pastePicture } from './paste.ts'
import { makeOwnCourse, type OwnCourse } from './school.ts'
import { goWithin } from './screens.ts'
import { hears } from './stream.ts'

/* Staff's writes to the assignments of a course, and what its students see. Nobody here is in other tests. */

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const peopleOf = async (course: OwnCourse) => ({
  siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
  wirun: await course.student('Wirun', 'Saelim'),
})
const question = (page: Page, n: number) => page.getByRole('textbox', { name: `Question ${n}`, exact: true })

/** The focus is in the question; types two choices, the second one right. */
async function typeQuestion(page: Page, n: number) {
  await expect(question(page, n)).toBeFocused()
  await page.keyboard.type(`What is ${n} + 1?`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(`${n}`)
  await page.keyboard.press('Enter')
  await page.keyboard.type(`*${n + 1}`)
}

test('an assignment of ten questions is typed without a mouse, and students see it the moment it is published', async ({
  page,
  browser,
  course,
  signIn,
}) => {
  test.slow()
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  const student = await otherPage(browser)
  await signIn(wirun, student)
  await student.goto(`/course/${course.id}/assignments`)
  await expect(student.getByRole('heading', { name: 'Assignments', exact: true })).toBeVisible()

  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('link', { name: 'New assignment' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Sums')
  await press(page, 'One right')
  for (let n = 1; n <= 10; n++) {
    await typeQuestion(page, n)
    if (n < 10) await page.keyboard.press('Control+Enter')
  }
  await expect(page.getByText('Points in all: 10')).toBeVisible()
  // Even at the tenth question the save bar is in sight.
  await expect(page.getByRole('button', { name: 'Save and publish' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Control+s')
  await says(page, 'The draft is saved.')
  await expect(page).toHaveURL(/\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Sums' })).toBeVisible()
  await expect(question(page, 10)).toHaveValue('What is 10 + 1?')
  // Whoever saves in the middle of a sentence goes on with it.
  await page.keyboard.type(' and no more')
  await expect(page.getByRole('textbox', { name: 'Choice 2' }).last()).toHaveValue('11 and no more')
  // What is typed while a save is on its way is nobody else's, though the server tidies what it was sent.
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const typed = Promise.withResolvers<void>()
  await page.route('**/assignments/*', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const response = await route.fetch()
    await typed.promise
    await route.fulfill({ response })
  })
  await name.fill('Sums ')
  await page.keyboard.press('Control+s')
  const save = page.getByRole('button', { name: 'Save draft' })
  await expect(save).toHaveAttribute('aria-busy')
  await page.keyboard.type('of two')
  typed.resolve()
  await expect(save).not.toHaveAttribute('aria-busy')
  await page.unroute('**/assignments/*')
  // The same key on a Thai layout.
  await name.dispatchEvent('keydown', { key: 'ห', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true })
  await expect(page.getByText('All is saved.')).toBeVisible()
  await expect(name).toHaveValue('Sums of two')
  await expect(page.getByText(/changed the same place|same place was changed/)).toHaveCount(0)
  await page.reload()
  await expect(question(page, 10)).toHaveValue('What is 10 + 1?')
  await expect(page.getByRole('radio', { name: 'Choice 2 is right' }).first()).toBeChecked()
  await expect(student.getByText('Sums')).toHaveCount(0)

  await press(page, 'Save and publish')
  await student.getByRole('link', { name: 'Sums' }).click()
  await student.getByRole('link', { name: 'Start' }).click()
  await expect(student.getByRole('heading', { name: 'Question 10' })).toBeVisible()
})

test('what is typed comes back after a reload, moves by keys, and a change of what was answered asks first', async ({
  page,
  browser,
  course,
  signIn,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/assignments/new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Reading')
  await press(page, 'Open')
  await question(page, 1).fill('Why?')
  await press(page, 'Number')
  await question(page, 2).fill('How many?')
  await page.reload()
  await expect(question(page, 2)).toHaveValue('How many?')
  await question(page, 2).press('Alt+ArrowUp')
  await expect(question(page, 1)).toHaveValue('How many?')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Give the right number.')).toBeVisible()
  await page.getByRole('textbox', { name: 'The right number' }).fill('3')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/edit$/)
  await press(page, 'Save and publish')
  await says(page, 'It is published.')
  const sheet = page.url()

  const student = await otherPage(browser)
  await signIn(wirun, student)
  await student.goto(sheet.replace(/edit$/, 'worksheet'))
  await student.getByRole('textbox', { name: /How many/ }).fill('3')
  await student.getByRole('textbox', { name: /Why/ }).fill('Because')
  await press(student, 'Submit')
  await student.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).click()
  await expect(student.getByText('Assignment Submitted')).toBeVisible()
  await student.context().close()

  await page.getByRole('button', { name: 'What to do with question 2' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await press(page, 'Save')
  const asks = page.getByRole('alertdialog')
  await expect(asks).toContainText('Why?This question goes; 1 answered it.')
  await asks.getByRole('button', { name: 'Change it' }).click()
  await undo(page, 'Saved.')
  await says(page, 'Taken back.')
  await expect(question(page, 2)).toHaveValue('Why?')

  // Whoever leaves while a picture is on its way leaves once it is in the text.
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/upload*', async (route) => {
    await network
    await route.continue()
  })
  const description = page.getByRole('textbox', { name: 'Instruction' })
  await pastePicture(description, 'map.png')
  await expect(description).toContainText('Sending map.png')
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(asks).toContainText('You leave as soon as it is here.')
  await asks.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/edit$/)
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(asks).toBeVisible()
  comesBack()
  await expect(page).toHaveURL(/\/assignments$/)
  await expect(asks).toHaveCount(0)
  await page.goBack()
  await expect(description).toContainText('![map](/api/files/')
})

/** Holds back the answers of what is made, until it is called. */
async function holdBack(page: Page, address: string) {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(address, async (route) => {
    const response = await route.fetch()
    if (route.request().method() === 'POST') await isAnswered
    await route.fulfill({ response })
  })
  return answer
}

test('a save that is answered late leaves a person where they went meanwhile', async ({ page, course, signIn }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  const hold = (path: string) => holdBack(page, `**/api/courses/${course.id}/${path}`)
  const messages = page.getByRole('region', { name: 'Messages' })
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Sections of the course' }).getByRole('link', { name })
  const assignments = await hold('assignments')
  await page.goto(`/course/${course.id}/assignments/new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sums')
  await press(page, 'Save and publish')
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  // A new sheet is empty, once it is known whether the first one is saved.
  await page.getByRole('link', { name: 'New assignment' }).click()
  await expect(page.getByRole('heading', { name: 'New assignment' })).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveCount(0)
  assignments()
  await expect(messages).toContainText('It is published.')
  await expect(name).toHaveValue('')
  await expect(page).toHaveURL(/\/assignments\/new$/)
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page.getByRole('link', { name: 'Sums', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/assignments$/)

  const topics = await hold('discussions')
  await tab('Discussion').click()
  await page.getByRole('link', { name: 'New topic', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Welcome')
  await page.getByRole('dialog').getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await press(page, 'Save draft')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await tab('Content').click()
  await expect(page).toHaveURL(/\/content$/)
  topics()
  await expect(messages).toContainText('The draft is saved.')
  await expect(page).toHaveURL(/\/content$/)

  // A refusal that comes after the person has left is told, because no form says it.
  const left = Promise.withResolvers<void>()
  await page.route(`**/api/courses/${course.id}/announcements`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await left.promise
    await route.fulfill({ status: 429, json: { error: { code: 'too_many', message: 'Too many' } } })
  })
  await goWithin(page, `/course/${course.id}/announcement/new`)
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Welcome')
  await press(page, 'Publish')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  left.resolve()
  await expect(messages).toContainText('What you wrote is kept on this device')
})

test('what is typed after Publish, before its answer, goes on in the form of what was made, and leaves no copy', async ({
  page,
  course,
  signIn,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  const dialog = page.getByRole('dialog')
  const title = dialog.getByRole('textbox', { name: 'Title' })
  const topics = await holdBack(page, `**/api/courses/${course.id}/discussions`)
  await page.goto(`/course/${course.id}/discussion/new`)
  await title.fill('Week 1')
  await press(page, 'Publish')
  await title.fill('Week 1: trees')
  topics()
  await says(page, 'It is published.')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'New topic', exact: true }).click()
  await expect(title).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'What to do with Week 1' }).click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
  await expect(title).toHaveValue('Week 1: trees')
  await expect(dialog).toContainText('You wrote this here earlier.')

  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const assignments = await holdBack(page, `**/api/courses/${course.id}/assignments`)
  await goWithin(page, `/course/${course.id}/assignments/new`)
  await name.fill('Sums')
  await press(page, 'Save and publish')
  await name.fill('Sums of two')
  assignments()
  await expect(page).toHaveURL(/\/edit$/)
  await expect(name).toHaveValue('Sums of two')
  await expect(name).toBeFocused()
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page.getByRole('link', { name: 'Sums', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'New assignment' }).click()
  await expect(name).toHaveValue('')
})

test('with Shift all assignments from the one before are ticked, and come from another course', async ({
  page,
  course,
  db,
  signIn,
}) => {
  const { siriporn } = await peopleOf(course)
  const other = await makeOwnCourse(db)
  await enrol(db, other, siriporn, 'instructor')
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/assignments/import`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Course').selectOption(other.id)
  const [rows, ticks] = [dialog.getByRole('listitem'), dialog.getByRole('checkbox')]
  const ticked = dialog.getByRole('checkbox', { checked: true })
  await rows.nth(3).click()
  await rows.nth(1).click({ modifiers: ['Shift'] })
  await expect(ticked).toHaveCount(3)
  expect(await page.evaluate(() => String(getSelection())), 'no words are selected').toBe('')
  await ticks.nth(2).click()
  await ticks.nth(1).click({ modifiers: ['Shift'] })
  await expect(ticked).toHaveCount(1)
  await ticks.nth(2).click({ modifiers: ['Shift'] })
  await press(page, 'Import 3')
  await says(page, '3 are there, as drafts without dates.')
})

test('who may not release grades reads why an assignment with released grades stays', async ({
  page,
  course,
  db,
  signIn,
}) => {
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const work = await submit(db, course, essay, await course.student())
  await giveFeedback(db, course, { _id: work.id }, { score: 4, show: true })
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments`)
  for (const name of ['Unpublish', 'Delete']) {
    await press(page, 'What to do with Essay')
    await page.getByRole('menuitem', { name }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Only people who release grades')
  }
})

test('what a colleague adds beside a text that is being written moves no picture on its way and goes with no undo', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const colleague = await person(course.staff('instructor', 'Mali'))
  const own = await course.staff('instructor', 'Arthit')
  const { token } = await person(own)
  const api = `/api/courses/${course.id}/assignments`
  const made = await page.request.post(api, {
    headers: { authorization: token },
    data: { assignment_name: 'Essay', assignment_description: 'One\n\nTwo' },
  })
  const { data } = await made.json()
  await signIn(own)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/assignments/${data._id}/edit`)
  await listens
  const description = page.getByRole('textbox', { name: 'Instruction' })
  await description.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' mine')
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/upload*', async (route) => {
    await network
    await route.continue()
  })
  await pastePicture(description, 'map.png')
  await expect(description).toContainText('Sending map.png')
  const edited = await page.request.patch(`${api}/${data._id}`, {
    headers: { authorization: colleague.token, 'if-match': `"${data.revision}"` },
    data: { assignment_description: 'One, hers\n\nTwo' },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  await expect(description).toContainText('One, hers')
  comesBack()
  await expect(description).toHaveText(/^One, hersTwo mine!\[map\]\([^)]*\)$/)
  for (const left of [/^One, hersTwo mine$/, /^One, hersTwo$/]) {
    await description.press('ControlOrMeta+z')
    await expect(description).toHaveText(left)
  }

  // In two places, one before and one behind the caret.
  await page.keyboard.type(' own')
  const again = await page.request.patch(`${api}/${data._id}`, {
    headers: { authorization: colleague.token, 'if-match': `"${(await edited.json()).data.revision}"` },
    data: { assignment_description: 'First One, hers\n\nTwo\n\nThree' },
  })
  expect(again.ok(), await again.text()).toBe(true)
  await expect(description).toHaveText('First One, hersTwo ownThree')
  await page.keyboard.type('!')
  await expect(description).toHaveText('First One, hersTwo own!Three')
  await description.press('ControlOrMeta+z')
  await description.press('ControlOrMeta+z')
  await expect(description).toHaveText('First One, hersTwoThree')

  // Words of one line, some put in and some replaced; then a discard, which an undo takes back.
  const one = await page.request.patch(`${api}/${data._id}`, {
    headers: { authorization: colleague.token, 'if-match': `"${(await again.json()).data.revision}"` },
    data: { assignment_description: 'Bring a pencil and paper.' },
  })
  await expect(description).toHaveText('Bring a pencil and paper.')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Own.')
  const line = await page.request.patch(`${api}/${data._id}`, {
    headers: { authorization: colleague.token, 'if-match': `"${(await one.json()).data.revision}"` },
    data: { assignment_description: 'Bring a good pen and your paper.' },
  })
  expect(line.ok(), await line.text()).toBe(true)
  await expect(description).toHaveText('Bring a good pen and your paper. Own.')
  await description.press('ControlOrMeta+z')
  await expect(description).toHaveText('Bring a good pen and your paper.')
  await description.press('ControlOrMeta+z')
  await expect(description).toHaveText('Bring a good pen and your paper.')
  await page.keyboard.type(' Mine.')
  await page.reload()
  await press(page, 'Discard it')
  await expect(description).toHaveText('Bring a good pen and your paper.')
  await description.press('ControlOrMeta+z')
  await expect(description).toHaveText('Bring a good pen and your paper. Mine.')
})
