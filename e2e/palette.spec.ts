import type { Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { withoutExtras } from './withoutExtras.ts'

/* The command palette, the keyboard shortcuts and their list. */

const field = (page: Page) => page.getByRole('combobox', { name: /^(Search courses|ค้นหารายวิชา)/ })
async function openPalette(page: Page): Promise<void> {
  // The keys do nothing while a dialog closes, and the field of an earlier palette may still have the focus.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
}
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

/** Opens a page; the focus is outside of any field. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

for (const [whoever, who] of [
  ['a student', 'ploy'],
  ['an instructor', 'arthit'],
] as const) {
  test(`${whoever} goes to a tab, an assignment, a file and another course by the keyboard alone`, async ({
    page,
    signIn,
  }) => {
    const person = await signIn(who)
    const { course_id } = await person.course('2110101')
    const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
    const quiz = all.find((a) => a.assignment_name.startsWith('Quiz 2'))
    const course = `/course/${course_id}`
    await open(page, `${course}/home`)

    await openPalette(page)
    await page.keyboard.type('discuss')
    await expect(chosen(page)).toHaveAccessibleName(/^Discussion/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${course}/discussion`)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openPalette(page)
    await page.keyboard.type('qz2')
    await expect(chosen(page)).toHaveAccessibleName(/^Quiz 2/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${course}/assignments/${quiz?._id}/preview`)
    await expect(page.getByRole('dialog', { name: /^Quiz 2/ }).getByText('Due Date')).toBeVisible()
    // Nothing opens over a dialog.
    await page.keyboard.press('Control+k')
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(`${course}/assignments`)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await openPalette(page)
    await page.keyboard.type('flowchart')
    await expect(option(page, /^How a flowchart is read/)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/content\/[^/]+\/view$/)
    await expect(page.getByRole('heading', { name: 'How a flowchart is read' })).toBeVisible()

    await openPalette(page)
    await page.keyboard.type('midterm rooms')
    await expect(chosen(page)).toHaveAccessibleName(/^Rooms of the midterm examination/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Rooms of the midterm examination' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    // The people of the course are for its staff.
    await openPalette(page)
    await page.keyboard.type('wongsakul')
    if (who === 'arthit') {
      await expect(chosen(page)).toHaveAccessibleName(/^Nat Wongsakul/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: 'Nat Wongsakul' })).toBeVisible()
    } else {
      await expect(page.getByText('Nothing has that name')).toBeVisible()
      await page.keyboard.press('Escape')
    }

    // Recently used places come first. The arrow keys wrap around.
    await openPalette(page)
    const last = who === 'arthit' ? ['Nat Wongsakul', 'Rooms of'] : ['Rooms of', 'How a flowchart']
    await expect(page.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveCount(
      who === 'arthit' ? 5 : 4,
    )
    await expect(chosen(page)).toHaveAccessibleName(new RegExp(`^${last[0]}`))
    await page.keyboard.press('ArrowDown')
    await expect(chosen(page)).toHaveAccessibleName(new RegExp(`^${last[1]}`))
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(chosen(page)).toHaveAccessibleName('Join new course')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a course is found by its number from the home page, and Thai by a part without its tone marks', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  await page.addInitScript(() => localStorage.setItem('language', 'th'))
  await open(page, '/')
  await openPalette(page)
  await page.keyboard.type('2110101')
  await expect(chosen(page)).toHaveAccessibleName(/2110101/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/course/${course_id}/home`)
  await openPalette(page)
  await field(page).fill('คะแนน')
  await expect(chosen(page)).toHaveAccessibleName(/^คะแนน/)
  await field(page).fill('เนือหา')
  await expect(chosen(page)).toHaveAccessibleName(/^เนื้อหา/)
  await field(page).fill('ไม่มีอะไรชื่อนี้เลย')
  await expect(page.getByText('ไม่พบรายการที่มีชื่อนี้')).toBeVisible()
})

test('two letters go to a tab, also on a keyboard that types Thai; the question mark lists them', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await open(page, `/course/${course_id}/home`)
  // Held, it repeats, and is still pressed once.
  await page.keyboard.down('g')
  await page.keyboard.down('g')
  await page.keyboard.up('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(`/course/${course_id}/assignments`)
  await page.evaluate(() => {
    for (const [key, code] of [
      ['เ', 'KeyG'],
      ['แ', 'KeyC'],
    ])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))
  })
  await expect(page).toHaveURL(`/course/${course_id}/content`)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog.getByRole('term').filter({ hasText: 'Assignments' })).toBeVisible()
  // While a dialog is open, shortcuts do nothing.
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  await page.keyboard.press('Control+k')
  await expect(dialog).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('staff have a key for People, and those of the editor and of tables in the list; a student has none of them', async ({
  page,
  browser,
  signIn,
}) => {
  const { course_id } = await (await signIn('arthit')).course('2110101')
  await open(page, `/course/${course_id}/home`)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await expect(page).toHaveURL(`/course/${course_id}/people`)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const keysOf = (name: string) => dialog.getByRole('term').filter({ hasText: name }).locator('..').locator('kbd')
  await expect(keysOf('People')).toHaveText(['G', 'P'])
  await expect(keysOf('Italic')).toHaveText(['Ctrl', 'I'])
  await expect(keysOf('Select all rows')).toHaveText(['Ctrl', 'A'])

  const hers = await otherPage(browser)
  await signIn('ploy', hers)
  await open(hers, `/course/${course_id}/home`)
  await hers.keyboard.press('g')
  await hers.keyboard.press('p')
  await hers.keyboard.press('?')
  const list = hers.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(list.getByRole('term').filter({ hasText: 'Assignments' })).toBeVisible()
  await expect(list.getByRole('term').filter({ hasText: /People|Italic/ })).toHaveCount(0)
  await expect(hers).toHaveURL(`/course/${course_id}/home`)
})

test('a text links to a thing of the course that is found by its name, and students follow it', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('arthit')).course('2110101')
  await page.goto(`/course/${course_id}/announcement/new`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.focus()
  await page.keyboard.type('Before that: ')
  await page.keyboard.press('Control+Alt+k')
  const finder = page.getByRole('dialog', { name: 'Link to something in this course' })
  // People and what only staff see is no place for a text that students read.
  for (const name of ['Ananya Petcharat', 'Settings']) {
    await finder.getByRole('combobox').fill(name)
    await expect(finder.getByText('Nothing has that name')).toBeVisible()
  }
  await finder.getByRole('combobox').fill('Lab 1')
  await page.keyboard.press('Enter')
  await expect(finder).toHaveCount(0)
  await expect(text).toBeFocused()
  await page.keyboard.type('!')
  await expect(text).toHaveText(/^Before that: \[Lab 1.*\]\(\/course\/.*\/preview\)!$/)
  await page.getByRole('button', { name: 'Preview' }).click()
  const link = page.getByRole('region', { name: 'Preview of Text' }).getByRole('link', { name: /^Lab 1/ })
  await expect(link).toHaveAttribute('href', new RegExp(`^/course/${course_id}/assignments/`))
  await page.getByRole('button', { name: 'Write' }).click()
  await text.fill('')
})

test('while one types, keys are only letters', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await open(page, `/course/${course_id}/content`)
  const search = page.getByRole('searchbox', { name: 'Search the files' })
  await search.focus()
  await page.keyboard.type('g a ?')
  await page.keyboard.press('Control+k')
  await expect(search).toHaveValue('g a ?')
  await expect(page).toHaveURL(/\/content\?search=/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Outside of the field, the same keys are shortcuts again.
  await search.blur()
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('without an answer the palette says so, shows what it knows, and tries again', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await open(page, `/course/${course_id}/home`)
  await page.route(/\/api\/courses\/[^/]+\/contents$/, (route) => route.abort())
  await openPalette(page)
  const dialog = page.getByRole('dialog', { name: 'Go to…' })
  await expect(dialog.getByRole('alert')).toContainText('Failed to load')
  await expect(option(page, /^Assignments/)).toBeVisible()
  await page.unroute(/\/api\/courses\/[^/]+\/contents$/)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await field(page).fill('flowchart')
  await expect(option(page, /^How a flowchart is read/)).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

for (const width of [390, 1280]) {
  test(`the account menu leads to both, and axe finds nothing in either theme, ${width} px wide`, async ({
    browser,
    signIn,
    axe,
  }) => {
    const isPhone = width === 390
    const context = await browser.newContext({
      viewport: { width, height: 844 },
      hasTouch: isPhone,
      reducedMotion: 'reduce',
    })
    await withoutExtras(context)
    const { course_id } = await (await signIn('ploy', context)).course('2110101')
    const page = await context.newPage()
    await open(page, `/course/${course_id}/home`)
    const menu = page.getByRole('button', { name: 'Account' })
    const look = async (name: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await axe(page, colorScheme === 'light' ? 'all' : 'colours'), `${name}, ${colorScheme}`).toEqual([])
      }
      await page.emulateMedia({ colorScheme: 'light' })
    }
    await menu.click()
    await page.getByRole('menuitem', { name: 'Go to…' }).click()
    await expect(page.getByRole('group', { name: 'In this course' })).toBeVisible()
    await expect(page.getByRole('dialog').getByText('Loading...')).toHaveCount(0)
    await look('palette')
    await field(page).fill('rec')
    await expect(page.getByRole('group', { name: 'Topics' })).toBeVisible()
    await look('palette, found')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(menu).toBeFocused()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await look('shortcuts')
    await context.close()
  })
}
