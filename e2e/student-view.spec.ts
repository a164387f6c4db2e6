import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { says } from './messages.ts'
import { hears } from './stream.ts'
import { QUIET, say, topicOf } from './topics.ts'

/* Staff see a course as its students do: in one tab, without writing. */

const main = (page: Page) => page.getByRole('main')
const banner = (page: Page) => page.getByRole('region', { name: 'Student view' })
const enter = (page: Page) => page.getByRole('button', { name: 'See as a student' })
const leave = (page: Page) => banner(page).getByRole('button', { name: 'Leave student view' })

/** The calls of a page inside one course, as `METHOD path?query`; `take` empties the list. */
function callsIn(page: Page, courseId: string) {
  const all: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith(`/api/courses/${courseId}`)) all.push(`${request.method()} ${pathname}${search}`)
  })
  return { all, take: () => all.splice(0) }
}
const isMarked = (call: string) => /[?&]as=student\b/.test(call)

for (const [whoever, who] of [
  ['an instructor', 'arthit'],
  ['a teaching assistant', 'mali'],
] as const) {
  test(`${whoever} sees a course as a student does, through a reload, until another course is opened`, async ({
    page,
    signIn,
  }) => {
    const { course_id } = await (await signIn(who)).course('2110101')
    const calls = callsIn(page, course_id)
    await page.goto(`/course/${course_id}/grade`)
    await expect(main(page).getByText('You see what is the same for the whole class')).toBeVisible()
    expect(calls.take().filter(isMarked)).toEqual([])

    await enter(page).click()
    await expect(banner(page)).toContainText(/Nothing .*is saved/)
    await expect(main(page).getByRole('heading', { name: 'Attendance' })).toBeVisible()
    await expect(main(page).getByText('You see what is the same for the whole class')).toHaveCount(0)
    await expect(enter(page)).toHaveCount(0)
    await page.getByRole('link', { name: 'Assignments' }).first().click()
    await expect(page).toHaveURL(`/course/${course_id}/assignments`)
    await expect(main(page).getByRole('heading', { name: 'Due in 24 hours' })).toBeVisible()
    const seen = calls.take()
    expect(seen.length).toBeGreaterThan(3)
    // Leaving the gradebook ends the presence there, which the page reports as staff.
    const isLeaving = (call: string) => /^PUT .*\/presence\//.test(call)
    expect(seen.filter((call) => !isMarked(call) && !isLeaving(call))).toEqual([])

    await page.reload()
    await expect(banner(page)).toBeVisible()
    await expect(main(page).getByRole('heading', { name: 'Due in 24 hours' })).toBeVisible()
    const again = calls.take()
    expect(again.length).toBeGreaterThan(1)
    expect(again.filter((call) => !isMarked(call))).toEqual([])

    const other = await (await signIn(who)).get<{ course_id: string }[]>('/api/courses/my')
    const elsewhere = other.find((one) => one.course_id !== course_id)?.course_id as string
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
    await expect(banner(page)).toHaveCount(0)
    const others = callsIn(page, elsewhere)
    await page.locator(`a[href="/course/${elsewhere}/home"]`).first().click()
    await expect(enter(page)).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    expect(others.take().filter(isMarked)).toEqual([])
    await page.goto(`/course/${course_id}/grade`)
    await expect(main(page).getByText('You see what is the same for the whole class')).toBeVisible()
  })
}

test('in the student view nothing is written, and what was typed stays; the keyboard leads in and out', async ({
  page,
  signIn,
  course,
}) => {
  const instructor = await signIn(course.staff('instructor'))
  const topic = await topicOf(instructor, QUIET)
  const path = topic.api.replace('/api', '')
  await page.goto(topic.path)
  await enter(page).focus()
  await page.keyboard.press('Enter')
  await expect(banner(page)).toBeVisible()
  const calls = callsIn(page, course.id)
  const words = 'A post that nobody will read'
  const form = page.getByRole('form', { name: 'New post' })
  await form.getByRole('textbox').fill(words)
  await form.getByRole('button', { name: 'Post' }).click()
  await says(page, 'You see this as a student. Nothing is saved.')
  expect(calls.all.filter((call) => !call.startsWith('GET'))).toEqual([])
  await leave(page).focus()
  await page.keyboard.press('Enter')
  await expect(enter(page)).toBeVisible()
  await expect(form.getByRole('textbox')).toHaveValue(words)
  expect(JSON.stringify(await instructor.get(`/api${path}`))).not.toContain(words)
})

