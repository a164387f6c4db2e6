import type { Page } from '@playwright/test'
import type { Group, Grouping } from '../contract/groups.ts'
import { expect, otherPage, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { attemptsAt, head, openWorksheet, pathOf, text } from './worksheets.ts'

const NAME = 'Laboratory pairs'
const ASSIGNMENT = 'Laboratory pairs: check-in'

async function send(page: Page, person: Person, path: string, data: object): Promise<unknown> {
  const answer = await page.request.post(path, { headers: { authorization: person.token }, data })
  expect(answer.ok(), path).toBe(true)
  return ((await answer.json()) as { data: unknown }).data
}

/** The list of pairs on a person's screen. */
async function pairsOf(person: Person) {
  const { course_id } = await person.course('2110101')
  const all = await person.get<Grouping[]>(`/api/courses/${course_id}/grouping`)
  const grouping = all.find((g) => g.grouping_name === NAME)?._id ?? ''
  return { course_id, grouping, address: `/course/${course_id}/group?grouping=${grouping}` }
}

/** The creator puts the others into a new pair. */
async function make(page: Page, maker: Person, name: string, ...others: Person[]) {
  const { course_id, grouping, address } = await pairsOf(maker)
  const members = await Promise.all(others.map((p) => p.get<{ _id: string }>('/api/users/me')))
  const path = `/api/courses/${course_id}/grouping/${grouping}`
  const group = (await send(page, maker, path, { name, members })) as Group
  return { address, path: `${path}/${group._id}/me` }
}

/** Hands in the assignment of the pair; returns its path. */
async function handInAs(page: Page, person: Person): Promise<string> {
  const path = await pathOf(person, ASSIGNMENT)
  await send(page, person, `/api/courses${path}/submit`, { textbox: 'It works.' })
  return path
}

const own = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your Group' }).getByRole('article').filter({ hasText: name })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('whoever is put into a group is told by whom, accepts in one press, and has what it handed in', async ({
  page,
  course,
  signIn,
  browser,
}) => {
  const theirs = await otherPage(browser)
  const maker = await signIn(course.student('Sasi'), theirs)
  const person = await signIn(course.student('Sirawit'))
  const { address } = await make(page, maker, 'Bench 21', person)
  await handInAs(page, maker)
  await theirs.goto(address)
  await expect(own(theirs, 'Bench 21').getByRole('listitem').filter({ hasText: 'Sirawit' })).toContainText(
    'Has not accepted yet',
  )
  await expect(own(theirs, 'Bench 21').getByText('Has not accepted yet')).toHaveCount(1)

  await page.goto('/notification')
  await page.getByRole('link', { name: /added you to the group Bench 21/ }).click()
  await expect(page).toHaveURL(address)
  await expect(own(page, 'Bench 21')).toContainText(/^.*Sasi \S+ put you into Bench 21/)
  await expect(own(page, 'Bench 21')).toContainText(new RegExp(`already submitted:${ASSIGNMENT}, \\d`))
  await expect(own(page, 'Bench 21').getByRole('link', { name: 'Leave Bench 21' })).toHaveCount(0)

  await openWorksheet(page, person, ASSIGNMENT, goWithin)
  await expect(page.getByText(/Sasi \S+ put you into Bench 21/)).toBeVisible()
  await expect(page.getByText('There is no attempt left', { exact: true })).toBeVisible()
  await expect(text(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Accept Bench 21' }).click()
  await expect(messages(page).getByText('You are in Bench 21.')).toBeVisible()
  await expect(head(page)).toContainText('Last submitted on')
  await expect(page.getByText(/put you into/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Attempt 1/ }).click()
  await page.getByRole('link', { name: 'Receipt of attempt 1' }).click()
  await expect(page.getByRole('heading', { name: 'What was handed in' })).toBeVisible()
  await expect(own(theirs, 'Bench 21').getByText('Has not accepted yet')).toHaveCount(0)
})

test('to leave is one press, seen before its answer comes, and takes nothing of one’s own', async ({
  page,
  course,
  person,
  signIn,
}) => {
  const maker = await person(course.student())
  const leaver = await signIn(course.student())
  const { address } = await make(page, maker, 'Bench 22', leaver)
  await handInAs(page, maker)
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'DELETE') await promise
    await route.continue()
  })
  await page.goto(address)
  await expect(own(page, 'Bench 22')).toContainText('your own attempts and all that you submitted stay yours')
  await own(page, 'Bench 22').getByRole('button', { name: 'Leave Bench 22' }).press('Enter')
  await expect(own(page, 'Bench 22')).toHaveCount(0)
  letGo()
  await expect(messages(page).getByText('You left Bench 22.')).toBeVisible()

  await make(page, leaver, 'Bench 23')
  const path = await handInAs(page, leaver)
  const [only] = await attemptsAt(leaver, path)
  expect(only?.attempt).toBe(1)
  expect(await leaver.get(`/api/courses${path}/attempts/${only?._id}/receipt`)).toMatchObject({ attempt: 1 })
})

