import { expect, otherPage, test } from './fixtures.ts'

test('a student presses the button, chooses a person at the provider and lands on the home page', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(/^Please log in with your Demo Course Site account/)).toBeVisible()
  await page.getByRole('link', { name: 'Log in with Demo Course Site' }).click()
  await expect(page.getByRole('heading', { name: 'Demo Course Site' })).toBeVisible()
  await page.getByRole('button', { name: /ploy@demo\.raintree\.test/ }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  // The token leaves the address at once.
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[\w-]{43}$/)
})

test('the address that was asked for survives signing in', async ({ page }) => {
  await page.goto('/notification?from=mail')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await page.getByRole('link', { name: /^Log in with/ }).click()
  await page.getByRole('button', { name: /nat@demo\.raintree\.test/ }).click()
  await expect(page.getByRole('heading', { name: 'Notification', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/notification?from=mail')
})

test('declining at the provider comes back to the login screen with words', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: /^Log in with/ }).click()
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await expect(page).toHaveURL(/\/login\?error=refused/)
  await expect(page.getByText('the request was declined at the provider')).toBeVisible()
})

test('a sign-in that began in another browser is refused with words', async ({ page, browser }) => {
  await page.goto('/login')
  const address = await page.getByRole('link', { name: /^Log in with/ }).getAttribute('href')
  const other = await otherPage(browser)
  await other.goto(address ?? '')
  await other.getByRole('button', { name: /ploy@demo\.raintree\.test/ }).click()
  await expect(other.getByText('began in another browser')).toBeVisible()
  expect(await other.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await other.context().close()
})

test('whoever is signed in is taken from the login screen to the home page', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/setting')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await expect(page).toHaveURL('/')
  // The home page stands in the place of the login screen, which is not gone back to.
  await page.goBack()
  await expect(page).toHaveURL('/setting')
})

test('signing out ends the session on the server and replaces the page in the history', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn('nat')
  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  const ended = page.waitForResponse((r) => r.request().method() === 'DELETE' && r.url().endsWith('/api/session'))
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  expect((await ended).status()).toBe(200)
  // Another process of the server hears of it a moment later.
  const asked = async () => (await request.get('/api/users/me', { headers: { authorization: token } })).status()
  await expect.poll(asked).toBe(401)
  await page.goBack()
  await expect(page).not.toHaveURL('/')
})

test('a session that ended is signed out silently, and comes back to the same place', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn('nat')
  await page.goto('/setting')
  await request.delete('/api/session', { headers: { authorization: token } })
  await page.reload()
  await expect(page).toHaveURL('/login?return_to=%2Fsetting')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
})

test('a failure of the server is no sign-out: the page waits and goes on by itself', async ({ page, signIn }) => {
  await signIn('nat')
  let broken = true
  await page.route('**/api/users/me', (route) =>
    broken ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue(),
  )
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Internal Server Error', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  // Every five seconds it tries by itself: the button may be gone before it is pressed.
  broken = false
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
})

test('a link with a code that is no token signs nobody out, and the code leaves the address', async ({
  page,
  signIn,
}) => {
  await signIn('nat')
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  await page.goto('/?code=garbage')
  await expect(page.getByRole('heading', { name: 'Hello, Nat' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('signing out in one tab signs out the other', async ({ page, signIn, context }) => {
  await signIn('nat')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
  const second = await context.newPage()
  await second.goto('/setting')
  await expect(second.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(second).toHaveURL(/\/login/)
})

test('what is said while the server does not answer stands still, with the focus in it', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn('nat')
  let asked = 0
  let broken = true
  await page.route('**/api/users/me', (route) => {
    asked++
    return broken ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue()
  })
  await page.goto('/setting')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await again.focus()
  const before = asked
  await page.clock.runFor(6_000)
  await expect.poll(() => asked).toBeGreaterThan(before)
  await expect(again).toBeFocused()
  broken = false
  await page.clock.runFor(6_000)
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
})

test('the login screen keeps its words and its button while the provider is asked for once more', async ({ page }) => {
  await page.route('**/api/session/provider?*', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
  await page.goto('/login')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/session/provider?*')
  await page.route('**/api/session/provider?*', () => {})
  await again.click()
  await expect(again).toHaveAttribute('aria-busy', 'true')
  await expect(again).toBeFocused()
  await expect(page.getByText('The provider cannot be reached at the moment.')).toBeVisible()
})
