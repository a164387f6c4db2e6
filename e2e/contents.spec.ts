import type { Page } from '@playwright/test'
import type { ContentItem } from '../contract/contents.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

const flat = (items: ContentItem[]): ContentItem[] => items.flatMap((i) => [i, ...flat(i.children ?? [])])

/** Opens the view of a file; the page loads once. */
async function openFile(page: Page, ploy: Person, name: string, view = '/view'): Promise<ContentItem> {
  const { course_id } = await ploy.course('2110101')
  const item = flat(await ploy.get<ContentItem[]>(`/api/courses/${course_id}/contents`)).find(
    (i) => i.file_name === name,
  )
  if (!item) throw new Error(`No ${name}`)
  const path = `/course/${course_id}/content/${item._id}${view}`
  await (page.url().includes('/content/') ? goWithin(page, path) : page.goto(path))
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  return item
}

const preview = (page: Page, name: string) =>
  page.getByRole('region', { name: `Preview of ${name}`, exact: true }).first()

test('the newest five are shown, five more by each press, and a search shows every match at any depth', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  await page.goto(`/course/${course_id}/content`)
  const top = page.getByRole('list', { name: 'Files' }).locator('> li')
  await expect(top).toHaveCount(5)
  await expect(top.first()).toContainText('Solutions to Quiz 2')

  const all = await ploy.get<ContentItem[]>(`/api/courses/${course_id}/contents`)
  const labs = flat(all).filter((i) => i.file_name.toLowerCase().includes('lab'))
  const box = page.getByRole('searchbox', { name: 'Search the files' })
  await box.fill('LECTURE 17')
  const found = page.getByRole('list', { name: 'Files' })
  await expect(found.getByRole('listitem')).toHaveCount(1)
  await expect(found).toContainText('Lecture 17 Recursion.pdf')
  await expect(found).toContainText('in Lectures')
  await expect(page).toHaveURL(/\?search=LECTURE\+17$/)
  await box.fill('lab')
  await expect(found.locator('> li')).toHaveCount(labs.length)
  await box.fill('no such thing')
  await expect(page.getByText('Sorry! We could not find any contents matching the search.').last()).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(found.locator('> li')).toHaveCount(5)

  await page.getByRole('button', { name: 'See More' }).click()
  await expect(top).toHaveCount(10)
  await page.reload()
  await expect(top).toHaveCount(10)
  const newest = [...all].sort((a, b) => b.file_upload_datetime.localeCompare(a.file_upload_datetime))
  for (const [i, { file_name }] of newest.slice(0, 10).entries()) await expect(top.nth(i)).toContainText(file_name)
  for (let shown = 15; shown < all.length + 5; shown += 5) {
    await page.getByRole('button', { name: 'See More' }).click()
    await expect(top).toHaveCount(Math.min(shown, all.length))
  }
  await expect(page.getByRole('button', { name: 'See More' })).toBeHidden()
})

test('a course without files says so in little room, and its links begin in the first sight of a phone', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { course_id } = await (await signIn('ploy')).course('2110000')
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByText('currently not provide any materials yet')).toBeVisible()
  const links = await page.getByRole('region', { name: 'External Links' }).boundingBox()
  expect(links?.y).toBeLessThan(500)
})

