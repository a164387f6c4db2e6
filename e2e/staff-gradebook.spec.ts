import type { APIResponse, Locator, Page } from '@playwright/test'
import { fillDay } from './days.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { loseAnswers } from './lostAnswers.ts'
import { messages, says, undo } from './messages.ts'
import { olderReading } from './olderReading.ts'
import type { OwnCourse } from './school.ts'

/* Staff's gradebook: a spreadsheet on the server. Nobody here is in other tests. */

const grid = (page: Page) => page.getByRole('grid', { name: 'Gradebook' })
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
/** The first cell is the total: columns are counted from 0. */
const cell = (page: Page, name: string, column: number) =>
  row(page, name)
    .getByRole('gridcell')
    .nth(column + 1)
const dialog = (page: Page) => page.getByRole('dialog')

async function addColumn(page: Page, name: string, released = false) {
  await page.getByRole('button', { name: 'Add column', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  if (released) await dialog(page).getByRole('switch', { name: 'Students see it' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(grid(page).getByRole('columnheader').filter({ hasText: name })).toBeVisible()
}

async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    anong: await course.student('Anong', 'Anan', '1'),
    wirun: await course.student('Wirun', 'Saelim', '2'),
  }
}

test('scores are typed with the keyboard alone, seen by the student once released, and taken back', async ({
  page,
  browser,
  signIn,
  course,
  axe,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('7,5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ex')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toContainText('7.5, not released')
  await expect(cell(page, 'Wirun', 0)).toHaveText('Excused')
  await expect(cell(page, 'Anong', -1)).toHaveText('75% B')
  // A mouse that is pressed on one cell and released on another leaves the focus in the first: keys act there.
  await cell(page, 'Anong', 0).click()
  await cell(page, 'Wirun', 0).hover()
  await page.mouse.down()
  await cell(page, 'Anong', -1).hover()
  await page.mouse.up()
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Wirun', 0)).not.toContainText('Excused')
  await expect(cell(page, 'Anong', 0)).toContainText('7.5, not released')
  await page.keyboard.type('ex')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Wirun', 0)).toHaveText('Excused')
  // So do they in a heading that was pressed, where they change no score.
  const heading = page.getByRole('columnheader').nth(2).getByRole('button')
  for (const n of [0, 1]) {
    await cell(page, 'Anong', 0).click()
    await heading.nth(n).click()
    if (n === 1) await page.keyboard.press('Escape')
    await expect(heading.nth(n)).toBeFocused()
    await page.keyboard.press('Delete')
    await page.keyboard.press('4')
  }
  await cell(page, 'Anong', -1).hover()
  await expect(cell(page, 'Anong', 0)).toContainText('7.5, not released')
  expect(await axe()).toEqual([])
  // On a phone there is room for a long name beside its score.
  await page.setViewportSize({ width: 390, height: 844 })
  await cell(page, 'Anong', -1).click()
  const line = dialog(page).getByRole('listitem').filter({ hasText: 'Midterm' })
  const hidden = line.getByText('not released')
  await expect(hidden).toBeVisible()
  const [said, score] = [await hidden.boundingBox(), await line.getByText('7.5 / 10').boundingBox()]
  expect(said?.x).toBeLessThan(score?.x ?? 0)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })

  const hers = await otherPage(browser)
  await signIn(anong, hers)
  await hers.goto(`/course/${course.id}/grade`)
  await expect(hers.getByText('No scores yet', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Column Midterm' }).click()
  await dialog(page).getByRole('switch', { name: 'Students see it' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(hers.getByRole('row').filter({ hasText: 'Midterm' })).toContainText('7.5 / 10')

  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('F2')
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Anong', 0)).toHaveText('7.5')
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Anong', 0)).toHaveText('')
  await expect(hers.getByRole('row').filter({ hasText: 'Midterm' })).toContainText('Not scored')
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Anong', 0)).toHaveText('7.5')

  // What the message has taken back, Ctrl+Z passes over.
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await undo(page, '2 cells written.')
  await expect(cell(page, 'Wirun', 0)).toHaveText('Excused')
  await expect(cell(page, 'Anong', 0)).toHaveText('8')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Control+z')
  await expect(cell(page, 'Anong', 0)).toHaveText('7.5')

  // Pressed twice at once, the later change is taken back before the earlier one.
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/undo', async (route) => {
    // The first is slow: another could overtake it.
    if (++asked === 1) await held
    await route.continue()
  })
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.evaluate(() => fetch('/healthz'))
  goOn()
  await expect(cell(page, 'Anong', 0)).toHaveText('7.5')
})

test('an empty cell that counts as 0 by now says so, until the date from which it counts loses a part', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  const { token } = await signIn(siriporn)
  // The server's clock says what counts, whatever the device's says.
  await page.clock.install({ time: Date.parse('2020-10-01') })
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm')
  const open = () => page.getByRole('button', { name: 'Column Midterm' }).click()
  const save = async () => {
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
  }
  await open()
  await fillDay(dialog(page), 'An empty cell counts as 0 from', '2020-11-01')
  await save()
  await expect(cell(page, 'Anong', 0)).toHaveText('Missing')
  await expect(cell(page, 'Anong', -1)).toHaveText('0% F')
  await open()
  await dialog(page).getByRole('spinbutton', { name: /^day/ }).focus()
  await page.keyboard.press('Backspace')
  // Of a date that is being typed nothing changes when the form shows what somebody else made.
  await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
    headers: { authorization: token },
    data: { gradable_name: 'Oral', gradable_score: 10 },
  })
  await expect(dialog(page).getByRole('combobox', { name: 'Place' })).toContainText('After Oral')
  await save()
  await expect(cell(page, 'Anong', 0)).toHaveText('')
  await expect(cell(page, 'Anong', -1)).not.toContainText('%')
})

