import type { Locator } from '@playwright/test'
import type { GradeColumn } from '../contract/staff/gradebook.ts'
import { fillDay } from './days.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { addColumn, cell, dialog, peopleOf } from './gradebook.ts'
import { says, undo } from './messages.ts'

/* How grades add up in staff’s gradebook, and who may change it. Nobody here is in other tests. */

/** The second press of a double click, whose first one was answered meanwhile. */
async function secondOfDouble(button: Locator) {
  await button.hover()
  await button.page().mouse.down({ clickCount: 2 })
  await button.page().mouse.up({ clickCount: 2 })
}

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
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('2 totals change, 2 to another letter. Nothing is saved yet.')
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
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('2 totals change, 2 to another letter. Nothing is saved yet.')
  await save()
  await expect(cell(page, 'Anong', 0)).toHaveText('')
  await expect(cell(page, 'Anong', -1)).not.toContainText('%')
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

test('who saves how grades add up without having looked sees first whose grades change, and saves by another press', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const { token, get } = await signIn(siriporn)
  const grades = `/api/courses/${course.id}/grades`
  const headers = { authorization: token }
  const made = await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
    headers,
    data: { gradable_name: 'Midterm', gradable_score: 10, released: true },
  })
  const gradable_id = (await made.json()).data._id
  await page.request.put(grades, { headers, data: { items: [{ person_id: anong.id, gradable_id, score: 7 }] } })
  await page.goto(`/course/${course.id}/grade`)
  await expect(cell(page, 'Anong', -1)).toHaveText('70% B')
  const openSetup = async () => {
    await page.getByRole('button', { name: 'More about the gradebook' }).click()
    await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  }
  const save = dialog(page).getByRole('button', { name: 'Save' })
  const from = dialog(page).getByRole('spinbutton', { name: 'From %' })
  await openSetup()
  await from.nth(1).fill('75')
  await save.click()
  await expect(dialog(page).getByText('1 total changes, 1 to another letter. Nothing is saved yet.')).toBeVisible()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Anong' })).toContainText('70% B → 70% C')
  await secondOfDouble(save)
  expect(await axe()).toEqual([])
  await expect(dialog(page).getByText('Nothing is saved yet.')).toBeVisible()
  expect((await get<{ letters: { from: number }[] }>(grades)).letters[1]?.from).toBe(70)
  // Of other values nothing has been seen.
  await from.nth(0).fill('70')
  await from.nth(1).fill('65')
  await expect(dialog(page).getByText('Nothing is saved yet.')).toHaveCount(0)
  await save.click()
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'Anong' })).toContainText('70% B → 70% A')
  await save.click()
  await expect(cell(page, 'Anong', -1)).toHaveText('70% A')
  // What changes nobody's grade is saved by one press.
  await openSetup()
  await from.nth(0).fill('69')
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
})

test('what somebody else changes while how grades add up is saved is seen, with whose grades change, before it is saved', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const { token, get } = await signIn(siriporn)
  const grades = `/api/courses/${course.id}/grades`
  const setup = `/api/courses/${course.id}/gradebook/setup`
  const headers = { authorization: token }
  const made = await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
    headers,
    data: { gradable_name: 'Midterm', gradable_score: 10, released: true },
  })
  const gradable_id = (await made.json()).data._id
  await page.request.put(grades, { headers, data: { items: [{ person_id: anong.id, gradable_id, score: 7 }] } })
  const setUp = () => get<{ letters: { from: number }[]; categories: object[]; revision: number }>(grades)
  // At the instant at which the server gets a call, Mali has just saved other categories.
  const whileItIsSent = (call: RegExp, categories: object[]) =>
    page.route(
      call,
      async (route) => {
        const { revision, letters } = await setUp()
        const data = { categories, letters, columns: [{ _id: gradable_id, category: 0 }] }
        const theirs = { authorization: mali.token, 'if-match': `"${revision}"` }
        expect((await page.request.put(setup, { headers: theirs, data })).ok()).toBe(true)
        await route.continue()
      },
      { times: 1 },
    )
  await page.goto(`/course/${course.id}/grade`)
  await expect(cell(page, 'Anong', -1)).toHaveText('70% B')
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  const name = dialog(page).getByRole('textbox', { name: 'Name of category 1' })
  const anongs = dialog(page).getByRole('listitem').filter({ hasText: 'Anong' })
  const from = dialog(page).getByRole('spinbutton', { name: 'From %' })
  await from.nth(1).fill('75')
  await whileItIsSent(/setup\?dry_run/, [{ name: 'Exams', weight: 60 }])
  await save.click()
  const note = dialog(page).getByRole('alert')
  await expect(note).toHaveText(/^Somebody else changed something else .* nothing is saved yet/)
  await expect(note).toBeInViewport({ ratio: 1 })
  await expect(name).toHaveValue('Exams')
  await expect(anongs).toContainText('70% B → 70% C')
  expect((await setUp()).letters[1]?.from).toBe(70)
  // And between what was seen and the press that saves it.
  const { categories } = await setUp()
  await whileItIsSent(/setup$/, [{ ...categories[0], name: 'Tests' }])
  await save.click()
  await expect(name).toHaveValue('Tests')
  await expect(dialog(page).getByText('1 total changes, 1 to another letter. Nothing is saved yet.')).toBeVisible()
  expect((await setUp()).letters[1]?.from).toBe(70)
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(cell(page, 'Anong', -1)).toHaveText('70% C')
  expect(await setUp()).toMatchObject({ categories: [{ name: 'Tests' }] })
})

