import type { Page } from '@playwright/test'
import type { Meeting } from '../contract/meetings.ts'
import { beginAt } from './clock.ts'
import { expect, type Person, test } from './fixtures.ts'

async function open(page: Page, ploy: Person) {
  const { course_id } = await ploy.course('2110101')
  const all = await ploy.get<Meeting[]>(`/api/courses/${course_id}/meetings`)
  await page.goto(`/course/${course_id}/meeting`)
  await expect(page.getByRole('heading', { name: 'Online Meeting', level: 2 })).toBeVisible()
  const meeting = (title: string) => all.find((m) => m.meeting_title === title) as Meeting
  return { base: `/course/${course_id}/meeting`, meeting }
}

test('each meeting has its start, its information and, once it is shown, its recording, here or elsewhere', async ({
  page,
  signIn,
}) => {
  const { meeting } = await open(page, await signIn('ploy'))
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await expect(card('Office hour')).toContainText(/Start: \d\d [A-Z][a-z]{2} \d{4}, (0[1-9]|1[0-2]):\d\d (am|pm)/)
  await expect(card('Office hour').locator('time')).toHaveAttribute('datetime', meeting('Office hour').meeting_start)
  await expect(card('Recursion, once more').getByRole('link', { name: /^Recording of/ })).toBeVisible()
  await expect(card('Make-up class').getByRole('link', { name: /^Recording of/ })).toBeHidden()
  await expect(card('Office hour').getByRole('link', { name: /^Recording of/ })).toBeHidden()

  const { meeting_start } = meeting('Office hour')
  await page.getByRole('link', { name: 'Information about Office hour' }).click()
  const info = page.getByRole('dialog', { name: 'Office hour' })
  const fact = (term: string) => info.getByRole('term').filter({ hasText: term }).locator('xpath=../dd')
  await expect(fact('Meeting ID')).toHaveText('921 1010 1501')
  await expect(fact('Provider')).toHaveText('Zoom')
  await expect(fact('Hosted by')).toHaveText('Arthit Suwannarat')
  const at = new Date(Date.parse(meeting_start) + 7 * 3_600_000)
  const month = at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const words = `${at.getUTCFullYear()}, ${month} ${at.getUTCDate()} on ${at.toISOString().slice(11, 16)}`
  await expect(fact('Scheduled on').locator('time')).toHaveText(words)
  await page.keyboard.press('Escape')
  await expect(info).toBeHidden()

  await page.getByRole('link', { name: 'Recording of Recursion, once more from the beginning' }).click()
  const recording = page.getByRole('dialog', { name: /^Recursion/ })
  await expect(recording.getByText('rain#2110')).toBeVisible()
  await expect(recording.getByText(/^Valid till \d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d (am|pm)$/)).toBeVisible()
  await recording.getByRole('button', { name: 'Play: Video' }).click()
  const video = recording.locator('video')
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.duration)).toBeGreaterThan(1)
  await recording.getByRole('button', { name: 'Play: Audio only' }).click()
  await expect(recording.locator('audio')).toHaveAttribute('controls')
  await expect(video).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await recording.getByRole('link', { name: 'Download: Audio only' }).click()
  await downloading
  await page.keyboard.press('Escape')
  await expect(recording).toBeHidden()

  await page.getByRole('link', { name: 'Recording of Guest lecture: numbers in the weather' }).click()
  const elsewhere = page.getByRole('dialog', { name: /^Guest lecture/ })
  await expect(elsewhere.getByText('Expired', { exact: true })).toBeVisible()
  await expect(elsewhere.getByText('Recording password')).toBeHidden()
  for (const link of await elsewhere.getByRole('link').all()) await expect(link).toHaveAttribute('target', '_blank')
})

