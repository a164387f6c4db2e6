import type { Page } from '@playwright/test'
import type { Grouping } from '../contract/groups.ts'
import { seed } from '../server/changes/change.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

async function open(page: Page, person: Person, grouping = 'Laboratory pairs') {
  const { course_id } = await person.course('2110101')
  const all = await person.get<Grouping[]>(`/api/courses/${course_id}/grouping`)
  const id = all.find((g) => g.grouping_name === grouping)?._id ?? ''
  const path = `/course/${course_id}/group?grouping=${id}`
  await page.goto(path)
  await expect(page.getByRole('list', { name: grouping })).toBeVisible()
  return { path, wizard: `/course/${course_id}/group/new?grouping=${id}`, id, course_id }
}

const wizard = (page: Page) => page.getByRole('dialog')
const next = (page: Page) => wizard(page).getByRole('button', { name: 'Next' })

test('one’s own groups and those of a grouping are shown, and the grouping is in the address', async ({
  page,
  signIn,
}) => {
  const { id } = await open(page, await signIn('ploy'))
  const own = page.getByRole('region', { name: 'Your Group' }).getByRole('article')
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('The Off-By-Ones')
  await expect(own).toContainText('Almost there, exactly once too often')
  await expect(own).toContainText('4 members')
  await expect(own.getByRole('listitem')).toHaveText([
    /^BT?Boon Tan$/,
    /Gita Ramanathan$/,
    /Ploy Srisuwan$/,
    /ตะวัน มณีวงศ์$/,
  ])
  await expect(page.getByRole('list', { name: 'Laboratory pairs' }).getByText('Next to the window')).toBeVisible()
  await page.getByLabel('Grouping').selectOption('Project teams')
  await expect(page.getByRole('list', { name: 'Project teams' }).getByText('Segmentation Vault')).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
})

