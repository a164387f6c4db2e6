import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page, Route } from '@playwright/test'
import { announcementWrites } from '../contract/staff/announcements.ts'
import type { Thing } from '../server/testing/world.ts'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { undo } from './messages.ts'
import { onePerPage } from './onePerPage.ts'
import { pastePicture } from './paste.ts'
import type { OwnCourse } from './school.ts'
import { hears } from './stream.ts'

/* Staff's announcements on the home of a course, and what its students see. Nobody here is in other tests. */

/** The people of the course: two of its staff, and a student of each section. */
async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    krit: await course.staff('assistant', 'Krit', 'Boonmee'),
    wirun: await course.student('Wirun', 'Saelim', '1'),
    yada: await course.student('Yada', 'Thongdee', '2'),
  }
}

type SignIn = (who: Who, on?: Page) => Promise<Person>

const card = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Announcements' }).getByRole('listitem').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('dialog')
const text = (page: Page) => dialog(page).getByRole('textbox', { name: 'Text' })
const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' })
const isKept = (page: Page) => expect(dialog(page).getByText('What you wrote is kept on this device')).toBeVisible()
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The home of the course with live events, in a browser context of that person's own. */
async function atHome(browser: Browser, signIn: SignIn, who: Who, course: Thing): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/home`)
  await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
  await listens
  return page
}

type Body = Record<string, unknown>

/** Another member of the staff writes one, without a screen. */
async function write(page: Page, { token }: Person, course: Thing, body: Body) {
  const path = announcementWrites.create.path.replace(':course_id', course.id)
  const answer = await page.request.post(path, { headers: { authorization: token }, data: body })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { data: { _id: string; revision: number } }).data
}

async function change(page: Page, { token }: Person, course: Thing, { _id, revision }: Body, body: Body) {
  const answer = await page.request.patch(`/api/courses/${course.id}/announcements/${_id}`, {
    headers: { authorization: token, 'if-match': `"${revision}"` },
    data: body,
  })
  expect(answer.ok()).toBe(true)
}

test('a new announcement is out in two presses and the typing: students and staff see it at once, and one press takes it back', async ({
  browser,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  const open = (who: Who) => atHome(browser, signIn, who, course)
  const [siriporn, krit, wirun] = await Promise.all([open(people.siriporn), open(people.krit), open(people.wirun)])
  await expect(wirun.getByRole('link', { name: 'New announcement', exact: true })).toHaveCount(0)

  await siriporn.getByRole('link', { name: 'New announcement', exact: true }).click()
  await expect(title(siriporn)).toBeFocused()
  await siriporn.keyboard.type('We meet in Room 5')
  await text(siriporn).fill('From **Monday** on.')
  await press(siriporn, 'Publish')

  for (const page of [siriporn, krit, wirun]) await expect(card(page, 'We meet in Room 5')).toBeVisible()
  await expect(dialog(siriporn)).toHaveCount(0)
  const { notifications } = await (await person(people.wirun)).get<{
    notifications: { message: { message: string } }[]
  }>('/api/users/notifications')
  expect(notifications.filter(({ message }) => message.message === 'We meet in Room 5')).toHaveLength(1)

  await press(siriporn, 'Undo')
  for (const page of [siriporn, krit, wirun]) await expect(card(page, 'We meet in Room 5')).toHaveCount(0)
})

test('what comes while a student looks at the newest announcements stands before them, in sight', async ({
  browser,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  const krit = await person(people.krit)
  const publish = (page: Page, announcement_title: string) =>
    write(page, krit, course, { announcement_title, publish_at: new Date().toISOString() })
  const wirun = await otherPage(browser)
  await wirun.setViewportSize({ width: 390, height: 844 })
  for (const name of ['The first', 'The second']) await publish(wirun, name)
  await signIn(people.wirun, wirun)
  const listens = hears(wirun)
  await wirun.goto(`/course/${course.id}/home`)
  await expect(card(wirun, 'The second')).toBeInViewport()
  await listens
  await publish(wirun, 'The third')
  await expect(card(wirun, 'The third')).toBeInViewport({ ratio: 0.5 })
})

test('a draft is the staff’s alone; published it is the students’ too, and taken in again it is gone for them', async ({
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const open = (who: Who) => atHome(browser, signIn, who, course)
  const [siriporn, krit, wirun] = await Promise.all([open(people.siriporn), open(people.krit), open(people.wirun)])
  await krit.getByRole('link', { name: 'New announcement', exact: true }).click()
  await title(krit).fill('About the project')
  await dialog(krit).getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await press(krit, 'Save draft')
  await expect(card(siriporn, 'About the project')).toContainText('Draft')
  await expect(card(wirun, 'About the project')).toHaveCount(0)

  await card(siriporn, 'About the project').getByRole('link').click()
  const path = new URL(siriporn.url()).pathname
  await press(siriporn, 'Publish now')
  await card(wirun, 'About the project').getByRole('link').click()
  await expect(dialog(wirun)).toContainText('About the project')
  await expect(dialog(siriporn).getByText('Draft', { exact: true })).toHaveCount(0)
  await press(siriporn, 'Unpublish')
  await expect(dialog(wirun)).toHaveCount(0)
  await expect(says(wirun, 'It is not there any more.')).toBeVisible()
  await expect(card(wirun, 'About the project')).toHaveCount(0)
  await expect(dialog(siriporn).getByText('Draft', { exact: true })).toBeVisible()
  await wirun.goto(path)
  await expect(wirun).toHaveURL(`/course/${course.id}/home`)
})

test('an announcement for one section at a time to come is pinned; its students see the pin, and staff all of it', async ({
  page,
  browser,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  const siriporn = await signIn(people.siriporn)
  await page.goto(`/course/${course.id}/announcement/new`)
  const audience = dialog(page).getByRole('combobox', { name: 'Who sees it' })
  await audience.click()
  const first = page.getByRole('option', { name: 'Section 1' })
  await expect(first).toBeVisible()
  // Escape closes the list alone.
  await page.keyboard.press('Escape')
  await expect(first).toHaveCount(0)
  await title(page).fill('Only for the second section')
  await audience.fill('2')
  await page.getByRole('option', { name: 'Section 2' }).click()
  await expect(audience).toHaveValue('Section 2')
  await dialog(page).getByLabel('When it goes out').selectOption('At a time')
  const day = dialog(page).getByRole('group', { name: 'Date and time' })
  await day.getByRole('spinbutton', { name: 'year' }).fill('2040')
  await dialog(page).getByRole('switch', { name: 'Pin to the front' }).click()
  await press(page, 'Schedule')
  const made = card(page, 'Only for the second section')
  for (const words of ['Scheduled', 'Pinned', 'Section 2', '2040']) await expect(made).toContainText(words)
  const [it] = await siriporn.get<Body[]>(`/api/courses/${course.id}/announcements`)
  await change(page, siriporn, course, it as Body, { publish_at: new Date().toISOString() })
  const titles = async (who: Who) =>
    (await (await person(who)).get<Body[]>(`/api/courses/${course.id}/announcements`)).map((a) => a.announcement_title)
  expect(await titles(people.yada)).toEqual(['Only for the second section'])
  expect(await titles(people.wirun)).toEqual([])
  const yada = card(await atHome(browser, signIn, people.yada, course), 'Only for the second section')
  await expect(yada).toContainText('Pinned')
  await expect(yada).not.toContainText('Section 2')
})

test('what is typed comes back after a reload and in another tab, is not lost without a network, and is discarded by one press', async ({
  page,
  context,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  const path = `/course/${course.id}/announcement/new`
  await page.goto(path)
  await title(page).fill('Rain')
  await text(page).fill('Bring umbrellas')
  await page.reload()
  await expect(title(page)).toHaveValue('Rain')
  await expect(text(page)).toHaveText('Bring umbrellas')
  await expect(dialog(page).getByText('You wrote this here earlier')).toBeVisible()

  // As after a crash, another tab restores the text. While both are open, text typed in one appears in the other.
  const next = await context.newPage()
  await signIn(people.siriporn, next)
  await next.goto(path)
  await expect(text(next)).toHaveText('Bring umbrellas')
  await title(next).fill('Rain today')
  await expect(title(page)).toHaveValue('Rain today')
  await text(page).fill('Bring boats')
  await expect(text(next)).toHaveText('Bring boats')

  await context.setOffline(true)
  await press(next, 'Publish')
  await expect(dialog(next).getByText('What you wrote is kept on this device')).toBeVisible()
  await expect(text(next)).toHaveText('Bring boats')
  await context.setOffline(false)
  await press(next, 'Publish')
  await expect(card(next, 'Rain today')).toHaveCount(1)
  await expect(title(page)).toHaveValue('')
  await expect(text(page)).not.toContainText('Bring boats')

  await next.getByRole('link', { name: 'New announcement', exact: true }).click()
  await expect(title(next)).toHaveValue('')
  await title(next).fill('Not this')
  await next.keyboard.press('Escape')
  await next.getByRole('link', { name: 'New announcement', exact: true }).click()
  await expect(title(next)).toHaveValue('Not this')
  await press(next, 'Discard it')
  await expect(title(next)).toHaveValue('')
  await expect(dialog(next).getByRole('button', { name: 'Discard it' })).toHaveCount(0)
  // It is taken back where the form stands by then, besides what was typed since.
  await next.keyboard.press('Escape')
  await next.getByRole('link', { name: 'New announcement', exact: true }).click()
  await text(next).fill('But this')
  await undo(next, 'It is discarded.')
  await expect(title(next)).toHaveValue('Not this')
  await expect(text(next)).toHaveText('But this')
  await next.reload()
  await expect(title(next)).toHaveValue('Not this')
  await expect(text(next)).toHaveText('But this')
})

test('what was published while its answer was lost is not published again after a reload; words changed since then go into it', async ({
  page,
  signIn,
  course,
}) => {
  const siriporn = await signIn((await peopleOf(course)).siriporn)
  const all = async () =>
    (await siriporn.get<Body[]>(`/api/courses/${course.id}/announcements`)).map((a) => a.announcement_title)
  const publishUnheard = async (words: string) => {
    await title(page).fill(words)
    await loseAnswers(page, 'POST', '**/announcements', async () => {
      await press(page, 'Publish')
      await isKept(page)
    })
  }

  await page.goto(`/course/${course.id}/announcement/new`)
  await publishUnheard('We meet in Room 5')
  await page.reload()
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toEqual(['We meet in Room 5'])

  await page.getByRole('link', { name: 'New announcement', exact: true }).click()
  await publishUnheard('No class on Monday')
  await title(page).fill('No class on Tuesday')
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toEqual(['No class on Tuesday', 'We meet in Room 5'])
  await expect(card(page, 'No class on Tuesday')).toBeVisible()

  // A first try that never arrived, after a second one that did.
  await page.getByRole('link', { name: 'New announcement', exact: true }).click()
  await title(page).fill('The test is in Room 1')
  const lose = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback())
  await page.route('**/announcements', lose)
  await press(page, 'Publish')
  await isKept(page)
  await page.unroute('**/announcements', lose)
  await publishUnheard('The test is in Room 2')
  await title(page).fill('The test is in Room 1')
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toEqual(['The test is in Room 1', 'No class on Tuesday', 'We meet in Room 5'])

  // The next one is another one, whatever it says.
  await page.getByRole('link', { name: 'New announcement', exact: true }).click()
  await title(page).fill('No class on Tuesday')
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toHaveLength(4)
})

test('an edit that arrived, though its answer was lost, is not called unsaved after a reload', async ({
  page,
  signIn,
  course,
}) => {
  const siriporn = await signIn((await peopleOf(course)).siriporn)
  const it = await write(page, siriporn, course, { announcement_title: 'The test' })
  await page.goto(`/course/${course.id}/announcement/${it._id}/edit`)
  await title(page).fill('The test in week 9')
  await loseAnswers(page, 'PATCH', '**/announcements/*', async () => {
    await press(page, 'Save draft')
    await isKept(page)
  })
  await page.reload()
  await expect(title(page)).toHaveValue('The test in week 9')
  await expect(dialog(page).getByText('You wrote this here earlier')).toHaveCount(0)
  // Nor is it a conflict with what somebody writes later.
  await change(page, siriporn, course, { ...it, revision: 2 }, { announcement_title: 'The test in week 10' })
  await page.reload()
  await expect(title(page)).toHaveValue('The test in week 10')
  await expect(dialog(page).getByText('You wrote this here earlier')).toHaveCount(0)
})

test('what is changed after a save whose answer was lost goes into it, and is no conflict with oneself', async ({
  page,
  signIn,
  course,
}) => {
  const siriporn = await signIn((await peopleOf(course)).siriporn)
  const it = await write(page, siriporn, course, { announcement_title: 'The test' })
  const path = `/api/courses/${course.id}/announcements/${it._id}`
  const saved = async () => (await siriporn.get<Body>(path)).announcement_title
  const saveUnheard = async (words: string) => {
    await title(page).fill(words)
    await loseAnswers(page, 'PATCH', '**/announcements/*', async () => {
      await press(page, 'Save draft')
      await isKept(page)
    })
  }
  await page.goto(`/course/${course.id}/announcement/${it._id}/edit`)
  await saveUnheard('The test in week 9')
  await title(page).fill('The test in week 10')
  await press(page, 'Save draft')
  await expect(dialog(page)).toHaveCount(0)
  expect(await saved()).toBe('The test in week 10')

  await page.goto(`/course/${course.id}/announcement/${it._id}/edit`)
  await saveUnheard('The test in week 11')
  await title(page).fill('The test in week 12')
  await page.reload()
  await expect(title(page)).toHaveValue('The test in week 12')
  await expect(dialog(page).getByText('changed the same place')).toHaveCount(0)
  await press(page, 'Save draft')
  await expect(dialog(page)).toHaveCount(0)
  expect(await saved()).toBe('The test in week 12')
})

test('a draft that was published while its answer was lost is no conflict with oneself, whatever is typed since', async ({
  page,
  signIn,
  course,
}) => {
  const siriporn = await signIn((await peopleOf(course)).siriporn)
  const path = (it: { _id: string }) => `/course/${course.id}/announcement/${it._id}/edit`
  const publishUnheard = async (words: string) => {
    await title(page).fill(words)
    await dialog(page).getByLabel('When it goes out').selectOption('Now')
    await loseAnswers(page, 'PATCH', '**/announcements/*', async () => {
      await press(page, 'Publish')
      await isKept(page)
    })
  }
  const all = async () =>
    (await siriporn.get<Body[]>(`/api/courses/${course.id}/announcements`)).map((a) => a.announcement_title)

  await page.goto(path(await write(page, siriporn, course, { announcement_title: 'The test', publish_at: null })))
  await publishUnheard('The test in week 9')
  await title(page).fill('The test in week 10')
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toEqual(['The test in week 10'])

  await page.goto(path(await write(page, siriporn, course, { announcement_title: 'Rooms', publish_at: null })))
  await publishUnheard('Room 5')
  await title(page).fill('Room 6')
  await page.reload()
  await expect(title(page)).toHaveValue('Room 6')
  await expect(dialog(page).getByText('changed the same place')).toHaveCount(0)
  await press(page, 'Save')
  await expect(dialog(page)).toHaveCount(0)
  expect((await all()).sort()).toEqual(['Room 6', 'The test in week 10'])
})

test('what is typed in one tab while another one saves stays there, and is saved after it', async ({
  page,
  context,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const siriporn = await signIn(people.siriporn)
  const it = await write(page, siriporn, course, { announcement_title: 'Rain' })
  const path = `/course/${course.id}/announcement/${it._id}/edit`
  await page.goto(path)
  const next = await context.newPage()
  await signIn(people.siriporn, next)
  await next.goto(path)
  await expect(title(next)).toHaveValue('Rain')
  await title(page).fill('Rain today')
  await expect(title(next)).toHaveValue('Rain today')
  const answer = Promise.withResolvers<void>()
  await page.route('**/announcements/*', async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.method() === 'PATCH')
  await press(page, 'Save draft')
  await asked
  await text(next).fill('Bring boats')
  answer.resolve()
  await expect(dialog(page)).toHaveCount(0)
  await expect(text(next)).toHaveText('Bring boats')
  await press(next, 'Save draft')
  await expect(dialog(next)).toHaveCount(0)
  const saved = await siriporn.get<Body>(`/api/courses/${course.id}/announcements/${it._id}`)
  expect(saved).toMatchObject({ announcement_title: 'Rain today', announcement_content: 'Bring boats' })
})

test('what two people change in two places is merged; in one place both stand until somebody has chosen', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  const krit = await person(people.krit)
  const body = { announcement_title: 'The test', announcement_content: 'It is on Friday.\n\nBring a pen.' }
  const it = await write(page, krit, course, body)
  const edit = `/course/${course.id}/announcement/${it._id}/edit`
  const now = () => krit.get<Body>(`/api/courses/${course.id}/announcements/${it._id}`)

  await page.goto(edit)
  await title(page).fill('The test in week 9')
  await change(page, krit, course, it, { announcement_content: 'It is on Friday.\n\nBring a pencil.', pinned: true })
  await press(page, 'Save draft')
  await expect(dialog(page)).toHaveCount(0)
  const merged = {
    announcement_title: 'The test in week 9',
    announcement_content: 'It is on Friday.\n\nBring a pencil.',
  }
  expect(await now()).toMatchObject({ ...merged, pinned: true })
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'Krit Boonmee changed something else in it while you wrote. Both are saved.',
  )

  await page.goto(edit)
  await text(page).fill('It is on Monday.\n\nBring a pencil.')
  await title(page).fill('The test on Monday')
  const theirs = {
    announcement_content: 'It is on Tuesday.\n\nBring a pencil.',
    announcement_title: 'The test of Tuesday',
  }
  await change(page, krit, course, await now(), theirs)
  await press(page, 'Save draft')
  await expect(dialog(page).getByText('Krit Boonmee changed the same place')).toBeVisible()
  await expect(text(page)).toContainText('Monday')
  await expect(text(page)).toContainText('Tuesday')
  // Of two titles, a person chooses one.
  await expect(title(page)).toHaveValue('The test on Monday')
  await expect(dialog(page).getByText('The test of Tuesday')).toBeVisible()
  expect(await now()).toMatchObject(theirs)
  await text(page).fill('It is on Monday.\n\nBring a pencil.')
  await press(page, 'Save draft')
  await expect(dialog(page)).toHaveCount(0)
  expect(await now()).toMatchObject({
    announcement_title: 'The test on Monday',
    announcement_content: 'It is on Monday.\n\nBring a pencil.',
  })
})

test('who edits an announcement is shown to who looks at it, and no longer when they have left', async ({
  browser,
  page,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  const it = await write(page, await person(people.krit), course, { announcement_title: 'The test' })
  const krit = await otherPage(browser)
  await signIn(people.krit, krit)
  const path = `/course/${course.id}/announcement/${it._id}`
  await page.goto(`${path}/preview`)
  await krit.goto(`${path}/edit`)
  await expect(dialog(krit).getByText('Siriporn Chaiyasit is looking at it')).toBeVisible()
  await expect(dialog(page).getByText('Krit Boonmee is editing')).toBeVisible()
  await press(page, 'Edit')
  await expect(dialog(krit).getByText('Siriporn Chaiyasit is editing')).toBeVisible()
  await krit.keyboard.press('Escape')
  await expect(dialog(page).getByText('Krit Boonmee')).toHaveCount(0)
  // Two tabs with one name would overwrite each other's report for ever.
  const tabOf = async (one: Page) => {
    const [report] = await Promise.all([
      one.waitForRequest((request) => /^PUT .*\/presence\//.test(`${request.method()} ${request.url()}`)),
      one.goto(`${path}/preview`),
    ])
    return (report.postDataJSON() as { tab: string }).tab
  }
  const first = await tabOf(krit)
  expect(first).toHaveLength(32)
  expect(await tabOf(await krit.context().newPage())).not.toBe(first)
})

test('the history says who changed what, compares it, and takes one change back where nothing came after it', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  const krit = await person(people.krit)
  const it = await write(page, krit, course, { announcement_title: 'The test', announcement_content: 'On Friday.' })
  await change(page, krit, course, it, { announcement_content: 'On Monday.' })
  await page.goto(`/course/${course.id}/announcement/${it._id}/preview`)
  await onePerPage(page, '**/history?*')
  await dialog(page).getByRole('link', { name: 'History' }).click()
  const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await press(dialog(page), 'Show earlier changes')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toBeFocused()
  await page.unrouteAll()
  await rows
    .first()
    .getByRole('button', { name: /Krit Boonmee edited/ })
    .click()
  await expect(rows.first().getByRole('deletion')).toContainText('Friday')
  await expect(rows.first().getByRole('insertion')).toContainText('Monday')
  await rows
    .nth(1)
    .getByRole('button', { name: /made the announcement/ })
    .click()
  await press(rows.nth(1), 'Undo')
  await expect(says(page, 'It was changed since')).toBeVisible()
  await press(rows.first(), 'Undo')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Siriporn Chaiyasit took a change back')
  await expect(rows.nth(1)).toContainText('Taken back')
  await expect(dialog(page).getByRole('heading', { name: 'History' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toContainText('On Friday.')
})

test('what was postponed comes back as a draft when that is undone after its first time, and the page says so', async ({
  page,
  signIn,
  person,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  const krit = await person(people.krit)
  const soon = Date.now() + 6_000
  const inMs = (ms: number) => ({ publish_at: new Date(ms).toISOString() })
  const it = await write(page, krit, course, { announcement_title: 'The test', ...inMs(soon) })
  await change(page, krit, course, it, inMs(soon + 3_600_000))
  await page.goto(`/course/${course.id}/announcement/${it._id}/history`)
  const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await rows.first().getByRole('button').click()
  await expect.poll(() => Date.now()).toBeGreaterThan(soon)
  await press(rows.first(), 'Undo')
  await expect(says(page, 'Taken back as a draft, because its time of publication has passed.')).toBeVisible()
  await page.goto(`/course/${course.id}/home`)
  await expect(card(page, 'The test')).toContainText('Draft')
})

test('an instructor exports the history by the keyboard, sees how far it is, and tries again what failed', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const it = await write(page, await signIn(people.siriporn), course, { announcement_title: 'The test' })
  const path = `/course/${course.id}/announcement/${it._id}/history`
  await page.goto(path)
  const named = (name: string) => dialog(page).getByRole('button', { name })
  const failed = dialog(page).getByRole('paragraph').filter({ hasText: 'The file could not be written.' })
  await page.route('**/history/export', (route) => route.abort(), { times: 1 })
  await named('Export the history of the course').focus()
  await page.keyboard.press('Enter')
  await expect(failed).toBeVisible()

  let pretended: object = { state: 'running', progress: 0.4, result: null }
  await page.route('**/api/jobs/*', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, ...pretended } } })
  })
  await expect(named('Try the export again')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('progressbar', { name: 'Writing the file, 40%' })).toBeVisible()
  await expect(failed).toHaveCount(0)
  pretended = { state: 'failed', result: null }
  await expect(failed).toBeVisible()
  pretended = {}
  await page.keyboard.press('Enter')
  const file = dialog(page).getByRole('link', { name: 'history.csv' })
  await expect(file).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(file).toBeFocused()
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toContain(
    'Siriporn Chaiyasit,announcement_created,The test',
  )

  const krit = await otherPage(browser)
  await signIn(people.krit, krit)
  await krit.goto(path)
  await expect(krit.getByRole('list', { name: 'History' })).toBeVisible()
  await expect(krit.getByRole('button', { name: 'Export the history of the course' })).toHaveCount(0)
})

test('a picture that is pasted stands in the preview and in what students read, also when it is published while it is sent', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  await page.goto(`/course/${course.id}/announcement/new`)
  await title(page).fill('A map')
  await pastePicture(text(page), 'map of the rooms.png')
  await expect(text(page)).toContainText('![map of the rooms](/api/files/')
  // Neither the tools beside the two words move, nor what is below.
  const heightOf = () =>
    dialog(page)
      .locator('.editor')
      .evaluate((one) => one.getBoundingClientRect().height)
  const widthOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((one) => one.getBoundingClientRect().width)
  const [width, height] = [await widthOf('Preview'), await heightOf()]
  await press(page, 'Preview')
  expect([await widthOf('Write'), await heightOf()]).toEqual([width, height])
  const shown = (on: Page) => dialog(on).getByRole('img', { name: 'map of the rooms' })
  const drawn = (on: Page) => shown(on).evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))
  expect(await drawn(page)).toBe(40)
  // The draft has the bare address alone; the next page asks for a signed one.
  await page.reload()
  await press(page, 'Preview')
  expect(await drawn(page)).toBe(40)
  await press(page, 'Write')
  const { promise: line, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route('**/api/upload*', async (route) => {
    await line
    await route.continue()
  })
  await pastePicture(text(page), 'way in.png')
  await expect(text(page)).toContainText('Sending way in.png')
  await press(page, 'Publish')
  await expect(dialog(page).getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-busy', 'true')
  comesBack()
  await expect(card(page, 'A map')).toBeVisible()
  const yada = await atHome(browser, signIn, people.yada, course)
  await card(yada, 'A map').getByRole('link').click()
  expect(await drawn(yada)).toBe(40)
  await expect(dialog(yada).getByRole('img', { name: 'way in' })).toBeVisible()
})

test('a picture whose name has brackets is named as it lasts, and readers see it', async ({ page, signIn, course }) => {
  await signIn((await peopleOf(course)).siriporn)
  await page.goto(`/course/${course.id}/announcement/new`)
  await title(page).fill('A map')
  await pastePicture(text(page), 'map [b] (1).png')
  await expect(text(page)).toHaveText(/\/api\/files\/[0-9a-f-]{36}#40x30\)$/)
  await press(page, 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  await card(page, 'A map').getByRole('link').click()
  const shown = dialog(page).getByRole('img', { name: 'map' })
  expect(await shown.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(40)
})

test('what is typed behind a pasted picture stands behind it, and two keep their order, whichever is there first', async ({
  page,
  signIn,
  course,
}) => {
  await signIn((await peopleOf(course)).siriporn)
  await page.goto(`/course/${course.id}/announcement/new`)
  await text(page).click()
  await page.keyboard.type('Two maps: ')
  const { promise: line, resolve: comesBack } = Promise.withResolvers<void>()
  await page.route(
    '**/api/upload*',
    async (route) => {
      await line
      await route.continue()
    },
    { times: 1 },
  )
  await pastePicture(text(page), 'first.png')
  await expect(text(page)).toContainText('Sending first.png')
  await pastePicture(text(page), 'second.png')
  await page.keyboard.type(' in')
  await expect(text(page)).toHaveText(/^Two maps: Sending first\.png, \d+%!\[second]\(\S+\) in$/)
  await page.keyboard.type(' colour')
  comesBack()
  await expect(text(page)).toHaveText(/^Two maps: !\[first]\(\S+\)!\[second]\(\S+\) in colour$/)

  await page.keyboard.press('Enter')
  await pastePicture(text(page), 'third.png')
  await expect(text(page)).toContainText('![third](/api/files/')
  await page.keyboard.type(' is the last')
  await expect(text(page)).toHaveText(/!\[third]\(\S+\) is the last$/)

  // Right behind an address it would be a part of that.
  await page.keyboard.type(' of https://example.org/maps')
  await pastePicture(text(page), 'fourth.png')
  await expect(text(page)).toHaveText(/https:\/\/example\.org\/maps !\[fourth]\(\S+\)$/)
})

test('the keyboard alone writes, formats, previews, publishes, edits and deletes an announcement', async ({
  page,
  signIn,
  axe,
  course,
}) => {
  const people = await peopleOf(course)
  await signIn(people.siriporn)
  await page.goto(`/course/${course.id}/home`)
  const tabTo = async (target: Locator) => {
    await expect(target).toBeVisible()
    for (let n = 0; n < 60 && !(await target.evaluate((it) => it.matches(':focus'))); n++)
      await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await tabTo(page.getByRole('link', { name: 'New announcement', exact: true }))
  await page.keyboard.press('Enter')
  await expect(title(page)).toBeFocused()
  await page.keyboard.type('No class')
  await page.keyboard.press('Tab')
  // The tools are one stop of the Tab key.
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page).getByRole('button', { name: 'Italic' })).toBeFocused()
  await tabTo(text(page))
  await page.keyboard.press('Control+b')
  await page.keyboard.type('Monday')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' is free.\n\n> a quote\n\n- one\ntwo')
  await expect(text(page)).toContainText('**Monday** is free.')
  await expect(text(page)).toContainText('> a quote')
  expect(await axe()).toEqual([])
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'No class')).toBeVisible()

  await tabTo(card(page, 'No class').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Monday', { exact: true })).toHaveCSS('font-weight', /[67]00/)
  await expect(dialog(page).getByRole('listitem')).toHaveText(['one', 'two'])
  await tabTo(dialog(page).getByRole('button', { name: 'Edit' }))
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveValue('No class')
  await page.keyboard.press('End')
  await page.keyboard.type(' on Monday')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(page, 'No class on Monday')).toBeVisible()
  await tabTo(card(page, 'No class on Monday').getByRole('link'))
  await page.keyboard.press('Enter')
  await tabTo(dialog(page).getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await expect(card(page, 'No class on Monday')).toHaveCount(0)
})