test('the preview is a dialog with an address, says who hosts it and leads to the meeting', async ({
  page,
  signIn,
}) => {
  const { base, meeting } = await open(page, await signIn('ploy'))
  await page.getByRole('link', { name: 'Preview of Office hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Office hour' })
  await expect(page).toHaveURL(`${base}/${meeting('Office hour')._id}/preview`)
  await expect(dialog.getByText('Hosted by Arthit Suwannarat')).toBeVisible()
  await expect(dialog.getByText(/^Start: \d\d [A-Z][a-z]{2} \d{4}, \d\d:\d\d (am|pm)$/)).toBeVisible()
  const join = dialog.getByRole('link', { name: /^Join the meeting/ })
  await expect(join).toHaveAttribute('href', 'https://meet.example/j/92110101501')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(base)
  await expect(dialog).toBeHidden()
  await page.goto(`${base}/${meeting('Office hour')._id}`)
  await expect(page).toHaveURL(`${base}/${meeting('Office hour')._id}/preview`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(base)
})

test('a meeting that ends while its preview is open no longer offers Join; the list marks what is under way', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const all = await ploy.get<Meeting[]>(`/api/courses/${course_id}/meetings`)
  const meeting = all.find((m) => m.meeting_title === 'Office hour') as Meeting
  await beginAt(page, Date.parse(meeting.meeting_end as string) - 90_000)
  await page.goto(`/course/${course_id}/meeting`)
  const card = page.getByRole('article').filter({ hasText: 'Office hour' })
  await expect(card.getByText('Now', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Preview of Office hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Office hour' })
  await expect(dialog.getByRole('link', { name: /^Join the meeting/ })).toBeVisible()
  await page.clock.fastForward('03:00')
  await expect(dialog.getByText('This meeting is over.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Join the meeting/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(card.getByText('Now', { exact: true })).toHaveCount(0)
})

test('a meeting of which nobody said when it ends offers Join for four hours', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const all = await ploy.get<Meeting[]>(`/api/courses/${course_id}/meetings`)
  const { _id, meeting_start } = all.find((m) => m.meeting_title === 'Questions before Quiz 2') as Meeting
  await beginAt(page, Date.parse(meeting_start) + 4 * 3_600_000 - 60_000)
  await page.goto(`/course/${course_id}/meeting/${_id}/preview`)
  const join = page.getByRole('link', { name: /^Join the meeting/ })
  await expect(join).toBeVisible()
  await page.clock.fastForward('03:00')
  await expect(join).toHaveCount(0)
})

test('a course without meetings says so', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110000')
  await page.goto(`/course/${course_id}/meeting`)
  await expect(page.getByText('Stay tuned!', { exact: true })).toBeVisible()
  await expect(page.getByText('This course currently have no meeting', { exact: true })).toBeVisible()
})

test('a meeting that is not there says Internal Server Error and leads back to the list', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  const base = `/course/${course_id}/meeting`
  for (const dialog of ['preview', 'recording', 'info']) {
    await page.goto(`${base}/00000000-0000-7000-8000-000000000000/${dialog}`)
    await expect(page.getByRole('region', { name: 'Messages' }).getByText('Internal Server Error')).toBeVisible()
    await expect(page).toHaveURL(base)
    // Announced too, although the dialog of the message has closed.
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: 'Internal Server Error' })).toBeAttached()
  }
})

test('a list of meetings that fails says Error', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.route('**/meetings', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto(`/course/${course_id}/meeting`)
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a double click opens a dialog as a single one does, and is no second page; a press beside it closes it', async ({
  page,
  signIn,
}) => {
  const { base } = await open(page, await signIn('ploy'))
  const link = page.getByRole('link', { name: 'Information about Office hour' })
  const dialog = page.getByRole('dialog')
  const { x, y, width, height } = (await link.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const place = [x + width / 2, y + height / 2] as const
  await page.mouse.click(...place)
  await expect(dialog.getByText('Meeting ID')).toBeVisible()
  const beside = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.tagName, place)
  expect(beside).toBe('DIALOG')
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(dialog).not.toHaveAttribute('data-closing')
  await page.mouse.click(...place)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(base)

  // As soon as the first press has changed the address, and before the page has.
  await link.evaluate((element) => {
    const { pushState } = history
    history.pushState = (...given) => {
      history.pushState = pushState
      history.pushState(...given)
      const second = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })
      queueMicrotask(() => element.dispatchEvent(second))
    }
  })
  await link.click()
  await expect(dialog.getByText('Meeting ID')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(base)
  await expect(dialog).toBeHidden()
})

test('in a window as low as a phone on its side, nothing covers what a meeting’s preview says and leads to', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 640, height: 360 })
  const { base } = await open(page, await signIn('ploy'))
  await page.getByRole('link', { name: 'Preview of Office hour' }).click()
  const dialog = page.getByRole('dialog', { name: 'Office hour' })
  await dialog.getByText('Hosted by Arthit Suwannarat').click({ trial: true })
  await dialog.getByRole('link', { name: /^Join the meeting/ }).click({ trial: true })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(base)
})
