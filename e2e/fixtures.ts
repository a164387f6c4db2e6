import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Kysely } from 'kysely'
import type { CourseCard } from '../contract/courses.ts'
import { openDatabase } from '../server/db/database.ts'
import { attachEmbedded } from '../server/db/embedded.ts'
import type { DB } from '../server/db/schema.ts'
import { createSessions } from '../server/session/sessions.ts'
import { axeSource } from './axeCore.ts'
import { isGiven, keptPage, leavePages } from './keptPages.ts'
import { makeOwnCourse, type OwnCourse, type OwnPerson } from './school.ts'

export { expect }

/**
 * A person of the demo school, by the part of the address before the @, for tests that only read; or a person whom no
 * other test knows.
 */
export type Who = string | OwnPerson | Promise<OwnPerson>

export interface Person {
  token: string
  /** The answer of a call of the API by this person. */
  get<T>(path: string): Promise<T>
  /** The course of that number in this person's list; for a person of the test's own, their course. */
  course(code: string): Promise<CourseCard>
}

interface Fixtures {
  /** A course that no other test knows, with the work and the topics of the demo course: for tests that write. */
  course: OwnCourse
  /** A person with a session of their own, outside of any page. */
  person: (who: Who) => Promise<Person>
  /** The same, and the page of the test, or another page, or all pages of a context get their session. */
  signIn: (who: Who, on?: Page | BrowserContext) => Promise<Person>
  /** Everything that axe finds on the page; with only colours to check again, those alone. */
  axe: (page?: Page, what?: 'all' | 'colours') => Promise<string[]>
  /**
   * Hands the pages of a test on to the next one, or closes them: they would go on requesting and rendering beside it.
   */
  tidy: undefined
}

interface WorkerFixtures {
  /** The database of the product that is tested. */
  db: Kysely<DB>
}

const DAY = 86_400_000

// Only violations are computed in full, and a frame shows somebody's file.
const bounds: RunOptions = { resultTypes: ['violations'], iframes: false }
const checks: Record<'all' | 'colours', RunOptions> = {
  all: { ...bounds, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  colours: { ...bounds, runOnly: ['color-contrast', 'link-in-text-block'] },
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads its names
    async ({}, use) => {
      const connection = await attachEmbedded(process.env.E2E_DATA ?? '')
      if (!connection) throw new Error('The server has no database.')
      const db = openDatabase(connection, { connections: 1, prepare: false })
      await use(db)
      await db.destroy()
    },
    { scope: 'worker' },
  ],
  course: async ({ db }, use) => use(await makeOwnCourse(db)),
  tidy: [
    async ({ browser }, use, info) => {
      await use(undefined)
      await leavePages(browser, info.status !== info.expectedStatus)
    },
    { auto: true },
  ],
  context: async ({ browser }, use) => use((await keptPage(browser)).context()),
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  person: async ({ request, db }, use) => {
    await use(async (of) => {
      const who = await of
      const token = await openSession(db, typeof who === 'string' ? await demoPerson(db, who) : who.id)
      const get = async <T>(path: string): Promise<T> => {
        const answer = await request.get(path, { headers: { authorization: token } })
        expect(answer.ok(), path).toBe(true)
        return ((await answer.json()) as { data: T }).data
      }
      return {
        token,
        get,
        async course(code) {
          const all = await get<CourseCard[]>('/api/courses/my')
          const found = all.find((c) =>
            typeof who === 'string' ? c.course_code === code : c.course_id === who.course.id,
          )
          if (!found) throw new Error(`${JSON.stringify(who)} is not on ${code}`)
          return found
        },
      }
    })
  },
  signIn: async ({ page, person }, use) => {
    await use(async (who, on = page) => {
      const given = await person(who)
      if (await isGiven(on, given.token)) return given
      await on.addInitScript((token) => {
        // Only the first time, so that a person who signs out stays signed out.
        if (sessionStorage.getItem('given')) return
        sessionStorage.setItem('given', '1')
        localStorage.setItem('token', token)
      }, given.token)
      return given
    })
  },
  axe: async ({ page }, use) => {
    await use(async (on = page, what = 'all') => {
      const { isThere, isStill } = await on.evaluate(() => ({
        isThere: 'axe' in window,
        isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
      }))
      if (!isThere) await on.evaluate(axeSource)
      // An element in transition is half transparent or between two colours.
      if (!isStill) await on.emulateMedia({ reducedMotion: 'reduce' })
      const found = await on.evaluate(async (options) => {
        const { axe } = window as unknown as { axe: typeof axeCore }
        const { violations } = await axe.run(options)
        return violations.flatMap((v) =>
          v.nodes.map((n) => `${v.id}: ${n.target.join(' ')} — ${n.failureSummary ?? ''}`),
        )
      }, checks[what])
      if (!isStill) await on.emulateMedia({ reducedMotion: null })
      return found
    })
  },
})

/** Like signing in, without the way to the provider and back. */
const openSession = (db: Kysely<DB>, personId: string): Promise<string> =>
  createSessions({ db, now: () => new Date(), idleMs: DAY, maxMs: DAY, announceEnd: async () => {} }).open(personId)

async function demoPerson(db: Kysely<DB>, who: string): Promise<string> {
  const email = `${who}@demo.raintree.test`
  const found = await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirst()
  if (!found) throw new Error(`Nobody of the demo school is called ${who}.`)
  return found.id
}

/** A page of another person, in a browser context of its own. */
export const otherPage = keptPage
