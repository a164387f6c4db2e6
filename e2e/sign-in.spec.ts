import type { Request } from '@playwright/test'
import type { Me } from '../contract/users.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { endSession, keepToken } from './session.ts'
import { unheard } from './stream.ts'

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

test('one person after another signs in in the same browser, and comes each time to where they were going', async ({
  page,
}) => {
  for (const who of ['ploy', 'nat', 'ploy']) {
    await page.goto('/notification')
    await page.getByRole('link', { name: /^Log in with/ }).click()
    await page.getByRole('button', { name: `${who}@demo.raintree.test` }).click()
    await expect(page).toHaveURL('/notification')
    await page.getByRole('button', { name: 'Account' }).click()
    await expect(page.getByText(`${who}@demo.raintree.test`)).toBeVisible()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
  }
})

test('of two tabs that chose a person each, both come to where they were going', async ({ page, context }) => {
  const other = await context.newPage()
  for (const [tab, path] of [
    [page, '/notification'],
    [other, '/setting'],
  ] as const) {
    await tab.goto(path)
    await tab.getByRole('link', { name: /^Log in with/ }).click()
    await expect(tab.getByRole('heading', { name: 'Demo Course Site' })).toBeVisible()
  }
  await other.getByRole('button', { name: 'nat@demo.raintree.test' }).click()
  await expect(other).toHaveURL('/setting')
  await page.getByRole('button', { name: 'ploy@demo.raintree.test' }).click()
  await expect(page).toHaveURL('/notification')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText('ploy@demo.raintree.test')).toBeVisible()
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
})

