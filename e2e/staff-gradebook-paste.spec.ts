import { expect, test } from './fixtures.ts'
import { addColumn, cell, grid, peopleOf } from './gradebook.ts'
import { says, undo } from './messages.ts'

/* Ranges that are pasted into staff’s gradebook from a spreadsheet. Nobody here is in other tests. */

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