test('the wizard makes a group by the keyboard alone; its maker can leave it again', async ({
  page,
  signIn,
  course,
}) => {
  await course.student('Zhiwei', 'Lin')
  await course.group('Laboratory pairs', 'Bench 1', [await course.student()])
  const isara = await signIn(course.student('Isara', 'Phongphan'))
  // The people come late: the focus waits for them.
  const { promise: isRead, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/roster', async (route) => {
    await isRead
    await route.continue()
  })
  const { path, course_id, id } = await open(page, isara)
  const link = page.getByRole('link', { name: 'Create a new group' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/group\/new\?grouping=/)
  await expect(wizard(page).getByRole('heading', { name: 'Create new Group' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Group Name' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Group Slogan' })).toHaveAttribute('placeholder', '(optional)')
  await page.keyboard.type('Bench 77')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By the door')
  await page.keyboard.press('Enter')

  await expect(wizard(page).getByRole('heading', { name: 'Add member to group' })).toBeVisible()
  letGo()
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeFocused()
  await expect(page.getByRole('checkbox', { name: /^Isara Phongphan/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /^Isara Phongphan/ })).toBeDisabled()
  await page.keyboard.type('zhiwei')
  const zhiwei = page.getByRole('checkbox', { name: /^Zhiwei Lin/ })
  await expect(zhiwei).toBeVisible()
  while (!(await zhiwei.evaluate((box) => box === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(wizard(page).getByText('2 members chosen')).toBeVisible()
  await next(page).focus()
  await page.keyboard.press('Enter')

  await expect(wizard(page).getByRole('heading', { name: 'Preview', exact: true })).toBeVisible()
  const card = wizard(page).getByRole('article')
  await expect(card).toContainText('Bench 77')
  await expect(card).toContainText('By the door')
  await expect(card.getByRole('listitem')).toHaveText([/Isara Phongphan$/, /Zhiwei LinHas not accepted yet$/])
  await wizard(page).getByRole('button', { name: 'Create' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(path)
  await expect(wizard(page)).toHaveCount(0)
  const own = page.getByRole('region', { name: 'Your Group' }).getByRole('article').filter({ hasText: 'Bench 77' })
  await expect(own).toBeVisible()

  await own.getByRole('link', { name: 'Leave Bench 77' }).press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Leave the group' })
  await expect(confirm.getByText('Are you sure you want to leave Bench 77?')).toBeVisible()
  await confirm.getByRole('button', { name: 'Stay' }).click()
  await expect(confirm).toHaveCount(0)
  await own.getByRole('link', { name: 'Leave Bench 77' }).click()
  await confirm.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(own).toHaveCount(0)
  const { groups } = await isara.get<{ groups: Grouping['groups'] }>(`/api/courses/${course_id}/grouping/${id}`)
  expect(groups.find((g) => g.name === 'Bench 77')?.members.map((m) => m.first)).toEqual(['Zhiwei'])
})

test('a long name is read whole among the people to choose from, on a phone too', async ({ page, signIn, course }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const long = 'พิมพ์ลภัสกานต์ธิดารัตน์ ณ อยุธยาเทพหัสดินทร์สนิทวงศ์'
  await course.student(...(long.split(/ (.*)/) as [string, string]))
  await course.group('Laboratory pairs', 'Bench 1', [await course.student()])
  const { wizard: address } = await open(page, await signIn(course.student('Isara', 'Phongphan')))
  await goWithin(page, address)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Long names')
  await next(page).click()
  const name = wizard(page).getByText(long)
  await expect(name).toBeVisible()
  const isCut = (shown: HTMLElement) =>
    shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight + 1
  expect(await name.evaluate(isCut)).toBe(false)
})

test('the grouping of one’s group has a name as long as it may be, on a phone too', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const ploy = await course.student()
  await course.group('Laboratory pairs', 'Pair 1', [ploy])
  const name = 'Laboratory_pairs_of_the_first_term_'.repeat(3).slice(0, 100)
  await seed(db, (trx) =>
    trx
      .updateTable('groupings')
      .set({ name })
      .where('course_id', '=', course.id)
      .where('name', '=', 'Laboratory pairs')
      .execute(),
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(ploy)
  await page.goto(`/course/${course.id}/group`)
  await expect(page.getByRole('region', { name: 'Your Group' }).getByText(name)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('Back goes back a step, and on the first step closes; what was filled in stays', async ({ page, signIn }) => {
  const { wizard: address, path } = await open(page, await signIn('oraya'))
  await goWithin(page, address)
  const name = page.getByRole('textbox', { name: 'Group Name' })
  await next(page).click()
  await expect(wizard(page).getByText('Give the group a name.')).toBeVisible()
  await name.fill('Bench of patience')
  await next(page).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('samira')
  await page.getByRole('checkbox', { name: /^Samira/ }).check()
  await wizard(page).getByRole('button', { name: 'Back' }).click()
  await expect(name).toHaveValue('Bench of patience')
  await wizard(page).getByRole('button', { name: 'Close' }).last().click()
  await expect(page).toHaveURL(path)
  await page.goto(address)
  await expect(name).toHaveValue('Bench of patience')
  await next(page).click()
  await expect(wizard(page).getByText('2 members chosen')).toBeVisible()
})

test('who is in a group of the grouping is shown as such and cannot be picked', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('peem'))
  await goWithin(page, address)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Late')
  await next(page).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('ARISA')
  const arisa = page.getByRole('checkbox', { name: /^Arisa Tanaka/ })
  await expect(arisa).toBeDisabled()
  await expect(page.getByText('Already in Bench 1')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody at all')
  await expect(page.getByText('No student of that name is on the course.')).toBeVisible()
})

test('whoever is in a group already is told to leave it first', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('bancha'))
  await goWithin(page, address)
  await expect(wizard(page).getByText(/^You are already in Bench 2\. Leave it before/)).toBeVisible()
  await expect(next(page)).toBeDisabled()
})

test('nobody is offered to leave a group that has handed something in, and is told so', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('nat'))
  const own = page.getByRole('region', { name: 'Your Group' }).getByRole('article').filter({ hasText: 'Bench 1' })
  await expect(own).toBeVisible()
  await expect(own.getByRole('link', { name: 'Leave Bench 1' })).toHaveCount(0)
  await goWithin(page, address)
  await expect(wizard(page).getByText(/^You are already in Bench 1, which has begun or handed in work/)).toBeVisible()
  await expect(next(page)).toBeDisabled()
})

test('a refusal is said on the step of the field, and nothing typed is lost', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('tawan'))
  await goWithin(page, address)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Too late')
  await next(page).click()
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeVisible()
  await next(page).click()
  let code = 'offline'
  await page.route('**/grouping/*', (route) =>
    code === 'offline' ? route.abort() : route.fulfill({ status: 409, json: { error: { code, message: 'x' } } }),
  )
  const create = wizard(page).getByRole('button', { name: 'Create' })
  await create.click()
  await expect(page.getByRole('alert')).toContainText('The server did not answer. Everything is kept; try again.')
  code = 'already_in_group'
  await create.click()
  await expect(wizard(page).getByRole('heading', { name: 'Add member to group' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Somebody here has joined another group in the meantime.')
  await wizard(page).getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('textbox', { name: 'Group Name' })).toHaveValue('Too late')
})

test('of a roster of two thousand only the people in sight are drawn', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('ploy'))
  await page.route('**/roster', async (route) => {
    const answer = await route.fetch()
    const roster = (await answer.json()) as { data: { _id: string; first: string; role: string }[] }
    const data = roster.data.filter((p) => p.role === 'student')
    const many = Array.from({ length: 2_000 - data.length }, (_, i) => ({
      ...data[0],
      _id: `x${i}`,
      first: `Many ${i}`,
    }))
    await route.fulfill({ json: { data: [...data, ...many] } })
  })
  await goWithin(page, address)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Large')
  await next(page).click()
  const rows = page.getByRole('list', { name: 'Students of the course' }).getByRole('listitem')
  await expect(rows.first()).toHaveAttribute('aria-setsize', '2000')
  expect(await rows.count()).toBeLessThan(30)
  await page.getByRole('searchbox', { name: 'Search people' }).fill('many 1899')
  await expect(page.getByRole('checkbox', { name: /^Many 1899/ })).toBeVisible()
})

test('a grouping without groups and a course without groupings say so', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110000')
  await page.goto(`/course/${course_id}/group`)
  await expect(page.getByText('No grouping yet')).toBeVisible()
  await page.route('**/grouping', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: Grouping[] }
    await route.fulfill({ json: { data: data.map((g) => ({ ...g, groups: [] })) } })
  })
  const full = await ploy.course('2110101')
  await goWithin(page, `/course/${full.course_id}/group`)
  await expect(page.getByText('No group', { exact: true })).toBeVisible()
  await expect(page.getByText('There is no group in this grouping', { exact: true })).toBeVisible()
})