test('on a phone what is wrong with the letters, and whose grades change, stand above the buttons', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn, anong, wirun } = await peopleOf(course)
  const { token } = await signIn(siriporn)
  const headers = { authorization: token }
  const made = await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
    headers,
    data: { gradable_name: 'Midterm', gradable_score: 10 },
  })
  const gradable_id = (await made.json()).data._id
  const items = [anong, wirun].map(({ id }) => ({ person_id: id, gradable_id, score: 7 }))
  await page.request.put(`/api/courses/${course.id}/grades`, { headers, data: { items } })
  await page.setViewportSize({ width: 390, height: 760 })
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('button', { name: 'More about the gradebook' }).click()
  await page.getByRole('menuitem', { name: 'How grades add up' }).click()
  const from = dialog(page).getByRole('spinbutton', { name: 'From %' })
  const save = dialog(page).getByRole('button', { name: 'Save' })
  /** How far the end of a part is above the line over the buttons, in px. */
  const above = async (part: Locator, first: Locator) => {
    const [box, below] = [await part.boundingBox(), await first.boundingBox()]
    return (below?.y ?? 0) - 16 - ((box?.y ?? 0) + (box?.height ?? 0))
  }
  await from.nth(1).fill('80')
  await save.click()
  const wrong = dialog(page).getByRole('alert')
  await expect(wrong).toHaveText('Each letter and each percentage can be there once.')
  await expect.poll(() => above(wrong, save)).toBeGreaterThanOrEqual(0)
  await from.nth(1).fill('75')
  await save.click()
  const last = dialog(page).getByRole('listitem').filter({ hasText: 'Wirun' })
  const count = dialog(page).getByText('Nothing is saved yet.')
  await expect.poll(() => above(last, count)).toBeGreaterThanOrEqual(0)
})

