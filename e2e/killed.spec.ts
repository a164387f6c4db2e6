import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/* What was typed survives a browser that is killed, which has not written its local storage to the disk yet. */

const WORDS = 'A bridge that breaks on purpose'

/** A browser with its own process and profile, and a page of it; `kill` ends it as a machine without power would. */
async function browserOf(profile: string, token: string, flags: string[]) {
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run']
  const child = spawn(process.env.CHROMIUM || chromium.executablePath(), [...flags, ...own], {
    // A group of its own: Debian starts Chromium by a script.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let address = ''
  for await (const line of createInterface(child.stderr)) {
    address = /ws:\/\/\S+/.exec(line)?.[0] ?? ''
    if (address) break
  }
  child.stderr.resume()
  const browser = await chromium.connectOverCDP(address)
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no context.')
  await context.addInitScript((own) => localStorage.setItem('token', own), token)
  return {
    page: await context.newPage(),
    async kill() {
      const exited = once(child, 'exit')
      process.kill(-Number(child.pid), 'SIGKILL')
      await exited
      await browser.close().catch(() => {})
    },
  }
}

/** The entries of the journal (`web/typed/journal.ts`), as text. */
const journal = (page: Page) =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const opening = indexedDB.open('typed')
    // There is none yet.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => resolve('')
    opening.onsuccess = () => {
      const all = opening.result.transaction('entries').objectStore('entries').getAll()
      all.onsuccess = () => resolve(JSON.stringify(all.result))
    }
    const entries = await promise
    if (opening.readyState === 'done' && !opening.error) opening.result.close()
    return entries
  })

const title = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Title' })

test('what was typed a moment before the browser is killed is there again', async ({
  baseURL,
  course,
  person,
}, info) => {
  const { token } = await person(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const profile = await mkdtemp(join(tmpdir(), 'raintree-profile-'))
  const address = `${baseURL}/course/${course.id}/announcement/new`
  const { args = [] } = info.project.use.launchOptions ?? {}
  const killed = await browserOf(profile, token, args)
  try {
    await killed.page.goto(address)
    await title(killed.page).pressSequentially(WORDS)
    await expect.poll(() => journal(killed.page)).toContain(WORDS)
  } finally {
    await killed.kill()
  }
  const again = await browserOf(profile, token, args)
  try {
    await again.page.goto(address)
    await expect(title(again.page)).toHaveValue(WORDS)
  } finally {
    await again.kill()
    await rm(profile, { recursive: true, force: true })
  }
})

test('local storage that has lost its latest writes gets them back: what was typed, and what was removed', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const address = `/course/${course.id}/announcement/new`
  await page.goto(address)
  const storage = () => page.evaluate(() => ({ ...localStorage }))
  const lose = async (kept: Record<string, string>) => {
    await page.goto('/robots.txt')
    await page.evaluate((entries) => {
      localStorage.clear()
      for (const [key, text] of Object.entries(entries)) localStorage.setItem(key, text)
    }, kept)
    await page.goto(address)
  }
  await expect(title(page)).toBeVisible()
  const before = await storage()
  await title(page).fill(WORDS)
  await expect.poll(() => journal(page)).toContain(WORDS)
  const typed = await storage()
  await lose(before)
  await expect(title(page)).toHaveValue(WORDS)

  await title(page).fill('')
  await expect.poll(() => journal(page)).not.toContain(WORDS)
  await lose(typed)
  await expect.poll(async () => JSON.stringify(await storage())).not.toContain(WORDS)
  await expect(title(page)).toHaveValue('')
})

test('the journal has nothing of whoever signed out', async ({ page, signIn, course }) => {
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/announcement/new`)
  await title(page).fill(WORDS)
  await expect.poll(() => journal(page)).toContain(WORDS)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => journal(page)).not.toContain(WORDS)
})