test('a range is pasted from a spreadsheet as one change, and what is no score writes nothing', async ({
  page,
  context,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz 1', true)
  await addColumn(page, 'Quiz 2', true)
  const paste = async (text: string) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page
      .getByRole('searchbox', { name: 'Search students' })
      .or(page.getByRole('textbox', { name: 'Search students' }))
      .focus()
    // The first press on a cell selects it, even if it had the focus before: the second edits it.
    await cell(page, 'Anong', 0).click()
    await page.keyboard.press('Control+v')
  }
  await paste('1\tmany\n3\t4')
  await says(page, /“many” is no score\..* Nothing was written\./)
  await paste('1\n2\n3')
  await says(page, /The range is too large: .* 2 rows and 2 columns\./)
  await paste('10%\t20 %\n\t4')
  await expect(cell(page, 'Anong', 1)).toHaveText('2')
  await expect(cell(page, 'Wirun', 0)).toHaveText('')
  await expect(cell(page, 'Wirun', 1)).toHaveText('4')
  await undo(page, '3 cells written.')
  await expect(cell(page, 'Wirun', 1)).toHaveText('')
  // A range that was begun at a heading begins with the first student.
  await cell(page, 'Anong', 1).click()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowDown')
  await page.evaluate(() => navigator.clipboard.writeText('6\n7'))
  await page.keyboard.press('Control+v')
  await expect(cell(page, 'Anong', 1)).toHaveText('6')
  await expect(cell(page, 'Wirun', 1)).toHaveText('7')
  await undo(page, '2 cells written.')
  await expect(cell(page, 'Wirun', 1)).toHaveText('')

  // Cells that a lost network keeps from the server stay, and are sent when it is back.
  const place = () => grid(page).evaluate((box) => box.getBoundingClientRect().top + scrollY)
  const before = await place()
  await context.setOffline(true)
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 score could not be saved. It stays here.')
  await expect(page.getByRole('alert')).toBeInViewport()
  expect(await place()).toBe(before)
  await expect(cell(page, 'Anong', 0)).toHaveText('9')
  await context.setOffline(false)
  await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toHaveCount(0)
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')

  // What could not be saved is not sent after a newer score of the same cell.
  await page.route('**/grades', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 score could not be saved. It stays here.')
  await page.unroute('**/grades')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('alert').filter({ hasText: 'could not be saved' })).toHaveCount(0)
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  await page.reload()
  await expect(cell(page, 'Wirun', 0)).toHaveText('6')

  // Cells that a closed page has left are sent, too.
  await page.route('**/grades', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 score could not be saved. It stays here.')
  await page.unroute('**/grades')
  await page.reload()
  await expect(cell(page, 'Anong', 0)).toHaveText('9')
  await expect(cell(page, 'Wirun', 0)).toHaveText('8')
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  // Digits typed as the page closes are still in the field.
  await cell(page, 'Wirun', 1).click()
  await page.keyboard.type('65')
  await page.reload()
  await expect(cell(page, 'Wirun', 0)).toHaveText('8')
  const typing = page.getByRole('textbox', { name: 'Wirun Saelim, Quiz 2' })
  await expect(typing).toHaveValue('65')
  await expect(typing).toBeFocused()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(cell(page, 'Wirun', 1)).toHaveText('')
  await expect(typing).toHaveCount(0)
})

test('a score that is being typed in one tab opens in no other one, until that tab is closed', async ({
  page,
  context,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz')
  const field = (tab: Page, name: string) => tab.getByRole('textbox', { name: `${name}, Quiz` })
  const first = await context.newPage()
  await first.goto(`/course/${course.id}/grade`)
  await cell(first, 'Wirun', 0).click()
  await first.keyboard.type('65')
  await page.reload()
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('4')
  await expect(field(page, 'Anong Anan')).toHaveValue('4')
  await expect(field(page, 'Wirun Saelim')).toHaveCount(0)

  // Each has its own again after a reload.
  await first.reload()
  await expect(field(first, 'Wirun Saelim')).toHaveValue('65')
  await page.reload()
  await expect(field(page, 'Anong Anan')).toHaveValue('4')
  await page.keyboard.press('Escape')
  await first.close()
  await page.reload()
  await expect(field(page, 'Wirun Saelim')).toHaveValue('65')
  await expect(field(page, 'Wirun Saelim')).toBeFocused()
})

test('a score that is typed as soon as a key has closed a dialog goes into its cell', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  await expect(dialog(page)).toContainText('Nobody has changed it')
  await page.keyboard.press('Escape')
  await page.keyboard.type('8.5')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toHaveText('8.5')
})

test('messages leave in their time after one that goes while the pointer rests on it', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.clock.install()
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  const written = messages(page).getByText('2 cells written.').locator('..')
  await written.hover({ position: { x: 3, y: 20 } })
  await page.clock.runFor(20_000)
  await expect(written).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await says(page, 'Taken back.')
  await expect(written).toHaveCount(0)
  await page.clock.runFor(20_000)
  await expect(messages(page)).toHaveCount(0)
})

test('an undo whose answer was lost is done, also when it is tried again after another write', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('8.5')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toHaveText('8.5')
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  await loseAnswers(page, 'POST', '**/undo', async () => {
    await page.keyboard.press('Control+z')
    await says(page, 'That did not work.')
  })
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Wirun', 0)).toHaveText('5')
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  for (const name of ['Wirun', 'Anong']) {
    const answer = page.waitForResponse('**/undo')
    await page.keyboard.press('Control+z')
    expect((await answer).status(), name).toBe(200)
    await expect(cell(page, name, 0)).toHaveText('')
  }
})

