import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import axeCore, { type RunOptions } from 'axe-core'
import type { CourseCard } from '../contract/courses.ts'

export { expect }

/** A person of the demo school, by what stands before the @. */
export type Who = string

export interface Person {
  token: string
  /** An answer of the API, as this person. */
  get<T>(path: string): Promise<T>
  /** The course of that number that is in this person's list. */
  course(code: string): Promise<CourseCard>
}

interface Fixtures {
  /** A person signed in by the provider's real flow, outside of any page. */
  person: (who: Who) => Promise<Person>
  /** The same, and the page of the test, or another one, or all pages of a context have their session. */
  signIn: (who: Who, on?: Page | BrowserContext) => Promise<Person>
  /** Everything that axe finds on the page; of the colours alone, when only they are others than the last time. */
  axe: (page?: Page, what?: 'all' | 'colours') => Promise<string[]>
}

// Only violations are worked out in full, and what a frame shows is somebody's file.
const bounds: RunOptions = { resultTypes: ['violations'], iframes: false }
const checks: Record<'all' | 'colours', RunOptions> = {
  all: { ...bounds, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { ...bounds, runOnly: ['color-contrast', 'link-in-text-block'] },
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await use(context)
    // A call that a test answers may be under way when the test is over: what it runs into then is nobody's failure.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  person: async ({ playwright, baseURL }, use) => {
    const opened: APIRequestContext[] = []
    await use(async (who) => {
      const request = await playwright.request.newContext({ baseURL })
      opened.push(request)
      const token = await tokenOf(request, who)
      const get = async <T>(path: string): Promise<T> => {
        const answer = await request.get(path, { headers: { authorization: token } })
        expect(answer.ok(), path).toBe(true)
        return ((await answer.json()) as { data: T }).data
      }
      return {
        token,
        get,
        async course(code) {
          const found = (await get<CourseCard[]>('/api/courses/my')).find((c) => c.course_code === code)
          if (!found) throw new Error(`${who} is not on ${code}`)
          return found
        },
      }
    })
    await Promise.all(opened.map((request) => request.dispose()))
  },
  signIn: async ({ page, person }, use) => {
    await use(async (who, on = page) => {
      const given = await person(who)
      await on.addInitScript((token) => {
        // Only the first time: a person who signs out stays signed out.
        if (sessionStorage.getItem('given')) return
        sessionStorage.setItem('given', '1')
        localStorage.setItem('token', token)
      }, given.token)
      return given
    })
  },
  axe: async ({ page }, use) => {
    await use(async (on = page, what = 'all') => {
      const isThere = await on.evaluate(() => 'axe' in window)
      if (!isThere) await on.evaluate(axeCore.source)
      return on.evaluate(async (options) => {
        const { axe } = window as unknown as { axe: typeof axeCore }
        const { violations } = await axe.run(options)
        return violations.flatMap((v) =>
          v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} — ${n.failureSummary ?? ''}`),
        )
      }, checks[what])
    })
  },
})

async function tokenOf(request: APIRequestContext, who: Who): Promise<string> {
  const answer = await request.get('/api/session/provider')
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  let next = `${data.authorize_url}&login_hint=${who}@demo.raintree.test`
  for (let hop = 0; hop < 8; hop++) {
    const step = await request.get(next, { maxRedirects: 0 })
    const location = step.headers().location
    if (!location) throw new Error(`Sign-in of ${who} stopped at ${next} with ${step.status()}`)
    const url = new URL(location, step.url())
    const code = url.searchParams.get('code')
    if (code && url.pathname === '/') return code
    next = url.href
  }
  throw new Error(`Sign-in of ${who} did not end`)
}

/** A page of another person, in a browser context of its own. */
export async function otherPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}
