import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, otherPage, type Person, test } from './fixtures.ts'
import { openWorksheet } from './worksheets.ts'

/** Opens the receipt of the first attempt from the worksheet. */
async function openReceipt(page: Page, person: Person, name: string): Promise<void> {
  await openWorksheet(page, person, name)
  await page.getByRole('button', { name: /^Attempt 1/ }).click()
  await page.getByRole('link', { name: 'Receipt of attempt 1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Receipt' })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Receipt of attempt 1' })).toBeVisible()
}

/** The line of a receipt that begins with these words. */
const line = (page: Page, term: string) =>
  page.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })

test('a receipt of a group names its members', async ({ page, signIn }) => {
  await openReceipt(page, await signIn('ploy'), 'Team contract')
  await expect(line(page, 'Group')).toContainText('The Off-By-Ones')
  await expect(line(page, 'Members')).toContainText(/Boon Tan, .*Ploy Srisuwan/)
})

test('a receipt is printed black on white without what is around it, in any theme, and its code verifies', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openReceipt(page, await signIn('ploy'), 'Lab 1')
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('button', { name: 'Verify' }),
    page.getByRole('link', { name: 'Skip to content' }),
  ]) {
    await expect(hidden).toBeHidden()
  }
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(line(page, 'Assignment')).toHaveCSS('color', 'rgb(0, 0, 0)')
  const code = page.getByRole('region', { name: 'Code of the receipt' })
  await expect(code).toBeVisible()
  const printed = (await code.textContent()) ?? ''
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  const pdf = (await page.pdf({ format: 'A4', margin })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: /\/receipt$/ }).click()
  // As a PDF reader copies it: with a line break wherever the page had one.
  await page.getByRole('textbox', { name: 'Receipt' }).fill(printed.replace(/.{70}/g, '$&\n'))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toContainText('This receipt is valid')
  await expect(line(page, 'Assignment')).toContainText('Lab 1: Hello, world')
})

test('a receipt says who handed in what and when; whoever downloads it can verify it, and a changed one is not valid', async ({
  page,
  signIn,
  browser,
}) => {
  await openReceipt(page, await signIn('ploy'), 'Lab 1')
  await expect(line(page, 'Course')).toContainText('2110101 Computer Programming')
  await expect(line(page, 'Assignment')).toContainText('Lab 1: Hello, world')
  await expect(line(page, 'Submitted by')).toContainText('Ploy Srisuwan')
  await expect(line(page, 'Submitted on')).toContainText(/\d{4}, \d\d:\d\d\s*(On time|Late)/)
  await expect(line(page, 'Digest of the answers and files')).toContainText(/[0-9a-f]{64}/)
  const work = page.getByRole('region', { name: 'What was handed in' })
  await expect(work.getByRole('list', { name: 'Files' })).toContainText(/SHA-256 [0-9a-f]{64}/)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toContainText('This receipt is valid')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('receipt-lab-1-hello-world-1.json')
  const receipt = await readFile(await file.path(), 'utf8')

  const anybody = await otherPage(browser)
  await anybody.goto('/receipt')
  await expect(anybody.getByRole('heading', { level: 1, name: 'Verify a receipt' })).toBeVisible()
  const field = anybody.getByRole('textbox', { name: 'Receipt' })
  await field.fill(receipt)
  await anybody.getByRole('button', { name: 'Verify' }).click()
  await expect(anybody.getByRole('alert')).toContainText('This receipt is valid')
  const says = (term: string) => line(anybody, term)
  await expect(says('Course')).toContainText('2110101')
  await expect(says('Assignment')).toContainText('Lab 1: Hello, world')
  await expect(says('Submitted by')).toContainText('Ploy Srisuwan')
  await expect(says('Attempt')).toContainText('1')
  await expect(says('Digest of the answers and files')).toContainText(/[0-9a-f]{64}/)

  const changed = receipt.replace('Ploy', 'Nobody')
  expect(changed).not.toBe(receipt)
  await anybody.getByLabel('Choose a receipt file').setInputFiles({
    name: 'receipt.json',
    mimeType: 'application/json',
    buffer: Buffer.from(changed),
  })
  await expect(anybody.getByRole('alert')).toContainText('This receipt is not valid')
  await expect(field).toHaveValue(changed)
  await expect(says('Assignment')).toHaveCount(0)
})

test('what is no receipt is not valid, and a check that fails can be made again', async ({ page }) => {
  await page.goto('/receipt')
  const verify = page.getByRole('button', { name: 'Verify' })
  await expect(verify).toBeDisabled()
  await page.getByRole('textbox', { name: 'Receipt' }).fill('my dog ate it')
  await page.route('**/api/receipts/verify', (route) => route.abort(), { times: 1 })
  await verify.click()
  await expect(page.getByRole('alert')).toContainText('It could not be checked')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('This receipt is not valid')
})
