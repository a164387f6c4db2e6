import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { stopTime } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { hears, STREAM, watchLine } from './stream.ts'
import { openTopic, posts, QUIET, say, topicOf } from './topics.ts'

const posted = (page: Page, words: string) => posts(page).getByText(words)

/** Counts the streams that a browser opens. */
function streams(context: BrowserContext): () => number {
  let opened = 0
  context.on('request', (r) => {
    if (r.url().includes(STREAM)) opened++
  })
  return () => opened
}

test('eight tabs share one stream, events reach the last one, and another tab takes over when the first is closed', async ({
  page,
  course,
  context,
  signIn,
  person,
  request,
}) => {
  const opened = streams(context)
  const { path, api } = await topicOf(await signIn(course.student()), QUIET)
  const nat = await person(course.student())
  const heading = (on: Page) => on.getByRole('heading', { name: QUIET, level: 2 })
  const tabs = [page]
  const listens = hears(page)
  await page.goto(path)
  await expect(heading(page)).toBeVisible()
  await listens
  while (tabs.length < 8) {
    const tab = await context.newPage()
    tabs.push(tab)
    await tab.goto(path)
    await expect(heading(tab)).toBeVisible()
  }
  const last = tabs.at(-1) as Page
  expect(opened()).toBe(1)
  const first = 'Umbrellas for eight'
  await say(request, nat, api, first)
  await expect(posted(last, first)).toBeVisible()

  await page.close()
  await expect.poll(opened).toBe(2)
  const second = 'Umbrellas for seven'
  await say(request, nat, api, second)
  await expect(posted(last, second)).toBeVisible()
  for (const tab of tabs.slice(1)) await expect(posted(tab, second)).toBeVisible()
})

test('a tab that is put aside gives the stream to another one, and shows what it missed when it is back', async ({
  page,
  course,
  context,
  signIn,
  person,
  request,
}) => {
  const opened = streams(context)
  const { path, api } = await topicOf(await signIn(course.student()), QUIET)
  const [waen, krit] = [await person(course.student()), await person(course.staff('assistant'))]
  await page.goto(`/course/${course.id}/home`)
  const announced = page.getByRole('heading', { name: 'The kettle is new' })
  await expect(page.getByText('No announcements')).toBeVisible()
  await expect.poll(opened).toBe(1)
  const other = await context.newPage()
  await other.goto(path)
  await expect(other.getByRole('heading', { name: QUIET, level: 2 })).toBeVisible()
  // No timer runs in a frozen page.
  await stopTime(page)
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')))
  await expect.poll(opened).toBe(2)
  await page.clock.resume()
  const words = 'A kettle'
  await say(request, waen, api, words)
  await expect(posted(other, words)).toBeVisible()
  const answer = await request.post(`/api/courses/${course.id}/announcements`, {
    headers: { authorization: krit.token },
    data: { announcement_title: 'The kettle is new', publish_at: new Date().toISOString() },
  })
  expect(answer.ok()).toBe(true)
  await expect(announced).toHaveCount(0)
  await page.evaluate(() => document.dispatchEvent(new Event('resume')))
  await expect(announced).toBeVisible()
  expect(opened()).toBe(2)
})

/** Holds requests of that address back until `release`. */
async function held(page: Page, address: string) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return release
}

test('what is written after a page was read and before it listens is shown, in the tab with the stream and in another one', async ({
  page,
  course,
  context,
  signIn,
  person,
  request,
}) => {
  const { path, api } = await topicOf(await signIn(course.student()), QUIET)
  const nat = await person(course.student())
  const read = (on: Page) => on.waitForResponse(`**${api}`)

  const listen = await held(page, `**${STREAM}?*`)
  const listens = hears(page)
  await Promise.all([read(page), page.goto(path)])
  const first = 'An umbrella that came too early'
  await say(request, nat, api, first)
  listen()
  await expect(posted(page, first)).toBeVisible()
  await listens

  // Another tab sends its question once it knows who is signed in.
  const other = await context.newPage()
  const know = await held(other, '**/api/users/me')
  await Promise.all([read(other), other.goto(path)])
  const second = 'Another one'
  await say(request, nat, api, second)
  await expect(posted(page, second)).toBeVisible()
  know()
  await expect(posted(other, second)).toBeVisible()
})