test('a folder expands and collapses, at any depth, and is as it was when one comes back', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content`)
  const folder = page.getByRole('button', { name: /^Lectures/ })
  const inside = page.getByText('Lecture 17 Recursion.pdf')
  await expect(inside).toBeHidden()
  await folder.press('Enter')
  await expect(folder).toHaveAttribute('aria-expanded', 'true')
  await expect(inside).toBeVisible()
  await page.getByRole('button', { name: /^Weeks 1 to 4/ }).click()
  await page.getByRole('button', { name: /^Week 2/ }).click()
  await expect(page.getByText('This folder is empty.')).toBeVisible()
  await page.getByRole('link', { name: 'Information about Lecture 17 Recursion.pdf' }).click()
  await expect(page).toHaveURL(/\/content\/[\w-]+\/view$/)
  await page.goBack()
  await expect(inside).toBeVisible()
  await folder.click()
  await expect(inside).toBeHidden()
})

test('what is in a folder stays where it is while the folder opens, whatever is gone to in it', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content`)
  await page.getByRole('button', { name: /^Lectures/ }).waitFor()
  const scrolled = await page.evaluate(async () => {
    const find = (words: string) =>
      [...document.querySelectorAll('button')].find((button) => button.textContent?.startsWith(words))
    find('Lectures')?.click()
    let last: HTMLElement | undefined
    // As soon as it can take the focus.
    while (!last || document.activeElement !== last) {
      await new Promise(requestAnimationFrame)
      last = find('Weeks 1 to 4')
      last?.focus()
    }
    const within = []
    for (let at = last.parentElement; at && at !== document.body; at = at.parentElement) within.push(at.scrollTop)
    return within
  })
  expect(Math.max(...scrolled)).toBe(0)
})

test('a file has an address that leads to its view, with its dates, its download and no frame yet', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const item = await openFile(page, ploy, 'Lab 6 sheet', '')
  await expect(page).toHaveURL(`/course/${course_id}/content/${item._id}/view`)
  await expect(page.getByText('Measure how long searching takes, in a list and in a dictionary.')).toBeVisible()

  const time = (term: string) => page.getByRole('term').filter({ hasText: term }).locator('xpath=../dd//time')
  const inBangkok = (iso: string, daysBefore: number) => {
    const d = new Date(Date.parse(iso) - daysBefore * 86_400_000 + 7 * 3_600_000)
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    return `${d.getUTCDate()} ${months[d.getUTCMonth()]} ${d.getUTCFullYear()}, ${d.toISOString().slice(11, 16)}`
  }
  await expect(time('Upload Date')).toHaveText(inBangkok(item.file_upload_datetime, 1))
  await expect(time('Upload Date')).toHaveAttribute('datetime', item.file_upload_datetime)
  await expect(time('Last Update')).toHaveText(inBangkok(item.file_update_datetime ?? '', 0))

  await expect(page.locator('iframe')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toContain('Lab 6 sheet')
  await page.getByRole('button', { name: 'View File' }).click()
  const frame = page.locator('iframe[title="Preview of Lab 6 sheet"]')
  await expect(frame).toBeVisible()
  expect((await preview(page, 'Lab 6 sheet').boundingBox())?.height).toBeCloseTo(722, -1)
  expect((await frame.boundingBox())?.height).toBe(720)
  await expect(page.getByRole('button', { name: 'View File' })).toBeHidden()
})

