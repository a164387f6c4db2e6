import { expect, otherPage, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { undo } from './messages.ts'
import { hears } from './stream.ts'

/* Links and playlists by staff, and what a student of the course sees of them. Nobody here is in other tests. */

test('a link is added, edited, taken back to a draft and deleted where students read it; they see each at once', async ({
  page,
  browser,
  signIn,
  course,
  axe,
}) => {
  await signIn(await course.staff('assistant', 'Mali', 'Thongdee'))
  const student = await otherPage(browser)
  await signIn(await course.student('Wirun', 'Saelim'), student)
  const listens = hears(student)
  await student.goto(`/course/${course.id}/content`)
  await expect(student.getByText('external link yet')).toBeVisible()
  await listens

  await page.goto(`/course/${course.id}/content`)
  await page.getByRole('button', { name: 'Add a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await page.keyboard.type('library.example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Reading')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('An address begins with')).toBeVisible()
  expect(await axe()).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://library.example.org/1')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)
  const seen = student.getByRole('list', { name: 'External Links' }).getByRole('link', { name: /^Reading/ })
  await expect(seen).toHaveAttribute('href', 'https://library.example.org/1')

  const act = async (thing: string, action: string) => {
    await page.getByRole('button', { name: `What to do with ${thing}` }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act('Reading', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit the link' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Reading for week 1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(student.getByRole('link', { name: /^Reading for week 1/ })).toBeVisible()

  await act('Reading for week 1', 'Unpublish')
  await expect(student.getByText('external link yet')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Reading for week 1' })).toContainText('Draft')
  await act('Reading for week 1', 'Delete')
  await expect(page.getByText('No links yet')).toBeVisible()
  await undo(page, 'It is deleted.')
  await expect(page.getByRole('listitem').filter({ hasText: 'Reading for week 1' })).toContainText('Draft')
})

test('a dialog whose text the device cannot keep asks before it closes, and goes on where the person stays', async ({
  page,
  signIn,
  course,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await fillDevice(page, /^typed\//)
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/content`)
  await page.getByRole('button', { name: 'Add a link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a link' })
  const asks = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://library.example.org/1')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await asks.getByRole('button', { name: 'Stay' }).click()
  await expect(asks).toHaveCount(0)
  await expect(dialog).toHaveCSS('opacity', '1')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await asks.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a playlist is added by the address of one of its videos', async ({ page, signIn, course }) => {
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/content/playlist/new`)
  const dialog = page.getByRole('dialog', { name: 'Add a playlist' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://www.youtube.com/watch?v=a1&list=PL123')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lectures')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('link', { name: /^Lectures/ })).toHaveAttribute(
    'href',
    'https://www.youtube.com/playlist?list=PL123',
  )
})

test('a playlist gets its title, its channel and its picture by its address, and one that nobody knows is written by hand', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/content/playlist/new`)
  const dialog = page.getByRole('dialog', { name: 'Add a playlist' })
  const address = dialog.getByRole('textbox', { name: 'Address of the playlist' })
  await address.fill('https://www.youtube.com/playlist?list=PL-unknown')
  await expect(dialog).toContainText('Its title could not be looked up; write it yourself.')
  await address.fill('https://www.youtube.com/watch?v=1&list=PL-known')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Trees, explained')
  await expect(dialog.getByRole('textbox', { name: 'Channel' })).toHaveValue('Forest School')
  await expect(dialog.locator('img')).toHaveAttribute('src', /^\/api\/files\//)
  // The result for one playlist does not carry over to another.
  await address.fill('https://www.youtube.com/playlist?list=PL-other')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Without a picture' })).toHaveCount(0)
  await address.fill('https://www.youtube.com/playlist?list=PL-known')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Trees, explained')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Trees, explained')).toBeVisible()
})