test('scores that the device cannot keep are asked for before the page is left, whichever dialog is open', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await fillDevice(page, /^typed\/.+\/cells\//)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/home`)
  await page.getByRole('link', { name: 'Grade', exact: true }).click()
  await addColumn(page, 'Quiz')
  await page.route('**/grades', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('1 score could not be saved.')
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => history.back())
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await asks.getByRole('button', { name: 'Stay' }).click()
  await expect(asks).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(cell(page, 'Anong', 0)).toHaveText('8')
})

test('who was faster is not overwritten, and the history of a cell says who wrote what and why', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  await cell(page, 'Anong', 0).click()
  const { columns } = await mali.get<{ columns: { _id: string }[] }>(`/api/courses/${course.id}/grades`)
  const maliIs = (doing: 'editing' | null) =>
    page.request.put(`/api/courses/${course.id}/presence/${course.id}`, {
      headers: { authorization: mali.token },
      data: { doing, place: `${anong.id}/${columns[0]?._id}` },
    })
  await maliIs('editing')
  await expect(cell(page, 'Anong', 0)).toContainText('Mali is here')
  await maliIs(null)
  await expect(cell(page, 'Anong', 0)).toHaveText('')

  // Cells that the server has not received are sent when its live events come again.
  await page.route('**/grades', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  const unsaved = page.getByRole('alert').filter({ hasText: '1 score could not be saved. It stays here.' })
  await unsaved.getByRole('button', { name: 'Discard' }).click()
  await expect(cell(page, 'Wirun', 0)).not.toHaveText('1')
  await undo(page, 'It is discarded.')
  await expect(unsaved).toBeVisible()
  await expect(cell(page, 'Wirun', 0)).toHaveText('1')
  await page.unroute('**/grades')
  await page.evaluate(() => {
    for (const put of ['freeze', 'resume']) document.dispatchEvent(new Event(put))
  })
  await expect(unsaved).toHaveCount(0)
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  await expect(cell(page, 'Wirun', 0)).toHaveText('1')
  await cell(page, 'Anong', 0).click()

  // The screen does not get the event in time.
  await page.route('**/grades', async (route) => {
    if (route.request().method() === 'PUT')
      await page.request.put(`/api/courses/${course.id}/grades`, {
        headers: { authorization: mali.token },
        data: { items: [{ person_id: anong.id, gradable_id: columns[0]?._id, score: 3, was: null }], reason: 'Seen' },
      })
    await route.continue()
  })
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  const overtaken = page.getByRole('alert').filter({ hasText: '1 cell has changed meanwhile' })
  await expect(overtaken).toContainText('Anong Anan, Quiz: now 3, yours is 8')
  await page.unroute('**/grades')
  await expect(cell(page, 'Anong', 0)).toHaveText('3')
  await overtaken.getByRole('button', { name: 'Keep what is there' }).click()
  await expect(overtaken).toHaveCount(0)
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  await expect(dialog(page)).toContainText('– → 3')
  await expect(dialog(page)).toContainText('Mali Boonmee')
  await dialog(page).getByRole('textbox', { name: 'Score' }).fill('8')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Second look')
  await dialog(page).getByRole('button', { name: 'Save with this reason' }).click()
  await expect(cell(page, 'Anong', 0)).toHaveText('8')
  await page.getByRole('button', { name: 'History of a cell' }).click()
  await expect(dialog(page)).toContainText('Second look')
  await page.keyboard.press('Escape')

  // Of several cells the others are written, and other people's values stay.
  const answered = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/grades') && answer.request().method() === 'PUT')
  const written = answered()
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  // Waits before holding the next call: the cell is busy only a moment after the key.
  await written
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')
  const asMali = { headers: { authorization: mali.token } }
  const beforeWriting = async (first: () => Promise<APIResponse>) => {
    await page.route('**/grades', async (route) => {
      // A write that is sent twice is not overtaken twice.
      if (route.request().method() === 'PUT') expect([200, 404, 409]).toContain((await first()).status())
      await route.continue()
    })
  }
  const at = { person_id: anong.id, gradable_id: columns[0]?._id }
  await beforeWriting(() =>
    page.request.put(`/api/courses/${course.id}/grades`, { ...asMali, data: { items: [{ ...at, score: 4, was: 8 }] } }),
  )
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Shift+ArrowDown')
  for (const name of ['Anong', 'Wirun']) await expect(cell(page, name, 0)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Delete')
  await expect(overtaken).toContainText('Anong Anan, Quiz: now 4, yours is –')
  await page.unroute('**/grades')
  // The table shows the value before the server has it, and the next write gets another answer.
  const emptied = answered()
  await overtaken.getByRole('button', { name: 'Write the other one' }).click()
  await expect(cell(page, 'Wirun', 0)).toHaveText('')
  await emptied
  await expect(cell(page, 'Anong', 0)).toHaveText('4')

  // A cell whose column is removed meanwhile is given up.
  await beforeWriting(() =>
    page.request.delete(`/api/courses/${course.id}/gradebook/columns/${columns[0]?._id}`, {
      headers: { ...asMali.headers, 'if-match': '"1"' },
    }),
  )
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  const gone = page.getByRole('alert').filter({ hasText: '1 cell is not there any more' })
  await expect(gone).toContainText('Wirun Saelim, Quiz: not there any more, yours was 2')
  await gone.getByRole('button', { name: 'OK' }).click()
  await expect(gone).toHaveCount(0)
  await expect(grid(page).getByRole('columnheader').filter({ hasText: 'Quiz' })).toHaveCount(0)

  // A message names the text that was being typed as its column was removed, and further keys go into no other cell.
  await page.unroute('**/grades')
  const asked = { ...asMali, data: { gradable_name: 'Oral', gradable_score: 10 } }
  const made = await page.request.post(`/api/courses/${course.id}/gradebook/columns`, asked)
  const oral = ((await made.json()) as { data: { _id: string } }).data
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('7')
  await page.request.delete(`/api/courses/${course.id}/gradebook/columns/${oral._id}`, {
    headers: { ...asMali.headers, 'if-match': '"1"' },
  })
  await says(page, '“7” was not written: its cell is not there any more.')
  await expect(row(page, 'Anong').getByRole('rowheader')).toBeFocused()
})

test('a saved score stays in its cell though the table was read before it was saved', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  const answered = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/grades') && answer.request().method() === 'PUT')
  const write = async (score: string) => {
    const written = answered()
    await cell(page, 'Anong', 0).click()
    await page.keyboard.type(score)
    await page.keyboard.press('Enter')
    await written
    await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  }
  await write('1')
  const older = await olderReading(page, '**/grades')
  const { columns } = await mali.get<{ columns: { _id: string }[] }>(`/api/courses/${course.id}/grades`)
  await page.request.put(`/api/courses/${course.id}/grades`, {
    headers: { authorization: mali.token },
    data: { items: [{ person_id: wirun.id, gradable_id: columns[0]?._id, score: 3, was: null }] },
  })
  await older.answered
  await write('5')
  await older.come()
  await expect(cell(page, 'Wirun', 0)).toHaveText('3')
  await expect(cell(page, 'Anong', 0)).toHaveText('5')
  // What is written next is written over the 5.
  const emptied = answered()
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Delete')
  expect((await emptied).status()).toBe(200)
  await expect(cell(page, 'Anong', 0)).toHaveText('')
  older.goOn()
})

