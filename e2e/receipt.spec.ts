import { readFile } from 'node:fs/promises'
import { expect, otherPage, test } from './fixtures.ts'
import { openWorksheet } from './worksheets.ts'

test('a receipt is downloaded, and anybody can verify it; a changed one is not valid', async ({
  page,
  signIn,
  browser,
}) => {
  const person = await signIn('ploy')
  await openWorksheet(page, person, 'Lab 1')
  await page.getByRole('button', { name: /^Attempt 1/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the receipt of attempt 1' }).click()
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
  const says = (term: string) => anybody.locator('dl > div').filter({ has: anybody.getByText(term, { exact: true }) })
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
  await anybody.context().close()
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