/** Holds an answer back until the test releases it, without asking the server. */
async function held(page: Page, address: RegExp, method: string, data: object) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.continue()
    await promise
    await route.fulfill({ json: { data } })
  })
  return letGo
}

test('who closes the wizard or the question before the answer comes is not taken back any further', async ({
  page,
  signIn,
}) => {
  const { path } = await open(page, await signIn('tawan'))
  const created = await held(page, /\/grouping\/[\w-]+$/, 'POST', { _id: 'new', name: 'Slow', members: [] })
  await page.getByRole('link', { name: 'Create a new group' }).click()
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Slow')
  await next(page).click()
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeVisible()
  await next(page).click()
  await wizard(page).getByRole('button', { name: 'Create' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
  created()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Slow was created.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your Group' })).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('to leave a group is not one press of Enter away, and whoever turns from it stays where they are', async ({
  page,
  signIn,
}) => {
  const { path } = await open(page, await signIn('bancha'))
  const left = await held(page, /\/grouping\/[\w-]+\/[\w-]+\/me$/, 'DELETE', {})
  await page.getByRole('link', { name: 'Leave Bench 2' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Leave the group' })
  await expect(confirm.getByRole('button', { name: 'Stay' })).toBeFocused()
  await confirm.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
  left()
  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('You left Bench 2.')).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('Enter in the search of people searches, and goes no step further', async ({ page, signIn }) => {
  const { wizard: address } = await open(page, await signIn('tawan'))
  await goWithin(page, address)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Still here')
  await next(page).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('zhiwei')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: /^Zhiwei Lin/ })).toBeVisible()
  await expect(wizard(page).getByRole('heading', { name: 'Add member to group' })).toBeVisible()
})

test('the search for members has the focus with its whole ring in sight', async ({ page, signIn }) => {
  const { wizard: path } = await open(page, await signIn('isara'))
  await goWithin(page, path)
  await page.getByRole('textbox', { name: 'Group Name' }).fill('Bench 99')
  await next(page).click()
  const search = page.getByRole('searchbox', { name: 'Search people' })
  await expect(search).toBeFocused()
  const uncovered = await search.evaluate((box) => {
    const { top } = box.getBoundingClientRect()
    const { outlineWidth, outlineOffset } = getComputedStyle(box)
    const head = document.querySelector('dialog h2')?.closest('.sticky')?.getBoundingClientRect().bottom ?? top
    return top - Number.parseFloat(outlineWidth) - Number.parseFloat(outlineOffset) - head
  })
  expect(uncovered).toBeGreaterThanOrEqual(0)
})
