import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

test('the theme follows the system until the person chooses, and the choice is kept', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn('nat')
  await page.goto('/setting')
  const dark = page.getByRole('switch', { name: 'Dark mode' })
  const ground = () => groundOf(page)
  await expect(dark).toBeChecked()
  const night = await ground()
  await dark.click()
  await expect(dark).not.toBeChecked()
  await expect.poll(ground).not.toBe(night)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Dark mode' })).not.toBeChecked()
  expect(await ground()).not.toBe(night)
})

test('the theme of the device can be followed again', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn('nat')
  await page.goto('/setting')
  const dark = page.getByRole('switch', { name: 'Dark mode' })
  const device = page.getByRole('switch', { name: 'Same as this device' })
  await expect(device).toBeChecked()
  const night = await groundOf(page)
  await dark.click()
  await expect(device).not.toBeChecked()
  await device.click()
  await expect(dark).toBeChecked()
  expect(await groundOf(page)).toBe(night)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
  await page.reload()
  await expect(device).toBeChecked()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(dark).not.toBeChecked()
  expect(await groundOf(page)).not.toBe(night)
  // A person who stops following the system keeps the present theme.
  await device.click()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(dark).not.toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
})

test('a theme that is chosen in one tab is on in the other open tabs at once', async ({ page, context, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const nat = await signIn('nat')
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await page.goto('/setting')
  await other.addInitScript((token) => localStorage.setItem('token', token), nat.token)
  await other.goto('/setting')
  const there = other.getByRole('switch', { name: 'Dark mode' })
  await expect(there).not.toBeChecked()
  const day = await groundOf(other)
  await page.getByRole('switch', { name: 'Dark mode' }).click()
  await expect(there).toBeChecked()
  expect(await groundOf(other)).not.toBe(day)
  await page.getByRole('switch', { name: 'Same as this device' }).click()
  await expect(there).not.toBeChecked()
  await expect(other.getByRole('switch', { name: 'Same as this device' })).toBeChecked()
  expect(await groundOf(other)).toBe(day)
})

test('the longest name stays within the narrowest phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 850 })
  await signIn('patcha')
  await page.goto('/setting')
  await expect(page.getByRole('link', { name: 'Open the original platform' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('account details are changed at the original platform; without an answer they are asked for again', async ({
  page,
  signIn,
}) => {
  await signIn('nat')
  const account = '**/api/session/account'
  await page.route(account, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/setting')
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load' })
  await expect(failed).toBeVisible()
  await page.unroute(account)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('To change your account information, please go to Demo Course Site.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the original platform' })).toHaveAttribute(
    'href',
    '/demo-provider/account',
  )
})

test('the language changes at once, everywhere, and is kept', async ({ page, signIn }) => {
  await signIn('nat')
  await page.goto('/setting')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('th')
  await expect(page.getByRole('heading', { name: 'การตั้งค่า', level: 1 })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'รายวิชาของฉัน' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'th')
})

test('a language whose words do not arrive is not chosen, and can be chosen again', async ({ page, signIn }) => {
  await signIn('nat')
  await page.goto('/setting')
  const language = page.getByRole('combobox', { name: 'Language' })
  await page.route('**/assets/th-*.js', (route) => route.abort())
  await language.selectOption('th')
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/^The server did not answer/)).toBeVisible()
  await expect(language).toHaveValue('en')
  await page.unroute('**/assets/th-*.js')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  await language.selectOption('th')
  await expect(page.getByRole('heading', { name: 'การตั้งค่า', level: 1 })).toBeVisible()
})
