import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { forgetPerson } from './keptPages.ts'
import { goWithin, screensOf } from './screens.ts'
import { withoutExtras } from './withoutExtras.ts'

/* The same moment has the same hour on every screen, in both languages, wherever the reader is. */

const screens = [
  'home',
  'course-home',
  'schedule',
  'assignments-completed',
  'assignment-done',
  'worksheet-done',
  'discussion',
  'meeting',
  'meeting-preview',
  'meeting-recording',
  'meeting-info',
  'grade',
  'staff-sheet',
  'staff-assignments',
]
const loading = { en: 'Loading...', th: 'กำลังโหลด' }
const dayPeriods = { am: 0, pm: 12 }

/**
 * Each time with an hour, by itself or in a line `around` it: its text, and the hour, minute and day of its instant.
 */
const timesOf = (page: Page, around: string) =>
  page.locator('time').evaluateAll(
    (all, around) =>
      all.flatMap((time) => {
        const lines = [time, ...(time.closest(around)?.querySelectorAll('p') ?? [])].map((e) => e.textContent ?? '')
        const text = lines.find((line) => /\d:\d\d/.test(line))
        const at = new Date((time as HTMLTimeElement).dateTime)
        return text ? [{ text, at: [at.getHours(), at.getMinutes()], day: at.getDate() }] : []
      }),
    around,
  )

for (const [language, timezoneId] of [
  ['en', 'Asia/Bangkok'],
  ['th', 'America/New_York'],
] as const) {
  test(`every hour that is read is that of its moment (${language}, ${timezoneId})`, async ({
    person,
    signIn,
    browser,
  }) => {
    test.setTimeout(180_000)
    const all = await screensOf((await person('ploy')).get)
    const context = await browser.newContext({ timezoneId, reducedMotion: 'reduce' })
    await withoutExtras(context)
    const page = await context.newPage()
    await page.addInitScript((to) => localStorage.setItem('language', to), language)
    const times = page.locator('time')
    let afternoons = 0
    for (const who of ['ploy', 'arthit', 'mali']) {
      await forgetPerson(page)
      await signIn(who, page)
      // By way of an empty screen: so no screen is taken for the one before.
      await page.goto('/nowhere')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const screen of all.filter((s) => s.who === who && screens.includes(s.name))) {
        await goWithin(page, '/nowhere')
        await expect(times).toHaveCount(0)
        await goWithin(page, screen.path)
        await expect(times.first()).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: loading[language] })).toHaveCount(0)
        const found = await timesOf(page, screen.name === 'home' ? 'li' : 'none')
        expect(found.length, screen.name).toBeGreaterThan(0)
        for (const { text, at, day } of found) {
          const [, hour, minute, half] = /(\d{1,2}):(\d\d)(?: (am|pm))?/.exec(text) ?? []
          const read = half ? (Number(hour) % 12) + dayPeriods[half as keyof typeof dayPeriods] : Number(hour)
          expect([read, Number(minute)], `${screen.name}: ${text}`).toEqual(at)
          expect(text.match(/\d+/g)?.map(Number), `${screen.name}: ${text}`).toContain(day)
          if (half && read >= 12) afternoons++
        }
      }
    }
    await context.close()
    // At these times a 12-hour clock without am or pm would mean another moment. Nobody who writes Thai uses one.
    expect(afternoons > 0).toBe(language === 'en')
  })
}