test('whoever is signed in is taken from the login screen to the home page', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/setting')
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await expect(page).toHaveURL('/')
  // The home page replaces the login screen in the history.
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
  // The event reaches another process of the server a moment later.
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

test('a session that ends while somebody writes in a dialog leads back to the dialog and its text', async ({
  page,
  signIn,
  person,
  course,
  request,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn')
  const { token } = await signIn(siriporn)
  await unheard(page)
  const path = `/course/${course.id}/discussion/new`
  await page.goto(path)
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await title.fill('Week 1')
  await endSession(request, token)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  await expect(page).toHaveURL(`/login?return_to=${encodeURIComponent(path)}`)
  await keepToken(page, (await person(siriporn)).token)
  await page.reload()
  await expect(page).toHaveURL(path)
  await expect(title).toHaveValue('Week 1')
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

test('the address that was asked for survives signing in, and the token is in no other and in no Referer', async ({
  page,
}) => {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await page.goto('/notification?from=mail')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await page.getByRole('link', { name: /^Log in with/ }).click()
  await page.getByRole('button', { name: /ploy@demo\.raintree\.test/ }).click()
  await expect(page.getByRole('heading', { name: 'Notification', level: 1 })).toBeVisible()
  await expect(page).toHaveURL('/notification?from=mail')
  await page.getByRole('link', { name: 'Raintree home' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).toMatch(/^[\w-]{43}$/)
  const sent = await Promise.all(requests.map(async (r) => ({ url: r.url(), headers: await r.allHeaders() })))
  expect(sent.length).toBeGreaterThan(20)
  const named = sent.filter(({ url }) => url.includes(token ?? ''))
  expect(named.map(({ url }) => new URL(url).pathname)).toEqual(['/notification'])
  expect(sent.filter(({ headers }) => headers.referer?.includes(token ?? '')).map(({ url }) => url)).toEqual([])
  expect(sent.filter(({ headers }) => headers.cookie?.includes(token ?? '')).map(({ url }) => url)).toEqual([])
  // Nothing of the attempt is left behind.
  const left = () => Object.keys(localStorage).filter((key) => key.startsWith('attempt/'))
  expect(await page.evaluate(left)).toEqual([])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('who is signed in and opens somebody’s link is asked by name, and goes on as themselves', async ({
  page,
  signIn,
  person,
  axe,
}) => {
  const nat = await signIn('nat')
  const ploy = await person('ploy')
  await page.goto(`/setting?code=${ploy.token}`)
  await expect(page.getByRole('heading', { name: 'Continue as Ploy?' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/This link signs you in as\s*Ploy Srisuwan/)
  await expect(page.getByRole('main')).toContainText(/You are signed in as\s*Nat /)
  await expect(page).toHaveURL('/setting')
  expect(await axe()).toEqual([])
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(await kept()).not.toContain(ploy.token)
  await page.getByRole('button', { name: 'Stay Nat' }).click()
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(nat.token)
  expect(await kept()).not.toContain(ploy.token)
  await expect(page.getByRole('main').getByText('nat@demo.raintree.test')).toBeVisible()
  // Neither session has ended.
  expect(await nat.get<Me>('/api/users/me')).toMatchObject({ first: 'Nat' })
  expect(await ploy.get<Me>('/api/users/me')).toMatchObject({ first: 'Ploy' })
})

test('who goes on as the person of a link is that person, and the session before it has ended', async ({
  page,
  signIn,
  person,
  request,
}) => {
  const nat = await signIn('nat')
  const ploy = await person('ploy')
  await page.goto(`/?code=${ploy.token}`)
  await page.getByRole('button', { name: 'Continue as Ploy' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ploy.token)
  const asked = async () => (await request.get('/api/users/me', { headers: { authorization: nat.token } })).status()
  await expect.poll(asked).toBe(401)
})

test('where nobody is signed in, a link signs nobody in unasked', async ({ page, person }) => {
  const ploy = await person('ploy')
  await page.goto(`/setting?code=${ploy.token}`)
  await expect(page.getByText('Nobody is signed in in this browser.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on without this link' }).click()
  await expect(page).toHaveURL('/login?return_to=%2Fsetting')
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.goto(`/setting?code=${ploy.token}`)
  await page.getByRole('button', { name: 'Continue as Ploy' }).click()
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
})

test('a link to oneself leads on without a question, in the session that there is', async ({
  page,
  signIn,
  person,
}) => {
  const { token } = await signIn('nat')
  await page.goto(`/?code=${(await person('nat')).token}`)
  await expect(page.getByRole('heading', { name: 'Hello, Nat' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(token)
})

test('a sign-in that somebody else began is no better than a link, whatever cookies they could set', async ({
  page,
  context,
  signIn,
  playwright,
  baseURL,
}) => {
  await signIn('nat')
  // Like another port of this host, whose pages may set its cookies.
  const theirs = await playwright.request.newContext({ baseURL })
  const { data } = (await (await theirs.get('/api/session/provider')).json()) as {
    data: { authorize_url: string; attempt: string }
  }
  let next = `${data.authorize_url}&login_hint=ploy@demo.raintree.test`
  while (!next.includes('/api/callback?')) {
    const step = await theirs.get(next, { maxRedirects: 0 })
    next = new URL(step.headers().location ?? '', step.url()).href
  }
  const cookie = (await theirs.storageState()).cookies.find(({ name }) => name === 'raintree_sign_in')
  await theirs.dispose()
  if (!cookie) throw new Error('The attempt has no cookie.')
  await context.addCookies([cookie])
  await page.goto(next)
  await expect(page.getByRole('heading', { name: 'Continue as Ploy?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay Nat' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Nat' })).toBeVisible()
})

test('a link is asked about once the server answers', async ({ page, signIn, person }) => {
  await signIn('nat')
  const ploy = await person('ploy')
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
  await page.goto(`/?code=${ploy.token}`)
  await expect(page.getByRole('button', { name: 'Go on without this link' })).toBeVisible()
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Stay Nat' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Nat' })).toBeVisible()
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

test('a failure of the server is no sign-out: what is said stands still with the focus in it, and the page goes on by itself', async ({
  page,
  signIn,
}) => {
  await page.clock.install()
  await signIn('nat')
  let asked = 0
  let broken = true
  await page.route('**/api/users/me', (route) => {
    asked++
    return broken ? route.fulfill({ status: 502, body: 'bad gateway' }) : route.continue()
  })
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Internal Server Error', level: 1 })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
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