test('a session that ends after a page was read and before it listens is signed out', async ({
  page,
  signIn,
  request,
}) => {
  const { token } = await signIn('ploy')
  const listen = await held(page, `**${STREAM}?*`)
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  expect((await request.delete('/api/session', { headers: { authorization: token } })).ok()).toBe(true)
  listen()
  await expect(page).toHaveURL('/login?return_to=%2Fsetting')
})

/** A proxy between browser and server that can silence a stream without closing it. */
async function silentLine(target: string) {
  const streams: http.ServerResponse[] = []
  let silent = false
  const proxy = http.createServer((request, response) => {
    const isStream = request.url?.startsWith(STREAM)
    if (isStream) streams.push(response)
    const on = http.request(target + request.url, { method: request.method, headers: request.headers }, (answer) => {
      if (isStream && silent) return
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.on('data', (bytes) => (isStream && silent) || response.write(bytes))
      answer.on('end', () => response.end())
    })
    on.on('error', () => response.destroy())
    response.on('close', () => on.destroy())
    request.pipe(on)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    streams,
    /** Passes nothing on after this. */
    fallSilentAfter(text: string) {
      silent = true
      streams[0]?.write(text)
    },
    close: () => proxy.closeAllConnections(),
  }
}

test('a line that falls silent is given up after a minute, and the server is asked instead', async ({
  browser,
  signIn,
  baseURL,
}) => {
  const line = await silentLine(baseURL ?? '')
  // A new page, because the proxy is another origin.
  const page = await browser.newPage()
  // A person without any events.
  await signIn('admin', page)
  await page.clock.install()
  const watched = await watchLine(page)
  await page.goto(`${line.origin}/setting`)
  await watched.answered(1)
  await expect.poll(() => line.streams[0]?.headersSent).toBe(true)
  // The page asks when this event arrives, so its own clock tells the time of arrival.
  line.fallSilentAfter('event: changed\ndata: {"courses":[]}\n\n')
  await watched.answered(2)
  await page.clock.runFor(60_000)
  await expect.poll(() => line.streams[0]?.destroyed).toBe(true)
  await watched.answered(3)
  await page.clock.runFor(60_000)
  await watched.answered(4)
  const { asked, givenUp } = await watched.log()
  const [heard = 0, instead = 0, again = 0] = asked.slice(1)
  const given = givenUp[0] ?? 0
  expect(given - heard).toBeLessThanOrEqual(60_000)
  // Minus the page's work between reading and asking.
  expect(given - heard).toBeGreaterThan(50_000)
  expect(instead - heard).toBeGreaterThan(50_000)
  expect(again - instead).toBeGreaterThanOrEqual(60_000)
  line.close()
})

test('in a lively discussion what is written arrives over a slow line too, and not each post is asked for by itself', async ({
  page,
  course,
  signIn,
  person,
  request,
}) => {
  const { api } = await openTopic(page, await signIn(course.student()), QUIET)
  const nat = await person(course.student())
  let asked = 0
  await page.route(`**${api}`, async (route) => {
    asked++
    await pause(900)
    await route.continue()
  })
  const first = 'It boils'
  await say(request, nat, api, first)
  let more = 0
  for (; more < 20 && !(await posted(page, first).isVisible()); more++) {
    await pause(300)
    await say(request, nat, api, `And boils ${more}`)
  }
  expect(more).toBeLessThan(20)

  asked = 0
  const began = Date.now()
  const many = Array.from({ length: 10 }, (_, i) => `Tea ${i}`)
  for (const words of many) {
    await say(request, nat, api, words)
    await pause(150)
  }
  for (const words of many) await expect(posted(page, words)).toBeVisible()
  // One request that was under way, and then at most one a second.
  expect(asked).toBeLessThanOrEqual(2 + (Date.now() - began) / 1_000)
})
