import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { openWorksheet, text } from './worksheets.ts'

test('who signs in in one tab is the one in the other tab too, where nothing of the person before is left', async ({
  page,
  context,
  signIn,
  person,
}) => {
  const nicha = await signIn('nicha')
  const ploy = await person('ploy')
  const words = 'Rain is what I typed'
  // The text stays on the device only.
  await context.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  const path = await openWorksheet(page, nicha, 'Problem set 6')
  await text(page).fill(words)

  const other = await context.newPage()
  await other.goto(`/?code=${ploy.token}`)
  await other.getByRole('button', { name: 'Continue as Ploy' }).click()
  await expect(other.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await expect(page).toHaveURL('/')
  await openWorksheet(page, ploy, 'Problem set 6', goWithin)
  await expect(text(page)).toBeEditable()
  await expect(text(page)).not.toHaveValue(words)

  await other.goto(`/?code=${(await person('nicha')).token}`)
  await other.getByRole('button', { name: 'Continue as Nicha' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Nicha' })).toBeVisible()
  await goWithin(page, `/course${path}/worksheet`)
  await expect(text(page)).toHaveValue(words)
})

test('who signs in again in one tab goes on in the other one, at the same place', async ({
  page,
  context,
  signIn,
  request,
}) => {
  // It began before anybody was signed in.
  const other = await context.newPage()
  await other.goto('/login')
  await other.getByRole('link', { name: /^Log in with/ }).click()
  const kenji = other.getByRole('button', { name: 'kenji@demo.raintree.test' })
  await expect(kenji).toBeVisible()

  const first = await signIn('kenji')
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  const asked = page.waitForResponse((r) => r.url().endsWith('/api/users/me'))
  await kenji.click()
  // Its answer has arrived and been read.
  await (await asked).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  const again = await other.evaluate(() => localStorage.getItem('token'))
  expect(again).not.toBe(first.token)
  // Nothing keeps the first token any more.
  const stateOf = async () => (await request.get('/api/users/me', { headers: { authorization: first.token } })).status()
  await expect.poll(stateOf).toBe(401)
  const call = page.waitForRequest((r) => r.url().endsWith('/api/courses/my'))
  await page.getByRole('link', { name: 'Raintree home' }).click()
  expect((await call).headers().authorization).toBe(again)
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible()
})

test('signing in in one tab takes the other one from the login screen to where it was', async ({
  page,
  context,
  signIn,
  person,
  request,
}) => {
  const { token } = await signIn('kenji')
  await page.goto('/notification')
  await expect(page.getByRole('heading', { name: 'Notification', level: 1 })).toBeVisible()
  await request.delete('/api/session', { headers: { authorization: token } })
  await expect(page).toHaveURL('/login?return_to=%2Fnotification')
  const other = await context.newPage()
  await other.goto(`/setting?code=${(await person('kenji')).token}`)
  await other.getByRole('button', { name: 'Continue as Kenji' }).click()
  await expect(page).toHaveURL('/notification')
  await expect(page.getByRole('heading', { name: 'Notification', level: 1 })).toBeVisible()
})

test('a receipt that is being verified stays, whoever signs out or in in another tab', async ({
  page,
  context,
  signIn,
  person,
}) => {
  const kenji = await signIn('kenji')
  await page.goto('/receipt')
  const field = page.getByRole('textbox', { name: 'Receipt' })
  await field.fill('pasted with care')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Hello, Kenji' })).toBeVisible()
  const told = (value: string | null) =>
    page.evaluate(
      (value) =>
        new Promise<void>((done) => {
          if (localStorage.getItem('token') === value) done()
          addEventListener('storage', ({ key, newValue }) => key === 'token' && newValue === value && done())
        }),
      value,
    )
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
  await told(null)
  await expect(field).toHaveValue('pasted with care')

  const { token } = await person('ploy')
  const asked = page.waitForResponse((r) => r.url().endsWith('/api/users/me'))
  await other.goto(`/?code=${token}`)
  await other.getByRole('button', { name: 'Continue as Ploy' }).click()
  await (await asked).finished()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await expect(page).toHaveURL('/receipt')
  await expect(field).toHaveValue('pasted with care')
  expect(token).not.toBe(kenji.token)
})