test('a picture, a video with captions, a sound and a text are shown by their kind', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await openFile(page, ploy, 'How a flowchart is read')
  await page.getByRole('button', { name: 'View File' }).click()
  const picture = page.getByRole('img', { name: 'How a flowchart is read' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await openFile(page, ploy, 'Recursion in seven seconds.mp4')
  await page.getByRole('button', { name: 'View File' }).click()
  const video = preview(page, 'Recursion in seven seconds.mp4').locator('video')
  await expect(video).toHaveAttribute('controls')
  await expect
    .poll(() => video.evaluate((v: HTMLVideoElement) => v.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(0)

  await openFile(page, ploy, 'Sound only')
  await page.getByRole('button', { name: 'View File' }).click()
  await expect(preview(page, 'Sound only').locator('audio')).toHaveAttribute('controls')

  await openFile(page, ploy, 'Lab 6 starting point')
  await page.getByRole('button', { name: 'View File' }).click()
  await expect(preview(page, 'Lab 6 starting point').locator('pre')).toContainText('def ')
})

test('another kind of file offers the download in place of a preview', async ({ page, signIn }) => {
  await openFile(page, await signIn('ploy'), 'Budget of a small shop')
  await page.getByRole('button', { name: 'View File' }).click()
  const card = preview(page, 'Budget of a small shop')
  await expect(card).toContainText('This kind of file is not shown here. Download it to open it.')
  await expect(card).toContainText(/Spreadsheet · \d+(\.\d)? k?B/)
  await expect(card.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'Budget of a small shop')
  // A card with a few words, not an empty frame.
  expect((await card.boundingBox())?.height).toBeLessThan(200)
})

test('a preview that fails says so and is tried again', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const item = await openFile(page, ploy, 'Lab 6 starting point')
  let broken = true
  await page.route('**/api/files/**', (route) => (broken ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'View File' }).click()
  await expect(page.getByRole('alert')).toContainText('The file could not be shown.')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(preview(page, item.file_name).locator('pre')).toContainText('def ')
  await expect(page.getByRole('heading', { name: item.file_name, level: 2 })).toBeFocused()
})

test('links, playlists and the lecture capture lead elsewhere, in a tab of their own', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content`)
  const link = page.getByRole('list', { name: 'External Links' }).getByRole('link', { name: /^Python Tutor/ })
  await expect(link).toHaveAttribute('href', 'https://pythontutor.com/')
  const playlist = page.getByRole('list', { name: 'Playlists' }).getByRole('link', { name: /^Essence of linear/ })
  await expect(playlist).toHaveAttribute('href', /list=PLZHQObOWTQDPD3MizzM2xVFitgF8hE_ab$/)
  await expect(playlist).toContainText('3Blue1Brown')
  const capture = page.getByRole('link', { name: /^Open lecture capture/ })
  await expect(capture).toHaveAttribute('href', 'https://capture.example/section/2110101')
  for (const one of [link, playlist, capture]) {
    await expect(one).toHaveAttribute('target', '_blank')
    await expect(one).toHaveAttribute('rel', 'noopener noreferrer')
  }
})

test('an empty course says so in each part of its content', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110000')
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByText('Stay tuned!', { exact: true })).toHaveCount(3)
  for (const what of ['materials', 'external link', 'playlist']) {
    await expect(page.getByText(`This course currently not provide any ${what} yet`)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /^Open lecture capture/ })).toBeHidden()
})

test('a file that is not there says Internal Server Error and leads back to the list', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content/00000000-0000-7000-8000-000000000000/view`)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Internal Server Error')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/content`)
  await expect(page.getByText('Solutions to Quiz 2')).toBeVisible()
})

test('the content of a course that is not there says Course not found', async ({ page, person, signIn }) => {
  const { course_id } = await (await person('ploy')).course('2110000')
  await signIn('nat')
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByText('Course not found', { exact: true })).toBeVisible()
})

test('when a course is gone while its page is open, the words lead back to the course page', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.route('**/contents', (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'gone' } } }),
  )
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByText('Course not found', { exact: true })).toBeVisible()
  await expect(page.getByText('Please go back to the course page', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the course page' }).click()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('each part of the content that fails says Error by itself', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  let broken = true
  await page.route(/\/(links|playlists)$/, (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByText('Error', { exact: true })).toHaveCount(2)
  await expect(page.getByText('Solutions to Quiz 2')).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('list', { name: 'External Links' })).toBeVisible()
})

test('a key in the middle of what is searched stays there, however late the address follows', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content?search=lere+17`)
  const box = page.getByRole('searchbox', { name: 'Search the files' })
  await box.focus()
  await page.keyboard.press('Home')
  for (let n = 0; n < 2; n++) await page.keyboard.press('ArrowRight')
  // Within one task, like a person who types faster than the page renders.
  await page.keyboard.type('ctu')
  await expect(box).toHaveValue('lecture 17')
  await expect(page.getByRole('list', { name: 'Files' })).toContainText('Lecture 17 Recursion.pdf')
  await expect(page).toHaveURL(/\?search=lecture\+17$/)
})

test('the way back from a file leads to what was searched', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/content?search=lecture+17`)
  await page.getByRole('link', { name: 'Information about Lecture 17 Recursion.pdf' }).click()
  await page.getByRole('link', { name: 'Back to Content' }).click()
  await expect(page).toHaveURL(`/course/${course_id}/content?search=lecture+17`)
  await expect(page.getByRole('searchbox', { name: 'Search the files' })).toHaveValue('lecture 17')
})