test('an answer that the server did not get is taken back and said, and can be given again', async ({
  page,
  course,
  person,
  signIn,
}) => {
  const invited = await signIn(course.student())
  const { address } = await make(page, await person(course.student()), 'Bench 24', invited)
  let lost = true
  await page.route('**/me', (route) => (lost && route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.goto(address)
  const accept = own(page, 'Bench 24').getByRole('button', { name: 'Accept Bench 24' })
  await accept.click()
  await expect(messages(page).getByText(/^You are not in Bench 24 yet\. /)).toBeVisible()
  lost = false
  await accept.click()
  await expect(messages(page).getByText('You are in Bench 24.')).toBeVisible()
  await expect(accept).toHaveCount(0)
  await expect(own(page, 'Bench 24').getByRole('link', { name: 'Leave Bench 24' })).toBeVisible()
})

test('whoever leaves on one device what they accepted on another stays in it, and is told why', async ({
  page,
  course,
  person,
  signIn,
}) => {
  const maker = await person(course.student())
  const invited = await signIn(course.student())
  const { address, path } = await make(page, maker, 'Bench 25', invited)
  await handInAs(page, maker)
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'DELETE') await send(page, invited, path, {})
    await route.continue()
  })
  await page.goto(address)
  await own(page, 'Bench 25').getByRole('button', { name: 'Leave Bench 25' }).click()
  await expect(
    messages(page).getByText(/^You have not left Bench 25\. The group has begun or handed in work/),
  ).toBeVisible()
  await expect(own(page, 'Bench 25')).toBeVisible()
  await expect(own(page, 'Bench 25').getByRole('button')).toHaveCount(0)
})

test('groups are of students: nobody else is offered', async ({ page, course, signIn }) => {
  await course.staff('instructor', 'Arthit')
  await signIn(course.student())
  await page.goto(`/course/${course.id}/group/new`)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Bench of somebody')
  await page.getByRole('dialog').getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('Arthit')
  await expect(page.getByText('No student of that name is on the course.')).toBeVisible()
})

test('a group that others make is seen on an open page', async ({ page, course, person, signIn }) => {
  const { address } = await pairsOf(await signIn(course.student()))
  const asked = (path: string) => page.waitForResponse((answer) => answer.url().includes(path))
  const open = Promise.all([asked('/notifications/stream'), asked('/grouping')])
  await page.goto(address)
  await open
  await make(page, await person(course.student()), 'Bench 28')
  await expect(page.getByRole('list', { name: NAME })).toContainText('Bench 28')
})

test('whoever left too soon comes back in one press, unless they are in another group by then', async ({
  page,
  course,
  person,
  signIn,
}) => {
  const invited = await signIn(course.student())
  const { address } = await make(page, await person(course.student()), 'Bench 26', invited)
  await page.goto(address)
  const back = page.getByRole('list', { name: NAME }).getByRole('button', { name: 'Come back to Bench 26' })
  await expect(own(page, 'Bench 26')).toContainText('You can still come back while you are in no other.')
  await expect(back).toHaveCount(0)
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'DELETE') await promise
    await route.continue()
  })
  await own(page, 'Bench 26').getByRole('button', { name: 'Leave Bench 26' }).click()
  // Before the server has handled the leaving.
  await back.click()
  await expect(own(page, 'Bench 26')).toBeVisible()
  letGo()
  await expect(messages(page).getByText('You left Bench 26.')).toBeVisible()
  await expect(messages(page).getByText('You are in Bench 26.')).toBeVisible()
  await page.reload()
  await expect(own(page, 'Bench 26')).not.toContainText('put you into')
  await expect(back).toHaveCount(0)
})

test('what was answered does not come back while the server has yet to hear of it, whatever others change meanwhile', async ({
  page,
  course,
  person,
  signIn,
}) => {
  const invited = await signIn(course.student())
  const third = await person(course.student())
  const { address, path } = await make(page, await person(course.student()), 'Bench 27', invited, third)
  const line = page.waitForResponse((answer) => answer.url().includes('/notifications/stream'))
  await page.goto(address)
  await line
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/me', async (route) => {
    if (route.request().method() === 'DELETE') await promise
    await route.continue()
  })
  await own(page, 'Bench 27').getByRole('button', { name: 'Leave Bench 27' }).click()
  await expect(own(page, 'Bench 27')).toHaveCount(0)
  // How often it reappears, however briefly.
  await page.evaluate(() => {
    const seen = { back: 0 }
    Object.assign(window, { seen })
    const look = () => {
      if (document.querySelector('button[aria-label="Leave Bench 27"]')) seen.back++
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  const read = page.waitForResponse((answer) => answer.url().endsWith('/grouping') && answer.ok())
  await send(page, third, path, {})
  await read
  letGo()
  await expect(messages(page).getByText('You left Bench 27.')).toBeVisible()
  expect(await page.evaluate(() => (window as unknown as { seen: { back: number } }).seen.back)).toBe(0)
})
