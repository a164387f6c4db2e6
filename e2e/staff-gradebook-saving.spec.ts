import type { APIResponse, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { addColumn, cell, dialog, grid, peopleOf, row } from './gradebook.ts'
import { loseAnswers } from './lostAnswers.ts'
import { messages, says, undo } from './messages.ts'
import { olderReading } from './olderReading.ts'
import type { OwnCourse } from './school.ts'

/* What is typed into staff’s gradebook is saved once and overwrites nothing. Nobody here is in other tests. */

/** Makes calls on the course as the person of a token. */
const poster =
  (page: Page, course: OwnCourse) =>
  async <T>(authorization: string, path: string, data: object) => {
    const answer = await page.request.post(`/api/courses/${course.id}/${path}`, { headers: { authorization }, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }

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
  const post = poster(page, course)
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
  const post = poster(page, course)
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

for (const [what, arrives] of [
  ['is on its way', false],
  ['arrived, without an answer', true],
] as const)
  test(`scores that wait for one that ${what} are sent in their order by the next page`, async ({
    page,
    signIn,
    course,
  }) => {
    const { siriporn } = await peopleOf(course)
    await signIn(siriporn)
    await page.goto(`/course/${course.id}/grade`)
    await addColumn(page, 'Quiz', true)
    const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
    await page.route('**/grades', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      if (arrives) await route.fetch()
      sent()
    })
    await cell(page, 'Anong', 0).click()
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.keyboard.type('6')
    await page.keyboard.press('Enter')
    await cell(page, 'Anong', 0).click()
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(cell(page, 'Anong', 0)).toHaveText('7')
    await isSent

    await page.reload()
    await expect(cell(page, 'Wirun', 0)).toHaveText('6')
    await expect(cell(page, 'Anong', 0)).toHaveText('7')
    await page.unrouteAll()
    await page.reload()
    const question = page.getByRole('alert').filter({ hasText: 'now 5, yours is 7' })
    if (arrives) await question.getByRole('button', { name: 'Write mine' }).click()
    await expect(cell(page, 'Anong', 0)).toHaveText('7')
    await expect(grid(page).locator('[aria-busy=true]')).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(cell(page, 'Wirun', 0)).toHaveText('6')
    await expect(cell(page, 'Anong', 0)).toHaveText('7')
  })

test('scores on their way that a full device cannot keep are asked for before the page is left', async ({
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
  const { promise: network, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/grades', async (route) => {
    if (route.request().method() === 'PUT') await network
    await route.continue()
  })
  await cell(page, 'Anong', 0).click()
  for (const score of ['8', '9']) {
    await page.keyboard.type(score)
    await page.keyboard.press('Enter')
  }
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await page.evaluate(() => history.back())
  await asks.getByRole('button', { name: 'Stay' }).click()
  comesBack()
  await expect(grid(page).locator('[aria-busy=true]')).toHaveCount(0)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/home$/)
})
