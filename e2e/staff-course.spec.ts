import type { Locator, Page } from '@playwright/test'
import { giveFeedback } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { leaveCourse, makeAssignment, makeSchedule, submit } from '../server/testing/world.ts'
import { fillDay } from './days.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { goWithin } from './screens.ts'
import { hears } from './stream.ts'

/* Staff's writes to a course itself: its settings, joining, its dates, its end. Nobody here is in other tests. */

const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first()

test('an administrator makes a course in one screen and is in it', async ({ page, signIn, db, course }) => {
  // A person that no other test knows.
  const anong = await course.staff('instructor', 'Anong', 'Phromma')
  await db.updateTable('people').set({ may_create: true }).where('id', '=', anong.id).execute()
  await signIn(anong)
  await page.goto('/')
  await page.getByRole('link', { name: 'New course', exact: true }).click()
  await page.getByRole('textbox', { name: 'Course number' }).fill(`new ${course.id.slice(-12)}`)
  await press(page, 'Make the course')
  await expect(page.getByText('This is needed.')).toBeVisible()
  // An error may be far from the button.
  await expect(page.getByRole('textbox', { name: 'Name of the course' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name of the course' }).fill('Signals and Systems')
  await press(page, 'Make the course')
  await expect(page.getByRole('heading', { level: 1, name: /Signals and Systems/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
})

test('settings change what students see, and one press takes them back', async ({ page, browser, signIn, course }) => {
  const [siriporn, wirun] = [await course.staff('instructor', 'Siriporn'), await course.student('Wirun')]
  const theirs = await otherPage(browser)
  await signIn(wirun, theirs)
  await theirs.goto(`/course/${course.id}/home`)
  const tabs = theirs.getByRole('navigation', { name: 'Sections of the course' }).first()
  await expect(tabs.getByRole('link', { name: 'Group', exact: true })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Settings', exact: true })).toHaveCount(0)

  await signIn(siriporn)
  await page.goto(`/course/${course.id}/settings`)
  const name = page.getByRole('textbox', { name: 'Short name' })
  const before = await name.inputValue()
  await name.fill('Signals')
  await page.getByRole('switch', { name: 'Group' }).uncheck()
  await press(page, 'Save')
  await expect(says(page, 'The settings are saved.')).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1, name: /Signals/ })).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Group', exact: true })).toHaveCount(0)
  await theirs.keyboard.press('Control+k')
  await expect(theirs.getByRole('option', { name: 'Assignments', exact: true })).toBeVisible()
  await expect(theirs.getByRole('option', { name: 'Group', exact: true })).toHaveCount(0)
  await theirs.keyboard.press('Escape')
  // Staff still find it.
  await expect(page.getByRole('link', { name: 'Group', exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+k')
  for (const tab of ['Group', 'Settings'])
    await expect(page.getByRole('option', { name: tab, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await press(page, 'Undo')
  await expect(tabs.getByRole('link', { name: 'Group', exact: true })).toBeVisible()
  await expect(theirs.getByRole('heading', { level: 1, name: before })).toBeVisible()
  await expect(name).toHaveValue(before)
})

test('on a phone, what is changed in the settings is saved from wherever one is, and a picture is one that can be shown', async ({
  page,
  signIn,
  course,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(await course.staff('instructor', 'Siriporn'))
  await page.goto(`/course/${course.id}/settings`)
  const name = page.getByRole('textbox', { name: 'Short name' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect(name).toBeVisible()
  await expect(save).toHaveCount(0)
  await name.fill('Signals')
  await expect(save).toBeInViewport({ ratio: 1 })
  const picture = page.getByLabel('A picture of your own')
  await picture.first().setInputFiles({ name: 'tree.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('This is no picture that can be shown here.')).toBeVisible()
  await picture.first().setInputFiles('docs/pictures/home.webp')
  await expect(page.getByRole('form', { name: 'Settings' }).locator('img[src*="/api/files/"]')).toHaveCount(1)
  await expect(page.getByText('This is no picture that can be shown here.')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Change these settings' }).scrollIntoViewIfNeeded()
  await expect(save).toBeInViewport({ ratio: 1 })
  const top = async () => (await page.locator('[data-save-bar]').boundingBox())?.y ?? 0
  await page.getByRole('textbox', { name: 'Lecture capture' }).focus()
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('Tab')
    const { y = 0, height = 0 } = (await page.locator(':focus').boundingBox()) ?? {}
    expect.soft(y + height, 'the end of what has the focus').toBeLessThanOrEqual(await top())
  }
  await save.click()
  await expect(says(page, 'The settings are saved.')).toBeVisible()
  await expect(save).toHaveCount(0)
})

test('who opens a link that staff made is a student of the course with one press', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn')
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/settings`)
  await press(page, 'Make a link')
  await expect(page.getByText('nobody has joined with it')).toBeVisible()
  const address = (await page.getByText(/\/join\?course=/).textContent()) ?? ''
  const card = page.getByRole('heading', { name: 'Joining', exact: true }).locator('..')
  expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth), 'px that stick out').toBe(0)

  const newcomer = await course.student('Nok')
  await leaveCourse(db, newcomer)
  const theirs = await otherPage(browser)
  await signIn(newcomer, theirs)
  await theirs.goto(new URL(address).pathname + new URL(address).search)
  await press(theirs.getByRole('dialog'), 'Join')
  await expect(theirs).toHaveURL(new RegExp(`/course/${course.id}/home`))
  await press(page, 'Take back')
  await expect(page.getByText(/\/join\?course=/)).toHaveCount(0)
  await expect(page.locator('h1:focus, h2:focus')).toBeVisible()
})

test('an archived course says so, and students can write nothing in it until it is back', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const [siriporn, wirun] = [await course.staff('instructor', 'Siriporn'), await course.student('Wirun')]
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/settings`)
  await press(page, 'Archive the course')
  await expect(says(page, 'The course is archived.')).toBeVisible()
  const theirs = await otherPage(browser)
  await signIn(wirun, theirs)
  await theirs.goto(`/course/${course.id}/home`)
  await expect(theirs.getByText(/^This course is archived/)).toBeVisible()
  await goWithin(page, `/course/${course.id}/home`)
  await expect(page.getByText(/^This course is archived/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'New announcement', exact: true })).toHaveCount(0)
  await goWithin(page, `/course/${course.id}/settings`)
  await press(page, 'Bring the course back')
  await expect(theirs.getByText(/^This course is archived/)).toHaveCount(0)
})

test('dates that are selected are moved by a week, seen before and after, and saved as one change', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn')
  const { token } = await person(siriporn)
  for (const [title, days] of [
    ['First', 2],
    ['Second', 3],
    ['Third', 4],
  ] as const) {
    const publish_at = new Date(Date.now() + days * 86_400_000).toISOString()
    const answer = await page.request.post(`/api/courses/${course.id}/announcements`, {
      headers: { authorization: token },
      data: { announcement_title: title, publish_at },
    })
    expect(answer.ok()).toBe(true)
  }
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/dates`)
  await page.getByLabel('Kind').selectOption('announcement')
  await page.getByRole('checkbox', { name: /^Select First/ }).click()
  await page.getByRole('checkbox', { name: /^Select Third/ }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Select Third/ }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('3 selected')).toBeVisible()
  await press(page, 'Move')
  await expect(page.getByText('3 dates are changed and not saved yet.')).toBeVisible()
  await press(page, 'Save')
  await expect(says(page, '3 dates are saved.')).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await press(page, 'Undo')
  await expect(says(page, 'Taken back.')).toBeVisible()
})

test('dates that are saved in one window are not unsaved in the other, which may hear of them first', async ({
  page,
  context,
  signIn,
  person,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn')
  const { token } = await person(siriporn)
  const data = { announcement_title: 'First', publish_at: new Date(Date.now() + 2 * 86_400_000).toISOString() }
  const made = await page.request.post(`/api/courses/${course.id}/announcements`, {
    headers: { authorization: token },
    data,
  })
  expect(made.ok()).toBe(true)
  const next = await context.newPage()
  await signIn(siriporn, next)
  const listens = hears(next)
  await next.goto(`/course/${course.id}/dates`)
  await listens
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/dates`)
  await page.getByRole('checkbox', { name: /^Select First/ }).check()
  await press(page, 'Move')
  const unsaved = next.getByText('You wrote this here earlier. It is not saved yet.')
  await expect(unsaved).toBeVisible()
  const { promise: isHeard, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/dates', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    const response = await route.fetch()
    await isHeard
    await route.fulfill({ response })
  })
  await press(page, 'Save')
  await expect(next.getByText('1 date is changed and not saved yet.')).toHaveCount(0)
  await expect(unsaved).toHaveCount(0)
  answer()
  await expect(says(page, 'The date is saved.')).toBeVisible()
  await page.unroute('**/dates')
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^Select First/ })).toBeVisible()
  await expect(page.getByText('You wrote this here earlier. It is not saved yet.')).toHaveCount(0)
})

test('a date that somebody else moved meanwhile is shown before it is moved again', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const { token } = await person(course.staff('instructor', 'Krit', 'Boonmee'))
  const headers = { authorization: token }
  const at = (days: number) => new Date(Date.UTC(2099, 0, 1 + days, 3)).toISOString()
  const list = `/api/courses/${course.id}/announcements`
  const made = await page.request.post(list, { headers, data: { announcement_title: 'First', publish_at: at(0) } })
  const { _id } = (await made.json()).data as { _id: string }
  const now = async () => {
    const { data } = await (await page.request.get(`${list}/${_id}`, { headers })).json()
    return (data as { publish_at: string }).publish_at
  }
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/dates`)
  await page.getByRole('checkbox', { name: /^Select First/ }).check()
  await press(page, 'Move')
  // The page does not get the event in time.
  await page.route('**/dates', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  const moved = { headers: { ...headers, 'if-match': '"1"' }, data: { publish_at: at(3) } }
  expect((await page.request.patch(`${list}/${_id}`, moved)).ok()).toBe(true)
  await press(page, 'Save')
  await expect(page.getByRole('alert')).toContainText('Look at both, then save again.')
  await expect(page.getByRole('alert')).toContainText('Now there:')
  expect(await now()).toBe(at(3))
  await press(page, 'Save')
  await expect(says(page, 'The date is saved.')).toBeVisible()
  expect(await now()).toBe(at(7))
})

test('of hundreds of dates those in sight are drawn, what is moved stays through a reload, and a holiday is marked', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const start = Date.UTC(2099, 0, 1, 2)
  await seed(db, (trx) =>
    trx
      .insertInto('schedules')
      .values(
        Array.from({ length: 600 }, (_, n) => ({
          ...{
            course_id: course.id,
            id: crypto.randomUUID(),
            name: `Lecture ${String(n + 1).padStart(3, '0')}`,
            location: '',
          },
          start_at: new Date(start + n * 86_400_000),
          end_at: new Date(start + n * 86_400_000 + 3_600_000),
        })),
      )
      .execute(),
  )
  await signIn(await course.staff('instructor', 'Siriporn'))
  await page.goto(`/course/${course.id}/dates`)
  await page.getByLabel('Kind').selectOption('class')
  const rows = page.getByRole('list', { name: 'Dates' }).getByRole('listitem')
  const drawn = () => rows.count()
  await expect(rows.first()).toContainText('Lecture 001')
  await expect.poll(drawn).toBeLessThan(100)
  await page.getByRole('checkbox', { name: 'Select Lecture 002, begins' }).check()
  await press(page, 'Move')
  await expect(rows.filter({ hasText: 'Lecture 002' })).toContainText('9 Jan 2099')
  await page.reload()
  await expect(page.getByText('1 date is changed and not saved yet.')).toBeVisible()
  await page.getByLabel('Kind').selectOption('class')
  await expect(rows.filter({ hasText: 'Lecture 002' })).toContainText('9 Jan 2099')

  await press(page, 'Add a holiday')
  await fillDay(page, 'Day without classes', '2099-01-09')
  await page.getByLabel('What it is').fill('Children’s Day')
  await page.reload()
  await expect(page.getByLabel('What it is')).toHaveValue('Children’s Day')
  await press(page, 'Add')
  await expect(rows.filter({ hasText: 'Lecture 002' })).toContainText('Holiday: Children’s Day')
  await expect(page.getByText('is on a holiday')).toBeVisible()
  await press(page, 'Save')
  await expect(says(page, 'The date is saved.')).toBeVisible()
  await page.keyboard.press('End')
  await expect(rows.last()).toContainText('Lecture 600')
})

test('a copy that may not be seen any more says so, rather than to go on', async ({ page, course, db, signIn }) => {
  await makeSchedule(db, course, { name: 'First lecture' })
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/settings/copy`)
  const form = page.getByRole('form', { name: 'Copy to another semester' })
  await form.getByLabel('First class day of the copy').fill('2027-01-11')
  await page.route('**/api/jobs/*', async (route) => {
    await db.deleteFrom('jobs').where('course_id', '=', course.id).execute()
    await route.continue()
  })
  await form.getByRole('button', { name: 'Make the copy' }).click()
  await expect(page.getByRole('alert')).toContainText('cannot be seen from here any more')
})

test('a course is copied to the next semester with its dates, and the page for it leads into the copy when it is there', async ({
  page,
  course,
  db,
  signIn,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await course.student('Wirun', 'Saelim')
  const start_at = new Date('2026-08-10T02:00:00Z')
  await makeSchedule(db, course, { name: 'First lecture', start_at, end_at: new Date('2026-08-10T04:00:00Z') })
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/settings`)
  await page.getByRole('link', { name: /^Copy/ }).click()
  const form = page.getByRole('form', { name: 'Copy to another semester' })
  await expect(form.getByLabel('First class day of this course')).toHaveValue('2026-08-10')
  await form.getByLabel('First class day of the copy').fill('2027-01-11')
  // Of two dates of one thing, each says which it is.
  await expect(form.getByRole('region', { name: 'Dates before and after' })).toContainText(
    'First lecture Class · begins',
  )
  // An invalid day is not left out silently.
  const holidays = form.getByLabel('Holidays')
  await holidays.fill('2027-04-13, 14 April')
  await form.getByRole('button', { name: 'Make the copy' }).click()
  await expect(form.getByText('“14” is not a day such as 2027-08-12.')).toBeVisible()
  await expect(holidays).toBeFocused()
  await holidays.fill('2027-04-13, 2027-04-14')
  // The choices for the copy survive a reload.
  await page.reload()
  await expect(holidays).toHaveValue('2027-04-13, 2027-04-14')
  await expect(form.getByRole('region', { name: 'Dates before and after' })).toContainText('First lecture')
  await form.getByRole('button', { name: 'Make the copy' }).click()
  await expect(page.getByRole('link', { name: 'Go to the copy' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Go to the copy' }).click()
  await expect(page).not.toHaveURL(new RegExp(course.id))
  await expect(page).toHaveURL(/\/settings$/)
  const copied = page.url().replace(/\/settings$/, '')
  await goWithin(page, `${copied}/schedule`)
  await expect(page.getByText('First lecture').first()).toBeVisible()
  await goWithin(page, `${copied}/assignments`)
  await expect(page.getByText('Lab 1: Hello, world')).toBeVisible()
  await expect(page.getByText('Draft').first()).toBeVisible()
  await goWithin(page, `${copied}/people`)
  await expect(page.getByText('Siriporn Chaiyasit')).toBeVisible()
  await expect(page.getByText('Wirun Saelim')).toHaveCount(0)
})

test('what was chosen for a copy is there again when the copy failed after its dialog was closed', async ({
  page,
  course,
  signIn,
}) => {
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/settings/copy`)
  const form = page.getByRole('form', { name: 'Copy to another semester' })
  await form.getByLabel('First class day of this course').fill('2026-08-10')
  await form.getByLabel('First class day of the copy').fill('2027-01-11')
  await form.getByLabel('Name of the course').fill('Programming, again')
  // The server is not asked to copy anything.
  await page.route('**/copy', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { data: { job: course.id } } }) : route.continue(),
  )
  let state = 'running'
  await page.route('**/api/jobs/*', (route) =>
    route.fulfill({ json: { data: { _id: course.id, kind: 'copy', state, progress: 0, result: null } } }),
  )
  await press(page, 'Make the copy')
  await expect(page.getByText('The copy is being made.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(form).toHaveCount(0)
  state = 'failed'
  await page.getByRole('link', { name: /^Copy/ }).click()
  for (let n = 0; n < 2; n++) {
    await expect(page.getByText('The copy could not be made.')).toBeVisible()
    await expect(form.getByLabel('Name of the course')).toHaveValue('Programming, again')
    await expect(form.getByLabel('First class day of the copy')).toHaveValue('2027-01-11')
    await page.reload()
  }
})

test('a copy whose answer was lost is made once, also for another semester, and the page says which it is', async ({
  page,
  course,
  db,
  signIn,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/settings`)
  await page.getByRole('link', { name: /^Copy/ }).click()
  const form = page.getByRole('form', { name: 'Copy to another semester' })
  await form.getByLabel('First class day of this course').fill('2026-08-10')
  await form.getByLabel('First class day of the copy').fill('2027-01-11')
  const first = await form.getByLabel('Semester').inputValue()
  await loseAnswers(page, 'POST', '**/copy', async () => {
    await press(page, 'Make the copy')
    await expect(form.getByText('What you wrote is kept on this device')).toBeVisible()
  })
  await form.getByLabel('Semester').selectOption('3')
  await press(page, 'Make the copy')
  await expect(page.getByText('An earlier press had arrived')).toBeVisible({ timeout: 60_000 })
  const theirs = await db
    .selectFrom('roster as r')
    .innerJoin('courses as c', 'c.id', 'r.course_id')
    .select('c.semester')
    .where('r.person_id', '=', siriporn.id)
    .where('c.id', '<>', course.id)
    .execute()
  expect(theirs.map(({ semester }) => String(semester))).toEqual([first])
})

test('a late rule is not saved while nobody knows whose grades it would change', async ({
  page,
  signIn,
  course,
  db,
}) => {
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/settings`)
  await page.getByRole('combobox', { name: 'What becomes of late work' }).selectOption('It is not taken')
  await page.route(/dry_run=true/, (route) => route.abort())
  await press(page, 'Save')
  await expect(page.getByRole('alert')).toContainText('What you wrote is kept on this device')
  const rule = async () => {
    const kept = db.selectFrom('courses').select('late_rule').where('id', '=', course.id)
    return JSON.stringify((await kept.executeTakeFirstOrThrow()).late_rule)
  }
  expect(await rule()).not.toContain('refuse')
  await page.unroute(/dry_run=true/)
  await press(page, 'Save')
  await expect(says(page, 'The settings are saved.')).toBeVisible()
  expect(await rule()).toContain('refuse')
})

test('a late rule asks before it changes grades, also when a colleague saves something else at that moment', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const essay = await makeAssignment(db, course, { score_essay: 10, due_at: new Date('2026-09-12T12:00:00Z') })
  const { id } = await submit(db, course, essay, await course.student('Ploy'))
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "10"}', points: 10, score: 10, show: false })
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/settings`)
  const rule = page.getByRole('combobox', { name: 'What becomes of late work' })
  await rule.selectOption('It loses a part of its score for each day')
  const settings = `/api/courses/${course.id}/settings`
  await page.route(
    /dry_run=true/,
    async (route) => {
      const { revision } = await mali.get<{ revision: number }>(settings)
      const headers = { authorization: mali.token, 'if-match': `"${revision}"` }
      const saved = await page.request.patch(`/api/courses/${course.id}`, { headers, data: { course_section: '9' } })
      expect(saved.ok(), await saved.text()).toBe(true)
      await route.continue()
    },
    { times: 1 },
  )
  await press(page, 'Save')
  const asks = page.getByRole('alertdialog', { name: 'This changes grades' })
  await expect(asks).toContainText('1 grade changes')
  const score = async () => {
    const kept = db.selectFrom('feedback').select('score').where('submission_id', '=', id)
    return Number((await kept.executeTakeFirstOrThrow()).score)
  }
  expect(await score()).toBe(10)
  // Who turned from it is asked again.
  await press(asks, 'Cancel')
  await press(page, 'Save')
  await press(asks, 'Change it')
  await expect(says(page, 'The settings are saved.')).toBeVisible()
  expect(await score()).toBeLessThan(10)
  await expect(page.getByRole('textbox', { name: 'Section' })).toHaveValue('9')
})