test('what a student posts shows in the student view, and on the staff’s own screen when they leave it', async ({
  page,
  request,
  person,
  signIn,
  course,
}) => {
  const { list, api } = await topicOf(await signIn(course.staff('instructor')), QUIET)
  const nat = await person(course.student())
  const topic = main(page).getByRole('listitem').filter({ hasText: QUIET })
  const listens = hears(page)
  await page.goto(list)
  await expect(topic).toContainText('0 posts')
  await listens
  await enter(page).click()
  await expect(banner(page)).toBeVisible()
  await expect(topic).toContainText('0 posts')
  await say(request, nat, api, 'Umbrellas')
  await expect(topic).toContainText('1 post')
  await leave(page).click()
  await expect(enter(page)).toBeVisible()
  await expect(topic).toContainText('1 post')
})

test('a draft of an announcement is there for staff, and in no part of the student view', async ({
  page,
  request,
  signIn,
  course,
}) => {
  const { token } = await signIn(course.staff('assistant'))
  const title = 'The room of the final examination'
  const made = await request.post(`/api/courses/${course.id}/announcements`, {
    headers: { authorization: token },
    data: { announcement_title: title },
  })
  expect(made.ok()).toBe(true)
  await page.goto(`/course/${course.id}/home`)
  await expect(main(page).getByText(title)).toBeVisible()
  // Each answer is read before the page gets it, because answers of a closed page cannot be read.
  const answers: string[] = []
  await page.route(
    (url) => isMarked(url.href),
    async (route) => {
      const response = await route.fetch()
      answers.push(await response.text())
      await route.fulfill({ response })
    },
  )
  await enter(page).click()
  await expect(banner(page)).toBeVisible()
  await expect(main(page).getByText('No announcements')).toBeVisible()
  await expect(main(page).getByText(title)).toHaveCount(0)
  await page.reload()
  await expect(main(page).getByText('No announcements')).toBeVisible()
  expect(answers.length).toBeGreaterThan(3)
  expect(answers.join()).not.toContain(title)
  await leave(page).click()
  await expect(main(page).getByText(title)).toBeVisible()
})

test('a student has no such switch, and its code is not loaded', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  const code: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('StudentView')) code.push(request.url())
  })
  await page.goto(`/course/${course_id}/home`)
  await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
  await expect(enter(page)).toHaveCount(0)
  expect(code).toEqual([])
})

test('the view ends when someone else signs in in the same tab', async ({ page, person, signIn }) => {
  const { course_id } = await (await signIn('arthit')).course('2110101')
  await page.goto(`/course/${course_id}/home`)
  await enter(page).click()
  await expect(banner(page)).toBeVisible()
  const { token } = await person('ploy')
  await page.evaluate((other) => localStorage.setItem('token', other), token)
  await page.goto(`/course/${course_id}/assignments`)
  await expect(main(page).getByRole('heading', { name: 'Due in 24 hours' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  expect(await page.evaluate(() => sessionStorage.getItem('student-view'))).toBeNull()
})

for (const width of [390, 1280]) {
  test(`axe finds nothing in the student view and at its switch, ${width} px wide`, async ({ page, signIn, axe }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { course_id } = await (await signIn('arthit')).course('2110101')
    await page.goto(`/course/${course_id}/home`)
    await expect(enter(page)).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await axe(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
    }
    await enter(page).click()
    await expect(banner(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect.soft(await axe(page, colorScheme === 'light' ? 'all' : 'colours')).toEqual([])
    }
  })
}
