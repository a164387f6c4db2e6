import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { addColumn, cell, dialog } from './gradebook.ts'
import { undo } from './messages.ts'

/* The gradebook as a file and back, and a curve. Nobody here is in other tests. */

test('of a file in which names were sorted alone, each row says so in full, also on a phone and of a long name', async ({
  page,
  signIn,
  course,
}) => {
  const long = ['Pornthip Wannarat Kanchanaporn', 'Sirivadhanabhakdi na Ayutthaya'] as const
  const [anong, pornthip] = [await course.student('Anong', 'Anan'), await course.student(...long)]
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm')
  const rows = [
    ['Person', 'Name', 'Midterm', 'Midterm again'],
    [anong.id, long.join(' '), '5', '7'],
    [pornthip.id, 'Anong Anan', '6', '8'],
  ]
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/course/${course.id}/grade/import`)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  const says = dialog(page).getByText('were only some of the columns sorted?')
  await expect(says).toHaveCount(2)
  const hidden = await says.evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight))
  expect(hidden).toEqual([0, 0])
  await expect(dialog(page).getByText('Not read: Midterm again')).toBeVisible()
  const fates = dialog(page).getByRole('group', { name: 'What becomes of each row' })
  await expect(fates.getByRole('listitem').filter({ hasText: long.join(' ') })).toContainText('Not taken')

  // A heading that lost its id, and one of another course.
  const lost = [
    ['Person', 'Midterm', 'Essay (01a22253-453a-7615-b44c-29644f119ec1)'],
    [anong.id, '5', '7'],
  ]
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(lost.join('\n')) })
  const why = dialog(page).getByText('These headings name no column of the gradebook')
  await expect(why).toContainText(': Midterm, Essay. Choose above what they are')
  await expect(dialog(page).getByText('The points of 2 columns are not imported.')).toBeVisible()
})

test('the gradebook is saved, filled in, imported with each cell shown before, curved, and both are taken back', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await course.student('Anong', 'Anan', '1')
  await course.student('Wirun', 'Saelim', '2')
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await addColumn(page, 'Midterm')
  await addColumn(page, 'Essay')
  // The file is pressed for while the score is on its way: it has the score all the same.
  const isPressed = Promise.withResolvers<void>()
  await page.route(/\/grades(\?|$)/, async (route) => {
    if (route.request().method() === 'PUT') await isPressed.promise
    await route.continue()
  })
  await cell(page, 'Anong', 0).click()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Anong', 0)).toContainText('4')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  await expect(page.getByRole('button', { name: 'Save as CSV' })).toHaveAttribute('aria-busy', 'true')
  isPressed.resolve()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.trim().split('\r\n')
  expect(lines).toHaveLength(3)
  // Sorted the other way round: columns and people are found all the same.
  const edited = [lines[0], ...lines.slice(1).toReversed()]
    .map((line) => line?.split(','))
    .map((cells) => (cells?.[2] === 'Anong Anan' ? cells.with(4, '5').with(5, 'many') : cells))
    .map((cells) => (cells?.[2] === 'Wirun Saelim' ? cells.with(4, '8').with(5, 'EX') : cells))
    .map((cells) => cells?.join(','))
    .join('\r\n')
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'Import scores' }).click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from(edited) })
  // The first cells of each column, row by row: an empty one has its place.
  const totals = dialog(page).getByRole('listitem').filter({ hasText: 'Total in %' })
  await expect(totals.getByText('–', { exact: true })).toBeVisible()
  const fates = dialog(page).getByRole('group', { name: 'What becomes of each row' })
  await expect(fates.getByRole('listitem').filter({ hasText: '4 → 5 · Midterm' })).toContainText('Changed')
  await expect(fates.getByRole('listitem').filter({ hasText: '– → 8 · Midterm' })).toContainText('New')
  await expect(fates.getByRole('listitem').filter({ hasText: '“many” is no score' })).toContainText('Not taken')
  expect(await axe()).toEqual([])
  await dialog(page).getByRole('button', { name: 'Import 3 scores' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(cell(page, 'Anong', 0)).toContainText('5')
  await expect(cell(page, 'Wirun', 0)).toContainText('8')
  await expect(cell(page, 'Wirun', 1)).toHaveText('Excused')
  await undo(page, '3 scores imported.')
  await expect(cell(page, 'Wirun', 0)).toHaveText('')
  await expect(cell(page, 'Anong', 0)).toContainText('4')

  const openCurve = async () => {
    await page.getByRole('button', { name: 'Column Midterm' }).click()
    await dialog(page).getByRole('button', { name: 'Curve', exact: true }).click()
  }
  await openCurve()
  const points = dialog(page).getByRole('spinbutton', { name: 'Points to add' })
  await expect(dialog(page).getByRole('group', { name: 'Who changes' })).toContainText('4 → 5')
  // A number that is none says so.
  await points.fill('2.555')
  await expect(dialog(page)).toContainText('It needs a number, 0 or more, with two decimals at most.')
  // It is kept, and where nothing is loading nothing looks like it.
  await page.reload()
  await openCurve()
  await expect(points).toHaveValue('2.555')
  await expect(dialog(page).locator('.shimmer')).toHaveCount(0)
  await points.fill('2.5')
  await expect(dialog(page).getByRole('group', { name: 'Who changes' })).toContainText('4 → 6.5')
  await expect(dialog(page).getByRole('row', { name: '60–70% 0 1' })).toBeVisible()
  expect(await axe()).toEqual([])
  await dialog(page).getByRole('button', { name: 'Curve 1 score' }).click()
  await expect(cell(page, 'Anong', 0)).toContainText('6.5')
  await undo(page, 'Curved.')
  await expect(cell(page, 'Anong', 0)).toContainText('4')
})

test('the curve of attendance says that later attendance no longer changes the scores', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/grade`)
  const says = dialog(page).getByText('attendance that is taken later no longer changes them')
  for (const [name, isOfAttendance] of [
    ['Classes', true],
    ['Midterm', false],
  ] as const) {
    await page.getByRole('button', { name: 'Add column', exact: true }).click()
    await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
    if (isOfAttendance) await dialog(page).getByRole('switch', { name: 'Attendance' }).click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: `Column ${name}` }).click()
    await dialog(page).getByRole('button', { name: 'Curve', exact: true }).click()
    await expect(dialog(page).getByText('0 scores change, 0 stay.')).toBeVisible()
    await expect(says).toHaveCount(isOfAttendance ? 1 : 0)
    await page.keyboard.press('Escape')
  }
})
