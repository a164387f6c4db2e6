import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import type { ContentItem } from '../contract/contents.ts'
import { carry } from './carry.ts'
import { dragByTouch } from './drop.ts'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { messages, says, undo } from './messages.ts'
import type { OwnCourse } from './school.ts'
import { hears, unheard } from './stream.ts'

/* Staff's writes to the contents of a course, and what its students see. Nobody here is in other tests. */

type SignIn = (who: Who, on?: Page) => Promise<Person>

const tree = (page: Page) => page.getByRole('treegrid', { name: 'Files' })
const row = (page: Page, name: string) => tree(page).getByRole('row', { name, exact: true })
const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const text = (name: string, content = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
const panel = (page: Page) => page.getByRole('region', { name: 'Uploads' })
/** The names in the tree from top to bottom, with those in open folders. */
const names = (page: Page) =>
  tree(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((r) => r.ariaLabel ?? ''))

const peopleOf = async (course: OwnCourse) => ({
  siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
  wirun: await course.student('Wirun', 'Saelim', '1'),
})

async function choose(page: Page, button: string, files: Parameters<Page['setInputFiles']>[1]) {
  const chooser = page.waitForEvent('filechooser')
  await press(page, button)
  await (await chooser).setFiles(files)
}

async function act(page: Page, thing: string, action: string) {
  await row(page, thing)
    .getByRole('button', { name: `What to do with ${thing}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function openContents(page: Page, course: OwnCourse) {
  await page.goto(`/course/${course.id}/content`)
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
}

/** The contents on a student's screen with live events, in a browser context of their own. */
async function studentAt(browser: Browser, signIn: SignIn, who: Who, course: OwnCourse): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/content`)
  await expect(page.getByText('any materials yet')).toBeVisible()
  await listens
  return page
}

/** Folders by another member of the staff, without a screen. */
async function folders(page: Page, { token }: Person, course: OwnCourse, ...list: string[]): Promise<void> {
  const made = await page.request.post(`/api/courses/${course.id}/contents`, {
    headers: { authorization: token },
    data: { items: list.map((file_name) => ({ file_name })) },
  })
  expect(made.ok()).toBe(true)
}

test('files and a folder with its tree come as drafts; students see them as soon as they are published, and no longer once that is undone', async ({
  page,
  browser,
  signIn,
  person,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  const student = await studentAt(browser, signIn, wirun, course)
  await openContents(page, course)
  await choose(
    page,
    'Upload files',
    ['Lecture 10.txt', 'Lecture 2.txt', 'Plan.txt'].map((name) => text(name)),
  )
  await expect.poll(() => names(page)).toEqual(['Lecture 2.txt', 'Lecture 10.txt', 'Plan.txt'])
  await expect(row(page, 'Plan.txt')).toContainText('Draft')

  const folder = mkdtempSync(join(tmpdir(), 'raintree-folder-'))
  mkdirSync(join(folder, 'Week 1/Code'), { recursive: true })
  writeFileSync(join(folder, 'Week 1/Slides.txt'), 'slides')
  writeFileSync(join(folder, 'Week 1/Code/tree.py'), 'def tree(): pass')
  await choose(page, 'Upload a folder', join(folder, 'Week 1'))
  await press(row(page, 'Week 1'), 'Open Week 1')
  await press(row(page, 'Code'), 'Open Code')
  await expect(row(page, 'tree.py')).toHaveAttribute('aria-level', '3')
  await expect(row(page, 'Slides.txt')).toHaveAttribute('aria-level', '2')
  rmSync(folder, { recursive: true })
  const seen = await (await person(wirun)).get<ContentItem[]>(`/api/courses/${course.id}/contents`)
  expect(seen).toEqual([])

  // What is selected after a selection was cleared is the row that was pressed, not the one that had the focus before.
  await row(page, 'Code').getByRole('checkbox').press('Space')
  await expect(row(page, 'Code')).toHaveAttribute('aria-selected', 'true')
  await press(page, 'Clear the selection')
  await page.getByRole('button', { name: 'New folder', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(row(page, 'Code'), 'Tab leads to the last row').toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await row(page, 'Week 1').getByRole('checkbox').press('Space')
  await expect(row(page, 'Week 1')).toHaveAttribute('aria-selected', 'true')
  await row(page, 'Plan.txt').getByRole('checkbox').press('Space')
  await expect(page.getByRole('toolbar')).toContainText('2 selected')
  await press(page.getByRole('toolbar'), 'Publish')
  const list = student.getByRole('list', { name: 'Files' })
  await expect(list).toContainText('Plan.txt')
  await press(list, /^Week 1/)
  await press(list, /^Code/)
  await expect(list).toContainText('tree.py')
  await expect(list).not.toContainText('Lecture')
  await expect(row(page, 'tree.py')).not.toContainText('Draft')
  await undo(page, '5 items are published.')
  await expect(student.getByText('any materials yet')).toBeVisible()
  await expect(row(page, 'Plan.txt')).toContainText('Draft')
})

test('the keyboard picks a thing up and puts it into a folder, a menu moves it out, and both can be taken back', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await folders(page, await person(siriporn), course, 'Lectures', 'Labs', 'Notes')
  await openContents(page, course)
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs', 'Notes'])

  await carry(row(page, 'Notes'), 'Notes', 'Before Labs')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes', 'Labs'])
  await undo(page, 'It is moved.')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs', 'Notes'])

  await carry(row(page, 'Notes'), 'Notes', 'Into Lectures')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs'])
  await press(row(page, 'Lectures'), 'Open Lectures')
  await expect(row(page, 'Notes')).toHaveAttribute('aria-level', '2')

  await act(page, 'Notes', 'Move to…')
  await page.getByRole('dialog').getByRole('button', { name: 'No folder' }).click()
  await expect.poll(() => names(page)).toEqual(['Notes', 'Lectures', 'Labs'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await act(page, 'Notes', 'Move down')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes', 'Labs'])
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes', 'Labs'])

  // The list is read again late: whoever edits the next row by then stays in it.
  const read = Promise.withResolvers<void>()
  await page.route('**/contents', async (route) => {
    await read.promise
    await route.continue()
  })
  const form = page.getByRole('form', { name: 'Rename and describe' })
  const name = form.getByRole('textbox', { name: 'Name' })
  await act(page, 'Labs', 'Rename and describe')
  await name.fill('Practice')
  await press(form, 'Save')
  await act(page, 'Notes', 'Rename and describe')
  await expect(name).toHaveValue('Notes')
  read.resolve()
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes', 'Practice'])
  await name.press('End')
  await page.keyboard.type(' on trees')
  await press(form, 'Save')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes on trees', 'Practice'])
})

test('a thing is dragged by mouse and by finger, and goes back when the server refuses it', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await folders(page, await person(siriporn), course, 'Lectures', 'Labs', 'Notes')
  await openContents(page, course)
  await row(page, 'Notes').dragTo(row(page, 'Lectures'))
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs'])
  await undo(page, 'It is moved.')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs', 'Notes'])
  await dragByTouch(row(page, 'Labs'), row(page, 'Lectures'))
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Notes'])
  await undo(page, 'It is moved.')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs', 'Notes'])

  await page.route('**/contents/order', (route) => route.fulfill({ status: 400, json: {} }))
  await row(page, 'Labs').dragTo(row(page, 'Lectures'))
  await expect(messages(page)).toContainText('That did not work.')
  await expect.poll(() => names(page)).toEqual(['Lectures', 'Labs', 'Notes'])
})

test('a folder is made and named in its row, described, scheduled and deleted; the history has each', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await openContents(page, course)
  await press(page, 'New folder')
  const form = page.getByRole('form', { name: 'Rename and describe' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Week 1: trees')
  await form.getByRole('textbox', { name: 'Description' }).fill('What we do first')
  await press(form, 'Save')
  await expect(row(page, 'Week 1: trees')).toContainText('What we do first')
  await expect(form).toHaveCount(0)
  // By keyboard, after another row had the focus.
  await page.getByRole('button', { name: 'New folder', exact: true }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Week 3')
  await page.keyboard.press('Enter')
  await expect(row(page, 'Week 3')).toBeFocused()
  await act(page, 'Week 3', 'Delete')
  await expect(row(page, 'Week 3')).toHaveCount(0)

  await act(page, 'Week 1: trees', 'Rename and describe')
  const name = form.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Week 2')
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await undo(page, 'It is discarded.')
  await expect(name).toHaveValue('Week 2')
  await press(form, 'Cancel')
  await expect(row(page, 'Week 1: trees')).toBeVisible()

  await act(page, 'Week 1: trees', 'Publish at a time…')
  const day = page.getByRole('dialog').getByRole('group', { name: 'Date and time' })
  await day.getByRole('spinbutton', { name: 'year' }).fill('2040')
  await press(page.getByRole('dialog'), 'Schedule')
  await expect(row(page, 'Week 1: trees')).toContainText(/Scheduled for .*2040/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await act(page, 'Week 1: trees', 'Publish at a time…')
  await expect(day.getByRole('spinbutton', { name: 'year' }), 'the planned time').toHaveText('2040')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await axe()).toEqual([])

  await act(page, 'Week 1: trees', 'History')
  await expect(page.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(3)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/course/${course.id}/content`)

  await act(page, 'Week 1: trees', 'Delete')
  await expect(page.getByText('No files yet')).toBeVisible()
  await undo(page, 'It is deleted.')
  await expect(row(page, 'Week 1: trees')).toBeVisible()
})

test('uploads go on while the person works elsewhere in the course, and each can be cancelled or tried again', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  let isDown = true
  await page.route('**/api/upload', async (route) => {
    const body = route.request().postDataBuffer()?.toString() ?? ''
    if (isDown && !body.includes('works')) await route.abort()
    else await route.continue()
  })
  await openContents(page, course)
  await choose(page, 'Upload files', [text('a.txt', 'works'), text('b.txt', 'fails'), text('c.txt', 'fails')])
  await expect(panel(page)).toContainText('2 could not be uploaded')
  await expect(row(page, 'a.txt')).toContainText('Draft')
  await press(panel(page), 'Show the uploads')
  expect(await axe()).toEqual([])
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Group' }).first().click()
  await expect(page).toHaveURL(`/course/${course.id}/group`)
  const heading = page.getByRole('heading', { level: 1, name: 'Group' })
  await press(panel(page), 'Cancel the upload of c.txt')
  await expect(heading).toBeFocused()
  isDown = false
  await press(panel(page), 'Try the upload of b.txt again')
  await expect(panel(page)).toContainText('2 uploaded')
  await expect(heading).toBeFocused()
  await press(panel(page), 'Close the uploads')
  await expect(panel(page)).toHaveCount(0)
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(['a.txt', 'b.txt'])
})

test('files that were added though the answer was lost are not added again, whatever is saved before they are tried again', async ({
  page,
  signIn,
  course,
}) => {
  await signIn((await peopleOf(course)).siriporn)
  await openContents(page, course)
  await loseAnswers(page, 'POST', '**/contents', async () => {
    await choose(page, 'Upload files', [text('a.txt'), text('b.txt'), text('c.txt')])
    await expect(panel(page)).toContainText('3 could not be uploaded')
  })
  await press(page, 'New folder')
  await expect(row(page, 'New folder')).toBeVisible()
  await press(panel(page), 'Try again')
  await expect(panel(page)).toContainText('3 uploaded')
  await expect.poll(async () => (await names(page)).sort()).toEqual(['New folder', 'a.txt', 'b.txt', 'c.txt'])
})

test('what is dropped on a folder goes into it; a file is replaced by another and keeps its name', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await folders(page, await person(siriporn), course, 'Lectures')
  await openContents(page, course)
  const transfer = await page.evaluateHandle(() => {
    const all = new DataTransfer()
    all.items.add(new File(['one'], 'one.txt', { type: 'text/plain' }))
    return all
  })
  await row(page, 'Lectures').dispatchEvent('dragover', { dataTransfer: transfer })
  await expect(page.getByText('Drop to add to Lectures')).toBeVisible()
  await row(page, 'Lectures').dispatchEvent('drop', { dataTransfer: transfer })
  await expect(row(page, 'Lectures')).toContainText('1 item')
  await press(row(page, 'Lectures'), 'Open Lectures')
  await expect(row(page, 'one.txt')).toContainText('3 B')
  await row(page, 'Lectures').dispatchEvent('drop', { dataTransfer: transfer })
  await undo(page, 'It is added as a draft. A file of its name was there already; both stand there now.')
  await expect(row(page, 'one.txt')).toHaveCount(1)

  const chooser = page.waitForEvent('filechooser')
  await act(page, 'one.txt', 'Replace the file')
  await (await chooser).setFiles(text('other.txt', 'longer'))
  await expect(row(page, 'one.txt')).toContainText('6 B')
  await undo(page, 'The file is replaced.')
  await expect(row(page, 'one.txt')).toContainText('3 B')
})

test('a file is replaced though its name was changed while the new one was sent', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(await course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  // Even without an event of it.
  await unheard(page)
  await openContents(page, course)
  await choose(page, 'Upload files', [text('one.txt')])
  await expect(row(page, 'one.txt')).toBeVisible()
  const contents = `/api/courses/${course.id}/contents`
  const read = async () => (await mali.get<ContentItem[]>(contents))[0] as ContentItem
  const { _id, revision } = await read()
  const renamed = Promise.withResolvers<void>()
  await page.route('**/api/upload*', async (route) => {
    await renamed.promise
    await route.continue()
  })
  const chooser = page.waitForEvent('filechooser')
  await act(page, 'one.txt', 'Replace the file')
  const sent = page.waitForRequest('**/api/upload*')
  await (await chooser).setFiles([text('two.txt', 'two')])
  await sent
  const edited = await page.request.patch(`${contents}/${_id}`, {
    headers: { authorization: mali.token, 'if-match': `"${revision}"` },
    data: { file_name: 'First.txt' },
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  renamed.resolve()
  await says(page, 'The file is replaced.')
  expect((await read()).file_name).toBe('First.txt')
})

test('of 200 things those in sight are drawn: the keyboard, a drag and a selection reach all, and Back leads to the same place', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  const numbered = Array.from({ length: 199 }, (_, i) => `Folder ${i + 1}`)
  await folders(page, await person(siriporn), course, ...numbered, 'Zebra')
  await openContents(page, course)
  await expect(row(page, 'Folder 1')).toHaveAttribute('aria-setsize', '200')
  expect((await names(page)).length).toBeLessThan(60)

  await row(page, 'Folder 1').press('End')
  await expect(row(page, 'Zebra')).toBeFocused()
  await expect(row(page, 'Zebra')).toBeInViewport()
  await expect(row(page, 'Zebra')).toHaveAttribute('aria-posinset', '200')
  await expect(row(page, 'Folder 1')).toHaveCount(0)
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+Shift+Home')
  await expect(page.getByRole('toolbar')).toContainText('200 selected')
  await expect(row(page, 'Folder 1')).toBeFocused()
  await expect(row(page, 'Folder 1')).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  const check = (name: string) => row(page, name).locator('label')
  await check('Folder 1').click()
  await row(page, 'Folder 1').press('End')
  await check('Zebra').click({ modifiers: ['Shift'] })
  await expect(page.getByRole('toolbar')).toContainText('200 selected')
  await page.getByRole('button', { name: 'Clear the selection' }).press('Enter')
  await expect(page.getByRole('toolbar')).toHaveCount(0)
  await expect(page.locator('h1:focus, h2:focus')).toBeVisible()
  await row(page, 'Zebra').focus()
  await page.keyboard.press('z')
  await expect(row(page, 'Zebra')).toBeFocused()

  await carry(row(page, 'Zebra'), 'Zebra', 'Before Folder 198')
  await expect.poll(async () => (await names(page)).slice(-3)).toEqual(['Zebra', 'Folder 198', 'Folder 199'])
  await row(page, 'Folder 199').dragTo(row(page, 'Folder 197'))
  await expect(row(page, 'Folder 197')).toContainText('1 item')
  await expect(row(page, 'Folder 199')).toHaveCount(0)

  await act(page, 'Zebra', 'Move to…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox', { name: 'Search the folders' })).toBeFocused()
  await page.keyboard.type('fold 150')
  await expect(dialog.getByRole('listitem')).toHaveText(['Folder 150'])
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'Zebra')).toHaveCount(0)

  await row(page, 'Folder 196').scrollIntoViewIfNeeded()
  const place = () => row(page, 'Folder 196').evaluate((r) => Math.round(r.getBoundingClientRect().top))
  const before = await place()
  await page
    .getByRole('navigation', { name: 'Course' })
    .getByRole('link', { name: 'Group' })
    .first()
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(`/course/${course.id}/group`)
  await page.goBack()
  await expect.poll(place).toBe(before)
})
