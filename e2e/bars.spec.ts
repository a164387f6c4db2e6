import type { Page } from '@playwright/test'
import type { CourseCard } from '../contract/courses.ts'
import { expect, test } from './fixtures.ts'
import { goNowhere, goWithin } from './screens.ts'

/* The bars that stand over a page of a course: the top bar with its switcher, the tabs, and the docked bar of a phone. */

const TABS = ['home', 'content', 'assignments', 'discussion', 'group', 'meeting', 'grade', 'about']

const settled = async (page: Page) => {
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
}

/** The lower edge of the bars at the top, and the upper edge of those at the bottom. */
function edges(): { top: number; bottom: number } {
  const tabs = document.querySelector('[data-tabs]')
  const dock = document.querySelector('[data-dock]')
  const box = (of: Element | null) => (of?.checkVisibility() ? of.getBoundingClientRect() : undefined)
  const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? Number.NaN
  return { top: Math.max(bar, box(tabs)?.bottom ?? 0), bottom: box(dock)?.top ?? innerHeight }
}

for (const [width, height, atFirst, scrolled] of [
  [1280, 900, 200, 140],
  [390, 844, 140, 70],
] as const) {
  test(`at ${width} px the first of each tab of a course begins within ${atFirst} px, and within ${scrolled} px once it is scrolled`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    const { course_id } = await (await signIn('ploy')).course('2110101')
    await page.goto('/nowhere')
    for (const tab of TABS) {
      await goNowhere(page)
      await page.evaluate(() => scrollTo(0, 0))
      await goWithin(page, `/course/${course_id}/${tab}`)
      await settled(page)
      const first = await page.evaluate(
        () => document.querySelector('main section, main h2')?.getBoundingClientRect().top,
      )
      expect.soft(first, tab).toBeLessThanOrEqual(atFirst)
      expect.soft(first, tab).toBeGreaterThanOrEqual((await page.evaluate(edges)).top)
      // Longer than any window, so that the page scrolls.
      await page.getByRole('main').evaluate((main) => {
        main.style.paddingBottom = '2000px'
        scrollTo(0, 500)
      })
      await expect.poll(async () => (await page.evaluate(edges)).top, tab).toBeLessThanOrEqual(scrolled)
      await expect(
        page.getByRole('navigation', { name: 'Sections of the course' }).filter({ visible: true }),
      ).toBeInViewport({ ratio: 1 })
    }
  })

  test(`at ${width} px nothing that has the focus is under a bar, forwards and backwards`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: Math.min(height, 700) })
    const { course_id } = await (await signIn('ploy')).course('2110101')
    for (const tab of ['home', 'content', 'group']) {
      await page.goto(`/course/${course_id}/${tab}`)
      await settled(page)
      const hidden = () =>
        page.evaluate(() => {
          const on = document.activeElement
          if (!on?.closest('main, footer')) return ''
          const { top, bottom } = on.getBoundingClientRect()
          const bars = [...document.querySelectorAll('header, [data-tabs], [data-dock]')].filter(
            (bar) => !bar.contains(on) && bar.checkVisibility() && /sticky|fixed/.test(getComputedStyle(bar).position),
          )
          const over = bars.filter((bar) => {
            const box = bar.getBoundingClientRect()
            return box.top < bottom - 1 && box.bottom > top + 1
          })
          return over.length > 0 ? `${on.outerHTML.slice(0, 120)}: ${top} to ${bottom}` : ''
        })
      let stops = 0
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let n = 0; n < 60; n++) {
          await page.keyboard.press(key)
          const isOut = await page.evaluate(() => document.activeElement === document.body)
          if (isOut) break
          stops++
          expect.soft(await hidden(), `${tab}, ${key} ${n}`).toBe('')
        }
      }
      expect(stops).toBeGreaterThan(20)
    }
  })
}

