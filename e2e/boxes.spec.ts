import type { Locator } from '@playwright/test'
import { expect, type Person, test } from './fixtures.ts'
import { type Screen, screensOf, settle } from './screens.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
const wide = { width: 1280, height: 900 }

const box = async (locator: Locator) => {
  const found = await locator.boundingBox()
  if (!found) throw new Error(`${locator} has no box`)
  return found
}

/** How much lower the bottom and the middle of one box are than another's, in px, measured at the same moment. */
const apart = async (one: Locator, other: Locator) => {
  const handle = await other.elementHandle()
  return one.evaluate((a, b) => {
    const [of, to] = [a.getBoundingClientRect(), (b as Element).getBoundingClientRect()]
    return { bottom: of.bottom - to.bottom, middle: (of.top + of.bottom - to.top - to.bottom) / 2 }
  }, handle)
}

const named = async (person: Person, name: string): Promise<Screen> => {
  const found = (await screensOf(person.get)).find((screen) => screen.name === name)
  if (!found) throw new Error(`There is no screen ${name}`)
  return found
}

test('a control stands level with the button beside it', async ({ browser, page, person, signIn }) => {
  const ploy = await person('ploy')
  await page.setViewportSize(wide)
  await signIn('ploy')
  await settle(page, await named(ploy, 'group'))
  const chosen = page.getByRole('combobox', { name: 'Grouping' })
  const create = page.getByRole('link', { name: 'Create a new group' })
  expect((await apart(chosen, create)).middle).toBeCloseTo(0, 0)

  const onPhone = await browser.newPage(phone)
  await signIn('ploy', onPhone)
  for (const on of [page, onPhone]) {
    await settle(on, await named(ploy, 'topic-post'))
    const comment = on.getByRole('textbox', { name: 'Write a comment' })
    expect((await apart(comment, on.getByRole('button', { name: 'Send' }))).bottom).toBeCloseTo(0, 0)
  }
})

test('a field is as high as its label and its box', async ({ page }) => {
  await page.goto('/receipt')
  const field = page.getByRole('textbox', { name: 'Receipt' })
  const whole = page.locator('div').filter({ has: field }).last()
  expect((await apart(whole, field)).bottom).toBeCloseTo(0, 0)
})

test('columns begin at the same height, and the icons of files and folders stand below one another', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(wide)
  const ploy = await signIn('ploy')
  await settle(page, await named(ploy, 'assignments'))
  const tops = await Promise.all(
    ['Assignments', 'Due in 24 hours'].map((name) => box(page.getByRole('heading', { name, exact: true }))),
  )
  expect(tops[0]?.y).toBeCloseTo(tops[1]?.y ?? 0, 0)

  await settle(page, await named(ploy, 'content'))
  const icons = page.getByRole('list', { name: 'Files' }).locator('> li').locator('span:has(> svg)')
  const lefts = await page
    .getByRole('list', { name: 'Files' })
    .locator('> li')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.querySelector('svg')?.getBoundingClientRect().left ?? 0)))
  expect(await icons.count()).toBeGreaterThan(3)
  expect(new Set(lefts).size, lefts.join(' ')).toBe(1)
})

/** The contrast between a button's words and its background, by WCAG. */
const contrast = (button: Locator) =>
  button.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    if (!canvas) throw new Error('There is no canvas')
    const light = (colour: string) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const { color, backgroundColor, opacity } = getComputedStyle(element)
    const [dark = 0, bright = 0] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
    return { ratio: (bright + 0.05) / (dark + 0.05), backgroundColor, opacity }
  })

for (const colorScheme of ['light', 'dark'] as const) {
  test(`a button that cannot be pressed has no colour, and can be read, in the ${colorScheme} theme`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/receipt')
    const verify = page.getByRole('button', { name: 'Verify' })
    await expect(verify).toBeDisabled()
    const off = await contrast(verify)
    expect(off.ratio).toBeGreaterThan(4.5)
    expect(off.opacity).toBe('1')

    await page.getByRole('textbox', { name: 'Receipt' }).fill('x')
    await expect(verify).toBeEnabled()
    const on = await contrast(verify)
    expect(on.backgroundColor).not.toBe(off.backgroundColor)

    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    await page.route('**/api/receipts/verify', async (route) => {
      await released
      await route.continue()
    })
    await verify.click()
    await expect(verify).toHaveAttribute('aria-busy')
    expect((await contrast(verify)).backgroundColor).toBe(off.backgroundColor)
    release()
    await expect(page.getByRole('alert')).toBeVisible()
  })
}

test('who writes with a finger is not told which keys send', async ({ browser, page, person, signIn }) => {
  const topic = await named(await person('ploy'), 'topic')
  await page.setViewportSize(wide)
  const onPhone = await browser.newPage(phone)
  for (const on of [page, onPhone]) {
    await signIn('ploy', on)
    await settle(on, topic)
    await expect(on.getByText(/Markdown, .* are shown as such/)).toBeVisible()
    await expect(on.getByText('Ctrl+Enter sends.')).toBeVisible({ visible: on === page })
  }
})
