import { expect, otherPage, test } from './fixtures.ts'
import { addColumn, cell, dialog, grid, peopleOf, row } from './gradebook.ts'
import { messages, says, undo } from './messages.ts'

/* Staff’s gradebook: a spreadsheet on the server, its cells, keys and columns. Nobody here is in other tests. */

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

test('two keys lead from anywhere into the table: / into the search, and ↓ from there', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Quiz', true)
  await page.reload()
  await expect(cell(page, 'Anong', 0)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toHaveText('8')
  // What is searched for is what one arrives at.
  await page.keyboard.press('/')
  await page.keyboard.type('Wirun')
  await expect(row(page, 'Anong')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Wirun', 0)).toHaveText('6')
  await page.goto(`/course/${course.id}/people`)
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('grid').locator(':focus')).toHaveCount(1)
})