test('an emptied cell has the quiz’s own score again, and what is typed there before the answer is no conflict', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const { token } = await signIn(siriporn)
  const post = async <T>(authorization: string, path: string, data: object) => {
    const answer = await page.request.post(`/api/courses/${course.id}/${path}`, { headers: { authorization }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const choices = ['a', 'b'].map((_id) => ({ _id, text: `Choice ${_id}`, correct: _id === 'a' }))
  const quiz = await post<{ _id: string; assignment_questionset: { _id: string }[] }>(token, 'assignments', {
    ...{ assignment_name: 'Quiz', publish_at: new Date().toISOString() },
    assignment_questionset: [{ kind: 'one', question: 'Which one?', score: 2, choices }],
  })
  await post(token, 'gradebook/columns', { gradable_name: 'Quiz', gradable_score: 10, assignment_id: quiz._id })
  const hers = await person(anong)
  const answers = Object.fromEntries(quiz.assignment_questionset.map(({ _id }) => [`item-${_id}`, 'a']))
  await post(hers.token, `assignments/${quiz._id}/submit`, answers)

  await page.goto(`/course/${course.id}/grade`)
  await cell(page, 'Anong', 0).click()
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/grades', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.keyboard.press('Delete')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  goOn()
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  await expect(cell(page, 'Anong', 0)).toHaveText('7, not released')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Anong', 0)).toHaveText('2, not released')
})

test('a score below the best attempt’s stays, and the history of its cell names the attempts', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const { token } = await signIn(siriporn)
  const post = async <T>(authorization: string, path: string, data: object) => {
    const answer = await page.request.post(`/api/courses/${course.id}/${path}`, { headers: { authorization }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const choices = ['a', 'b'].map((_id) => ({ _id, text: `Choice ${_id}`, correct: _id === 'a' }))
  const { _id, assignment_questionset } = await post<{ _id: string; assignment_questionset: { _id: string }[] }>(
    token,
    'assignments',
    {
      ...{ assignment_name: 'Quiz', publish_at: new Date().toISOString(), assignment_attempt: 2 },
      ...{
        assignment_counts: 'best',
        assignment_questionset: [{ kind: 'one', question: 'Which?', score: 8, choices }],
      },
    },
  )
  await post(token, 'gradebook/columns', { gradable_name: 'Quiz', gradable_score: 10, assignment_id: _id })
  const hers = await person(anong)
  const answers = Object.fromEntries(assignment_questionset.map(({ _id }) => [`item-${_id}`, 'a']))
  for (const _ of ['first', 'second']) await post(hers.token, `assignments/${_id}/submit`, answers)

  await page.goto(`/course/${course.id}/grade`)
  await expect(cell(page, 'Anong', 0)).toHaveText('8, not released')
  await cell(page, 'Anong', 0).click()
  for (const key of ['5', 'Enter']) await page.keyboard.press(key)
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  await page.reload()
  await expect(cell(page, 'Anong', 0)).toHaveText('5, not released')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  const steps = dialog(page).getByRole('listitem')
  for (const attempt of ['Attempt 1', 'Attempt 2'])
    await expect(steps.filter({ hasText: '8 → 5' }).filter({ hasText: attempt })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(cell(page, 'Anong', 0)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(cell(page, 'Anong', 0)).toHaveText('8, not released')
})

test('the line above the table is of the focused cell alone, and says what the table says', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  const headers = { authorization: (await signIn(siriporn)).token }
  const path = `/api/courses/${course.id}`
  const data = { gradable_name: 'Quiz', gradable_score: 10, released: true, zero_from: '2020-01-01T00:00:00.000Z' }
  const made = await page.request.post(`${path}/gradebook/columns`, { headers, data })
  const quiz = ((await made.json()) as { data: { _id: string } }).data
  await page.goto(`/course/${course.id}/grade`)
  await expect(cell(page, 'Anong', 0)).toHaveText('Missing')
  await expect(page.getByText('Anong Anan, Quiz: Missing / 10')).toBeVisible()
  await cell(page, 'Wirun', 0).click()
  await expect(page.getByText('Wirun Saelim, Quiz: Missing / 10')).toBeVisible()
  // Of a total it says nothing: another student's cell would be taken for it.
  const history = page.getByRole('button', { name: 'History of a cell' })
  await page.keyboard.press('ArrowLeft')
  await expect(history).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Wirun Saelim, Quiz: Missing / 10')).toBeVisible()
  await page.keyboard.type('ex')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Wirun Saelim, Quiz: Excused / 10')).toBeVisible()
  await expect(cell(page, 'Wirun', 0)).not.toHaveAttribute('aria-busy')

  // How a total adds up follows what others write.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Excused')
  const item = { person_id: wirun.id, gradable_id: quiz._id, score: 4 }
  await page.request.put(`${path}/grades`, { headers, data: { items: [item] } })
  await expect(dialog(page)).toContainText('Total so far: 40% F')
  await page.keyboard.press('Escape')

  // Where categories have weights, a column in none of them does not count, nor is anything missing there.
  const { letters, revision } = await (await page.request.get(`${path}/grades`, { headers }))
    .json()
    .then(({ data }: { data: { letters: object[]; revision: number } }) => data)
  const setup = { categories: [{ name: 'Exams', weight: 100 }], letters }
  await page.request.put(`${path}/gradebook/setup`, {
    headers: { ...headers, 'if-match': `"${revision}"` },
    data: setup,
  })
  await expect(cell(page, 'Anong', -1)).toHaveText('–')
  await expect(cell(page, 'Anong', 0)).toHaveText('')
})

test('how grades add up is set with who changes shown before, and a student follows it and tries scores', async ({
  page,
  browser,
  signIn,
  course,
  axe,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const authorization = (await signIn(siriporn)).token
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm', true)
  await addColumn(page, 'Final exam', true)
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', -1)).toHaveText('60% C')
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name of category 1' }).fill('Exams')
  await dialog(page).getByRole('combobox', { name: 'Category of Midterm' }).selectOption('Exams')
  await dialog(page).getByRole('combobox', { name: 'Category of Final exam' }).selectOption('Exams')
  await dialog(page).getByRole('textbox', { name: 'Letter' }).nth(2).fill('C+')
  // While no number is there, a letter is not one from 0%, and a category not one without weight.
  const numbers = [
    ['From %', '80'],
    ['Weight in %', '0'],
  ] as const
  for (const [name, value] of numbers) {
    const field = dialog(page).getByRole('spinbutton', { name }).first()
    await field.fill('')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(field).toBeFocused()
    await field.fill(value)
  }
  await dialog(page).getByRole('button', { name: 'Show who changes' }).click()
  await expect(dialog(page).getByText('1 total changes, 1 to another letter.')).toBeVisible()
  const changed = dialog(page).getByRole('listitem').filter({ hasText: 'Anong' })
  await expect(changed).toContainText('60% C → 60% C+')
  // Who changes is in sight above the buttons, not behind them.
  const topOf = async (one: Locator) => (await one.boundingBox())?.y ?? 0
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await expect.poll(async () => (await topOf(save)) - (await topOf(changed))).toBeGreaterThan(40)
  expect(await axe()).toEqual([])
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(cell(page, 'Anong', -1)).toHaveText('60% C+')

  const hers = await otherPage(browser)
  await signIn(anong, hers)
  await hers.goto(`/course/${course.id}/grade`)
  await hers.getByRole('link', { name: 'How it adds up' }).click()
  await expect(dialog(hers)).toContainText('Total so far: 60% C+')
  await expect(dialog(hers)).toContainText('A: 10')
  const tried = dialog(hers).getByRole('spinbutton', { name: 'A score to try for Final exam' })
  // The keys of a phone have a decimal point.
  await expect(tried).toHaveAttribute('inputmode', 'decimal')
  await dialog(hers).getByRole('spinbutton', { name: 'A score to try for Final exam' }).fill('10')
  await expect(dialog(hers)).toContainText('Total with what you try: 80% A')
  // No number is too large to be tried out.
  await dialog(hers).getByRole('spinbutton', { name: 'A score to try for Final exam' }).fill('1e308')
  await expect(dialog(hers)).toContainText('Total so far: 60% C+')
  expect(await axe(hers)).toEqual([])
  await hers.reload()
  await expect(dialog(hers)).toContainText('Total so far: 60% C+')

  const setScore = async (score: number) => {
    const scores = `/api/courses/${course.id}/grades`
    const headers = { authorization }
    const { columns, rows } = (await (await page.request.get(scores, { headers })).json()).data
    const of = { person_id: rows[0]._id, gradable_id: columns[0]._id }
    const answer = await page.request.put(scores, { headers, data: { items: [{ ...of, score }] } })
    expect(answer.ok()).toBe(true)
  }
  const openFinal = async () => {
    await page.getByRole('button', { name: 'More about the gradebook' }).click()
    await page.getByRole('menuitem', { name: 'Final grades' }).click()
  }
  await openFinal()
  await expect(dialog(page)).toContainText('1 student will be told')
  await expect(dialog(page).getByRole('row', { name: 'C+ 1' })).toBeVisible()
  // A score that changes at the press: nothing is released, and the dialog shows what would be now.
  await page.route(/\/gradebook\/final\?digest=/, async (route) => {
    await setScore(7)
    await route.continue()
  })
  await dialog(page).getByRole('button', { name: 'Release final grades' }).click()
  await says(page, 'Somebody changed it meanwhile.')
  await expect(dialog(page).getByRole('row', { name: 'B 1' })).toBeVisible()
  await page.unroute(/\/gradebook\/final\?digest=/)
  await setScore(6)
  await page.keyboard.press('Escape')
  await openFinal()
  await expect(dialog(page).getByRole('row', { name: 'C+ 1' })).toBeVisible()
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/gradebook\/final\?digest=/, async (route) => {
    const response = await route.fetch()
    await isAnswered
    await route.fulfill({ response })
  })
  await dialog(page).getByRole('button', { name: 'Release final grades' }).click()
  // A dialog that was opened before the answer came stays.
  await page.keyboard.press('Escape')
  await openFinal()
  answer()
  await says(page, 'Final grades released.')
  await expect(cell(page, 'Anong', 2)).toHaveText('60% C+')
  await expect(dialog(hers)).toContainText('Final grade: C+ (60%)')
  await expect(dialog(hers)).not.toContainText('This is your grade')
  // A score that changes after it: releasing them again says first whose final grade that changes.
  await expect(dialog(page)).toContainText('Nobody’s final grade changes.')
  await page.keyboard.press('Escape')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', -1)).toHaveText('90% A')
  await expect(dialog(hers)).toContainText(
    'Final grade: C+ (60%)This is your grade, whatever the total below comes to.',
  )
  await openFinal()
  await expect(dialog(page)).toContainText('1 final grade changes, 1 to another letter.')
  const whose = dialog(page).getByRole('group', { name: 'Who changes' })
  await expect(whose.getByRole('listitem')).toHaveText(/^Anong Anan.*60% C\+ → 90% A$/)
  await dialog(page).getByRole('button', { name: 'Take back' }).click()
  await expect(dialog(hers)).not.toContainText('Final grade:')
  await dialog(hers).getByRole('button', { name: 'Close' }).click()
  await expect(hers).toHaveURL(/\/grade$/)
})

test('the keys are those of a spreadsheet, and none writes over the last score', async ({
  page,
  context,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  const { token } = await signIn(siriporn)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (let n = 1; n <= 12; n += 1)
    await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
      headers: { authorization: token },
      data: { gradable_name: `Quiz ${n}`, gradable_score: 10, released: true },
    })
  await page.goto(`/course/${course.id}/grade`)
  const [anong, wirun] = [cell(page, 'Anong', 0), cell(page, 'Wirun', 0)]
  await anong.click()
  for (const key of ['6', 'Enter', '7', 'Enter', '9', 'Enter']) await page.keyboard.press(key)
  await says(page, 'The table ends here. Press F2 to change this score.')
  await expect(wirun).toHaveText('7')
  for (const key of ['F2', 'Control+a', '8', 'Enter']) await page.keyboard.press(key)
  await expect(wirun).toHaveText('8')
  // Another key, and the cell takes a score again.
  for (const key of ['ArrowDown', '5', 'Enter']) await page.keyboard.press(key)
  await expect(wirun).toHaveText('5')
  await expect(wirun).not.toHaveAttribute('aria-busy')

  // A range stays among the scores.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('Shift+Home')
  await expect(anong).toBeFocused()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+x')
  await expect(anong).toHaveText('')
  await expect(wirun).toHaveText('')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('6\n5')
  const written = messages(page).getByText('2 cells written.')
  await expect(written).toBeVisible()
  // A dialog is not covered by what was said before.
  await page.keyboard.press('h')
  await expect(dialog(page).getByRole('heading', { name: 'Wirun Saelim, Quiz 1' })).toBeFocused()
  expect(await written.isVisible()).toBe(false)
  await page.keyboard.press('Escape')
  await expect(wirun).toBeFocused()
  await expect(written).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(anong).toHaveText('6')
  await expect(wirun).toHaveText('5')
  await says(page, 'Taken back.')
  // It would go by itself later.
  expect(await written.count()).toBe(0)
  // That would be to do it again, which there is not.
  let undone = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/undo')) undone += 1
  })
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(wirun).not.toHaveAttribute('aria-busy')
  await expect(wirun).toHaveText('4')
  expect(undone).toBe(0)

  const scrolled = () => grid(page).evaluate((box) => box.scrollLeft)
  for (const [there, back] of [
    ['End', 'Home'],
    ['Control+End', 'Control+Home'],
  ] as const) {
    await page.keyboard.press(there)
    await expect.poll(scrolled).toBeGreaterThan(0)
    await page.keyboard.press(back)
    await expect(
      grid(page)
        .getByRole('rowheader')
        .nth(back === 'Home' ? 1 : 0),
    ).toBeFocused()
    await expect.poll(scrolled).toBe(0)
  }
})

test('an assistant who does not release reads why a column that students see stays', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const siriporn = await person(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const { headers } = { headers: { authorization: siriporn.token } }
  for (const released of [true, false])
    await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
      headers,
      data: { gradable_name: released ? 'Seen' : 'Draft', gradable_score: 10, released },
    })
  await signIn(course.staff('assistant', 'Mali', 'Boonmee'))
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('button', { name: 'Column Seen' }).click()
  await expect(dialog(page)).toContainText('Only people who release grades change this')
  await expect(dialog(page).getByRole('button', { name: 'Remove column' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Column Draft' }).click()
  await dialog(page).getByRole('button', { name: 'Remove column' }).click()
  await says(page, 'Column removed.')
})

test('of a pasted range what may not be written is named with what was typed, and the rest is written', async ({
  page,
  context,
  signIn,
  person,
  course,
}) => {
  const { anong, wirun } = await peopleOf(course)
  const siriporn = await person(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const headers = { authorization: siriporn.token }
  const book = `/api/courses/${course.id}/gradebook`
  const quiz = { gradable_name: 'Quiz', gradable_score: 10, released: true }
  const { data } = await (await page.request.post(`${book}/columns`, { headers, data: quiz })).json()
  const items = [anong, wirun].map(({ id }) => ({ person_id: id, gradable_id: data._id, score: 5 }))
  await page.request.put(`/api/courses/${course.id}/grades`, { headers, data: { items } })
  await page.request.post(`${book}/final`, { headers, data: { released: true } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const mali = await course.staff('assistant', 'Mali', 'Boonmee')
  await signIn(mali)
  await page.goto(`/course/${course.id}/grade`)
  await cell(page, 'Anong', 0).click()
  await page.evaluate(() => navigator.clipboard.writeText('7\t70\n8\t88'))
  await page.keyboard.press('Control+v')
  await says(page, '2 cells written.')
  const note = page.getByRole('alert').filter({ hasText: '2 final grades are released' })
  await expect(note.getByRole('listitem')).toHaveText([
    'Anong Anan, Final grade: not written, yours was 70',
    'Wirun Saelim, Final grade: not written, yours was 88',
  ])
  // What was typed is there until the person has read it.
  await page.reload()
  await note.getByRole('button', { name: 'OK' }).click()
  await page.reload()
  await expect(cell(page, 'Anong', 0)).toHaveText('7')
  await expect(cell(page, 'Wirun', 0)).toHaveText('8')
  await expect(note).toHaveCount(0)
})

test('a column is found, put first and put back with the keyboard alone', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await expect(page.getByText('No columns yet.')).toBeVisible()
  await addColumn(page, 'One')
  await addColumn(page, 'Two')
  const headings = grid(page).getByRole('columnheader')
  await expect(headings).toContainText(['Name', 'Total', 'One', 'Two'])
  await cell(page, 'Anong', 1).click()
  // In a low window the page follows the keys.
  await page.setViewportSize({ width: 1280, height: 480 })
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Wirun', 1)).toBeFocused()
  await expect(cell(page, 'Wirun', 1)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(headings.getByRole('button', { name: 'Two', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Column Two' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('F2')
  await expect(dialog(page).getByRole('combobox', { name: 'Place' })).toHaveValue(/./)
  await dialog(page).getByRole('combobox', { name: 'Place' }).selectOption('First')
  await dialog(page).getByRole('textbox', { name: 'Name' }).press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(headings).toContainText(['Name', 'Total', 'Two', 'One'])
  await undo(page, 'Saved.')
  await expect(headings).toContainText(['Name', 'Total', 'One', 'Two'])
})

test('a heading of one long word stands in one line, also sorted and for a finger', async ({
  browser,
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Presentation')
  const touch = await (await browser.newContext({ hasTouch: true, isMobile: true })).newPage()
  await signIn(siriporn, touch)
  await touch.goto(`/course/${course.id}/grade`)
  for (const on of [page, touch]) {
    const heading = grid(on).getByRole('columnheader').nth(2)
    const lines = () =>
      heading.getByText('Presentation').evaluate((name) => {
        const range = document.createRange()
        range.selectNodeContents(name)
        return range.getClientRects().length
      })
    await expect.poll(lines).toBe(1)
    await heading.getByRole('button', { name: 'Presentation', exact: true }).click()
    await expect(heading).toHaveAttribute('aria-sort', 'ascending')
    expect(await lines()).toBe(1)
  }
})

test('sort, section and search stand in the address', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('combobox', { name: 'Section' }).selectOption('2')
  await expect(row(page, 'Anong')).toHaveCount(0)
  await expect(page).toHaveURL(/section=2/)
  await page.reload()
  await expect(row(page, 'Wirun')).toBeVisible()
  await expect(row(page, 'Anong')).toHaveCount(0)
})

test('what is typed stays with its student while others change the order, and is not written over what they wrote', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, anong, wirun } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  const { columns } = await mali.get<{ columns: { _id: string }[] }>(`/api/courses/${course.id}/grades`)
  const maliWrites = async (student: { id: string }, score: number, was: number | null) => {
    const answer = await page.request.put(`/api/courses/${course.id}/grades`, {
      headers: { authorization: mali.token },
      data: { items: [{ person_id: student.id, gradable_id: columns[0]?._id, score, was }] },
    })
    expect(answer.ok()).toBe(true)
  }
  await maliWrites(anong, 1, null)
  await maliWrites(wirun, 5, null)
  await expect(cell(page, 'Anong', 0)).toHaveText('1')
  await expect(cell(page, 'Wirun', 0)).toHaveText('5')
  await grid(page)
    .getByRole('columnheader', { name: 'Quiz' })
    .getByRole('button', { name: 'Quiz', exact: true })
    .click()
  const first = grid(page).getByRole('rowheader').first()
  await expect(first).toHaveText('Anong Anan')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('7')
  await maliWrites(wirun, 0, 5)
  await expect(first).toHaveText('Wirun Saelim')
  await expect(page.getByRole('textbox', { name: 'Anong Anan, Quiz' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toHaveText('7')
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  await expect(cell(page, 'Wirun', 0)).toHaveText('0')

  // A message names another person's value of the edited cell, and nothing overwrites it.
  await cell(page, 'Wirun', 0).click()
  await page.keyboard.type('9')
  await maliWrites(wirun, 8, 0)
  await expect(cell(page, 'Wirun', -1)).toHaveText('80% A')
  await page.keyboard.press('Enter')
  const overtaken = page.getByRole('alert').filter({ hasText: 'Wirun Saelim, Quiz: now 8, yours is 9' })
  await expect(cell(page, 'Wirun', 0)).toHaveText('8')
  await overtaken.getByRole('button', { name: 'Write mine' }).click()
  await expect(cell(page, 'Wirun', 0)).toHaveText('9')

  // The same holds for a score with a reason.
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  await dialog(page).getByRole('textbox', { name: 'Score' }).fill('6')
  await maliWrites(anong, 4, 7)
  await expect(dialog(page).getByRole('alert')).toContainText('Now there: 4')
  await expect(dialog(page).getByRole('textbox', { name: 'Score' })).toHaveValue('6')
  await expect(dialog(page)).toContainText('Anong Anan, Quiz')
})

test('a column is added once though its answer is lost, and how grades add up is kept while others change it', async ({
  page,
  person,
  request,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const { token } = await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  const add = async () => {
    await addColumn(page, 'Midterm')
    await expect(grid(page).getByRole('columnheader')).toHaveCount(3)
  }
  await loseAnswers(page, 'POST', '**/gradebook/columns', add, true)

  // Unsaved text of the cell's history and of a curve is kept, too.
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).not.toHaveAttribute('aria-busy')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  await dialog(page).getByRole('textbox', { name: 'Score' }).fill('5')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Second look')
  await page.keyboard.press('Escape')
  const openCurve = async () => {
    await page.getByRole('button', { name: 'Column Midterm' }).click()
    await dialog(page).getByRole('button', { name: 'Curve', exact: true }).click()
  }
  await openCurve()
  await dialog(page).getByRole('spinbutton', { name: 'Points to add' }).fill('2.5')
  await page.keyboard.press('Escape')

  const openSetup = async () => {
    await page.getByRole('button', { name: 'More about the gradebook' }).click()
    await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  }
  await openSetup()
  await dialog(page).getByRole('button', { name: 'Add category' }).click()
  await dialog(page).getByRole('textbox', { name: 'Name of category 1' }).fill('Homework')
  await dialog(page).getByRole('spinbutton', { name: 'Weight in %' }).fill('40')
  await request.delete('/api/session', { headers: { authorization: token } })
  await expect(page).toHaveURL(/\/login/)

  const { token: again } = await person(siriporn)
  await page.evaluate((token) => localStorage.setItem('token', token), again)
  await page.goto(`/course/${course.id}/grade`)
  await openCurve()
  await expect(dialog(page).getByRole('spinbutton', { name: 'Points to add' })).toHaveValue('2.5')
  await page.keyboard.press('Escape')
  await cell(page, 'Anong', 0).click()
  await page.keyboard.press('h')
  await expect(dialog(page)).toContainText('You wrote this here earlier.')
  await expect(dialog(page).getByRole('textbox', { name: 'Score' })).toHaveValue('5')
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('Second look')
  await dialog(page).getByRole('button', { name: 'Discard it' }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Score' })).toHaveValue('4')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Third look')
  await undo(page, 'It is discarded.')
  await expect(dialog(page).getByRole('textbox', { name: 'Score' })).toHaveValue('5')
  await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toHaveValue('Third look')
  await dialog(page).getByRole('textbox', { name: 'Score' }).fill('4')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('')
  await page.keyboard.press('Escape')
  await openSetup()
  await expect(dialog(page)).toContainText('You wrote this here earlier.')
  const name = dialog(page).getByRole('textbox', { name: 'Name of category 1' })
  await expect(name).toHaveValue('Homework')

  const { revision, letters } = await mali.get<{ revision: number; letters: object[] }>(
    `/api/courses/${course.id}/grades`,
  )
  const answer = await request.put(`/api/courses/${course.id}/gradebook/setup`, {
    headers: { authorization: mali.token, 'if-match': `"${revision}"` },
    data: { categories: [{ name: 'Exams', weight: 60 }], letters },
  })
  expect(answer.ok()).toBe(true)
  await expect(dialog(page)).toContainText('Now there: Exams 60%')
  await expect(name).toHaveValue('Homework')
  await dialog(page).getByRole('button', { name: 'Use that' }).click()
  await expect(name).toHaveValue('Exams')
  const heading = dialog(page).getByRole('heading', { name: 'How grades add up' })
  await expect(heading).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Remove Exams' }).click()
  await expect(name).toHaveCount(0)
  await expect(heading).toBeFocused()
})

test('a missing score that was dropped as the lowest says that it counted as 0', async ({ page, signIn, course }) => {
  const { siriporn, anong } = await peopleOf(course)
  const { token, get } = await signIn(siriporn)
  const { revision } = await get<{ revision: number }>(`/api/courses/${course.id}/grades`)
  const headers = { authorization: token, 'if-match': `"${revision}"` }
  const call = async (method: 'post' | 'put', path: string, data: object) => {
    const answer = await page.request[method](`/api/courses/${course.id}/${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { _id: string } }).data
  }
  const of = { gradable_score: 10, released: true }
  const first = await call('post', 'gradebook/columns', { gradable_name: 'Quiz 1', ...of })
  const zero_from = new Date(Date.now() - 60_000).toISOString()
  const second = await call('post', 'gradebook/columns', { gradable_name: 'Quiz 2', ...of, zero_from })
  const columns = [first, second].map(({ _id }) => ({ _id, category: 0 }))
  const categories = [{ name: 'Quizzes', weight: 100, drop_lowest: 1 }]
  await call('put', 'gradebook/setup', { categories, letters: [{ letter: 'A', from: 0 }], columns })
  await call('put', 'grades', { items: [{ person_id: anong.id, gradable_id: first._id, score: 7 }] })
  await signIn(anong)
  await page.goto(`/course/${course.id}/grade?explain`)
  await expect(dialog(page)).toContainText('Total so far: 70% A')
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Quiz 2' })).toContainText(
    'Missing: counts as 0 · Dropped as the lowest',
  )
})

test('on a Thai layout the keys of the gradebook are at the same place', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm')
  const press = (key: string, code: string, ctrlKey = false) =>
    cell(page, 'Anong', 0).dispatchEvent('keydown', { key, code, ctrlKey, bubbles: true, cancelable: true })
  await cell(page, 'Anong', 0).click()
  await press('๗', 'Digit8')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toContainText('7, not released')
  await cell(page, 'Anong', 0).click()
  await press('ผ', 'KeyZ', true)
  await expect(cell(page, 'Anong', 0)).toHaveText('')
  await press('ป', 'KeyX')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toHaveText('Excused')
  await cell(page, 'Anong', 0).click()
  await press('้', 'KeyH')
  await expect(dialog(page)).toContainText('Anong Anan')
})