test('who edits or removes a column sees first whose totals that changes, and does it by another press', async ({
  page,
  person,
  signIn,
  course,
  axe,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const { token, get } = await signIn(siriporn)
  const grades = `/api/courses/${course.id}/grades`
  const columns = `/api/courses/${course.id}/gradebook/columns`
  const headers = { authorization: token }
  for (const [gradable_name, score] of [
    ['Midterm', 7],
    ['Oral', 9],
  ] as const) {
    const data = { gradable_name, gradable_score: 10, released: true }
    const gradable_id = (await (await page.request.post(columns, { headers, data })).json()).data._id
    const items = [{ person_id: anong.id, gradable_id, score }]
    expect((await page.request.put(grades, { headers, data: { items } })).ok()).toBe(true)
  }
  const there = async () => (await get<{ columns: GradeColumn[] }>(grades)).columns
  await page.goto(`/course/${course.id}/grade`)
  await expect(cell(page, 'Anong', -1)).toHaveText('80% A')
  const open = () => page.getByRole('button', { name: 'Column Midterm' }).click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  const most = dialog(page).getByRole('spinbutton', { name: 'Maximum points' })
  const anongs = dialog(page).getByRole('listitem').filter({ hasText: 'Anong' })
  const notYet = dialog(page).getByText('Nothing is saved yet.')
  await open()
  await most.fill('20')
  await save.click()
  await expect(dialog(page).getByText('1 total changes, 1 to another letter. Nothing is saved yet.')).toBeVisible()
  await expect(anongs).toContainText('80% A → 53.33% D')
  await expect(anongs).toBeInViewport({ ratio: 1 })
  // Who presses twice has not read it.
  await secondOfDouble(save)
  expect(await axe()).toEqual([])
  // Of other values nothing has been seen.
  await most.fill('10.5')
  await expect(notYet).toHaveCount(0)
  await expect(anongs).toHaveCount(0)
  // Somebody else makes it extra credit at the instant at which that is looked at.
  await page.route(
    /dry_run/,
    async (route) => {
      const [{ _id, revision }] = (await there()) as [GradeColumn]
      const theirs = { authorization: mali.token, 'if-match': `"${revision}"` }
      const answer = await page.request.patch(`${columns}/${_id}`, { headers: theirs, data: { extra: true } })
      expect(answer.ok()).toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await save.click()
  await expect(dialog(page).getByRole('alert')).toHaveText(/^Mali Boonmee changed .* nothing is saved yet/)
  await expect(dialog(page).getByRole('switch', { name: 'Extra credit' })).toBeChecked()
  await expect(dialog(page)).toContainText('Nobody’s total changes.')
  expect(await there()).toMatchObject([{ gradable_score: 10, extra: true }, {}])
  await save.click()
  await expect(dialog(page)).toHaveCount(0)
  expect(await there()).toMatchObject([{ gradable_score: 10.5, extra: true }, {}])
  await expect(cell(page, 'Anong', -1)).toHaveText('160% A')
  // What changes nobody's total is saved by one press.
  await open()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Midterm exam')
  await save.click()
  await expect(dialog(page)).toHaveCount(0)

  await open()
  const remove = dialog(page).getByRole('button', { name: 'Remove column' })
  await remove.click()
  await expect(dialog(page)).toContainText('1 total changes, 0 to another letter. Nothing is removed yet.')
  await expect(anongs).toContainText('160% A → 90% A')
  expect(await there()).toHaveLength(2)
  // That was of the removal, not of saving.
  await dialog(page).getByRole('switch', { name: 'Extra credit' }).click()
  await save.click()
  await expect(notYet).toBeVisible()
  await expect(anongs).toContainText('160% A → 78.05% B')
  const sent: string[] = []
  page.on('request', (request) => {
    // Whose presence is told at that moment is another matter.
    const { pathname, search } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith(columns)) sent.push(search)
  })
  await remove.click()
  await expect(anongs).toContainText('160% A → 90% A')
  await secondOfDouble(remove)
  expect(await axe()).toEqual([])
  expect(sent).toEqual(['?dry_run=true'])
  await expect(dialog(page)).toContainText('Nothing is removed yet.')
  await remove.click()
  await says(page, 'Column removed.')
  await expect(cell(page, 'Anong', -1)).toHaveText('90% A')
  await undo(page, 'Column removed.')
  await expect(cell(page, 'Anong', -1)).toHaveText('160% A')
})

test('who edits a column that somebody else removes reads it while they type', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const { token } = await signIn(siriporn)
  const columns = `/api/courses/${course.id}/gradebook/columns`
  const made = await page.request.post(columns, {
    headers: { authorization: token },
    data: { gradable_name: 'Midterm', gradable_score: 10 },
  })
  const { _id, revision } = (await made.json()).data
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('button', { name: 'Column Midterm' }).click()
  const most = dialog(page).getByRole('spinbutton', { name: 'Maximum points' })
  await most.fill('20')
  const theirs = { authorization: mali.token, 'if-match': `"${revision}"` }
  expect((await page.request.delete(`${columns}/${_id}`, { headers: theirs })).ok()).toBe(true)
  await expect(dialog(page).getByRole('alert')).toContainText('It was deleted meanwhile.')
  await expect(most).toHaveValue('20')
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