test('on a phone the end of the page stands above the docked bar, and its menu opens and closes by keyboard', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/grade`)
  await settled(page)
  const dock = page.locator('[data-dock]')
  const { x, y, width, height } = (await dock.boundingBox()) ?? { x: 1, y: 0, width: 0, height: 0 }
  expect({ x, width, bottom: y + height }).toEqual({ x: 0, width: 390, bottom: 844 })
  // Scrolls in each poll, because late content makes the page longer.
  const endOfPage = () =>
    page.getByRole('contentinfo').evaluate((footer) => {
      scrollTo(0, document.documentElement.scrollHeight)
      return footer.getBoundingClientRect().bottom
    })
  await expect.poll(endOfPage).toBeLessThanOrEqual(y)

  const toggle = page.getByRole('button', { name: 'Grade, Open the sections of the course' })
  await toggle.press('Enter')
  await expect(dock.getByRole('link')).toHaveCount(TABS.length)
  const endOfMenu = () => dock.getByRole('list').evaluate((list) => list.getBoundingClientRect().bottom)
  await expect.poll(endOfMenu, 'once it has slid into its place').toBeLessThanOrEqual(y)
  await page.keyboard.press('Escape')
  await expect(dock.getByRole('list')).toBeHidden()
  await expect(toggle).toBeFocused()
})

test('the longest name of a course stays within the narrowest phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const { course_id } = await (await signIn('ploy')).course('2110413')
  await page.goto(`/course/${course_id}/home`)
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('a page without a course has no docked bar, and no course in the top bar', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('ploy')
  await page.goto('/notification')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[data-dock]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Go to another course/ })).toHaveCount(0)
})

test('the switcher in the top bar goes to the same tab of another course, by keyboard alone', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const here = await ploy.course('2110101')
  const other = await ploy.course('2301117')
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/courses/my') asked++
  })
  await page.goto(`/course/${here.course_id}/assignments`)
  await settled(page)
  // The switcher loads nothing before somebody opens it.
  expect(asked).toBe(0)
  const button = page.getByRole('button', { name: 'Com Prog, Go to another course' })
  await button.focus()
  await page.keyboard.press('ArrowDown')
  const panel = page.getByRole('dialog', { name: 'Go to another course' })
  const links = panel.getByRole('list').getByRole('link')
  await expect(links.first()).toContainText(here.course_name)
  await expect(links.first()).toHaveAttribute('aria-current', 'true')
  const semester = (await ploy.get<CourseCard[]>('/api/courses/my')).filter(
    (c) => c.course_academic_year === here.course_academic_year && c.course_semester === here.course_semester,
  )
  await expect(links).toHaveCount(semester.length)
  const search = panel.getByRole('searchbox', { name: 'Search my courses' })
  await expect(search).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(search).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.press('ArrowDown')
  // A letter continues the search, wherever the focus is in the list.
  await page.keyboard.type('calc')
  await expect(search).toHaveValue('calc')
  await expect(links).toHaveText([new RegExp(other.course_name)])
  await expect(panel.getByRole('status')).toHaveText('1 course')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/course/${other.course_id}/assignments`)
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(`/course/${here.course_id}/assignments`)
})

test('on a phone the course’s title in the bar opens its switcher, in which an earlier course is found by its number', async ({
  browser,
  signIn,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const ploy = await signIn('ploy', page)
  const here = await ploy.course('2110101')
  const all = await ploy.get<CourseCard[]>('/api/courses/my')
  const earlier = all.find((c) => c.course_academic_year < here.course_academic_year) as CourseCard
  await page.goto(`/course/${here.course_id}/grade`)
  await page.getByRole('button', { name: 'Com Prog, Go to another course' }).tap()
  const panel = page.getByRole('dialog', { name: 'Go to another course' })
  // The on-screen keyboard stays away until somebody taps the field.
  await expect(panel).toBeFocused()
  const { x = -1, width = 0 } = (await panel.boundingBox()) ?? {}
  expect(x).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(390)
  const found = panel.getByRole('link', { name: earlier.course_name })
  await expect(panel.getByRole('link').first()).toBeVisible()
  await expect(found).toHaveCount(0)
  await panel.getByRole('searchbox').fill(earlier.course_code)
  await found.tap()
  await expect(page).toHaveURL(`/course/${earlier.course_id}/grade`)
  await page.close()
})

test('the switcher is on a worksheet too, and finds nothing with words', async ({ page, signIn, axe }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [first] = await ploy.get<{ _id: string }[]>(`/api/courses/${course_id}/assignments/my`)
  await page.goto(`/course/${course_id}/assignments/${first?._id}/worksheet`)
  await page.getByRole('button', { name: 'Com Prog, Go to another course' }).click()
  const panel = page.getByRole('dialog', { name: 'Go to another course' })
  await expect(panel.getByRole('link').nth(1)).toHaveAttribute('href', /^\/course\/[^/]+\/assignments$/)
  expect(await axe()).toEqual([])
  await panel.getByRole('searchbox').fill('no such course')
  await expect(panel.getByRole('status')).toHaveText('0 courses')
  await expect(panel.getByRole('link')).toHaveCount(0)
})
