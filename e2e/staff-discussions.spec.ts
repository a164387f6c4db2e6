import type { Browser, Locator, Page } from '@playwright/test'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { says, undo } from './messages.ts'
import type { OwnCourse } from './school.ts'
import { hears } from './stream.ts'
import { box, postWith, QUIET, say, topicOf } from './topics.ts'

/* Staff's writes to the topics of a course and to their texts, and what its students see. */

async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    krit: await course.staff('assistant', 'Krit', 'Boonmee'),
    wirun: await course.student('Wirun', 'Saelim'),
    yada: await course.student('Yada', 'Thongdee'),
  }
}

type SignIn = (who: Who, on?: Page) => Promise<Person>

/** A page of that person with live events, in a browser context of their own. */
async function at(browser: Browser, signIn: SignIn, who: Who, path: string): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await listens
  return page
}

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Discussion' }).getByRole('listitem').filter({ hasText: title })
const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Chooses from the menu of a topic, of a post or of a comment. */
async function choose(page: Page, menu: string, item: string, inside: Page | Locator = page) {
  await inside.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a new topic is out in two presses and the typing: students see it at once, a draft they do not', async ({
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const list = `/course/${course.id}/discussion`
  const [siriporn, wirun] = await Promise.all([
    at(browser, signIn, people.siriporn, list),
    at(browser, signIn, people.wirun, list),
  ])
  await expect(wirun.getByRole('link', { name: 'New topic', exact: true })).toHaveCount(0)
  await expect(wirun.getByRole('button', { name: /^What to do with/ })).toHaveCount(0)

  await siriporn.getByRole('link', { name: 'New topic', exact: true }).click()
  await expect(dialog(siriporn).getByRole('textbox', { name: 'Title' })).toBeFocused()
  await siriporn.keyboard.type('What did you expect?')
  await press(siriporn, 'Publish')
  for (const page of [siriporn, wirun]) await expect(row(page, 'What did you expect?')).toBeVisible()

  await choose(siriporn, 'What to do with What did you expect?', 'Pin to the top')
  await expect(wirun.getByRole('list', { name: 'Discussion' }).getByRole('listitem').first()).toContainText('Pinned')
  await choose(siriporn, 'What to do with What did you expect?', 'Unpublish')
  await expect(row(siriporn, 'What did you expect?')).toContainText('Draft')
  await expect(row(wirun, 'What did you expect?')).toHaveCount(0)
  // The earlier press can still be undone, too.
  await undo(siriporn, 'It is a draft again.')
  await expect(row(wirun, 'What did you expect?')).toBeVisible()
})

test('a locked topic is read by students, who are told why they cannot write; staff write on', async ({
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const { path } = await topicOf(await signIn(people.krit), QUIET)
  const [krit, wirun] = await Promise.all([
    at(browser, signIn, people.krit, path),
    at(browser, signIn, people.wirun, path),
  ])
  await expect(box(wirun)).toBeVisible()
  await choose(krit, `What to do with ${QUIET}`, 'Lock')
  await expect(wirun.getByText('This discussion is locked', { exact: false })).toBeVisible()
  await expect(box(wirun)).toHaveCount(0)
  await box(krit).fill('That was it.')
  await press(krit, 'Post')
  await postWith(wirun, 'That was it.').getByRole('link').click()
  await expect(dialog(wirun)).toContainText('This discussion is locked')
  await expect(dialog(wirun).getByRole('textbox')).toHaveCount(0)
  // By the keyboard alone.
  await krit.getByRole('button', { name: `What to do with ${QUIET}`, exact: true }).focus()
  await krit.keyboard.press('Enter')
  await expect(krit.getByRole('menuitem', { name: 'Edit', exact: true })).toBeFocused()
  for (const item of ['Pin to the top', 'Unlock']) {
    await krit.keyboard.press('ArrowDown')
    await expect(krit.getByRole('menuitem', { name: item, exact: true })).toBeFocused()
  }
  await krit.keyboard.press('Enter')
  const comment = dialog(wirun).getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('Half a thought')
  // Nobody reads on in what is a draft again; it comes back with what was typed there.
  await choose(krit, `What to do with ${QUIET}`, 'Unpublish')
  await expect(wirun.getByText('Discussion topic is not found')).toBeVisible()
  await undo(krit, 'It is a draft again.')
  await expect(comment).toHaveValue('Half a thought')
})

test('two who edit one topic keep what both wrote, and see each other at it', async ({ browser, signIn, course }) => {
  const people = await peopleOf(course)
  const { path } = await topicOf(await signIn(people.krit), QUIET)
  const open = (who: Who) => at(browser, signIn, who, `${path}/edit`)
  const [krit, siriporn] = await Promise.all([open(people.krit), open(people.siriporn)])
  await expect(dialog(krit)).toContainText('Siriporn Chaiyasit is editing')
  await dialog(krit).getByRole('textbox', { name: 'Title' }).fill('Ideas of Krit')
  await dialog(siriporn).getByRole('textbox', { name: 'Text' }).fill('Words of Siriporn')
  await press(krit, 'Save')
  await expect(dialog(krit)).toHaveCount(0)
  // The two texts are merged, and sent again automatically.
  await press(siriporn, 'Save')
  // The page below may have the text before the dialog, where it stands too, has closed.
  await expect(dialog(siriporn)).toHaveCount(0)
  for (const page of [krit, siriporn]) {
    await expect(page.getByRole('heading', { name: 'Ideas of Krit', level: 2 })).toBeVisible()
    await expect(page.getByText('Words of Siriporn')).toBeVisible()
  }
})

test('where one posts first, a student sees the others once they have posted', async ({
  browser,
  signIn,
  page,
  course,
}) => {
  const people = await peopleOf(course)
  const { api, path, list } = await topicOf(await signIn(people.siriporn), QUIET)
  await page.goto(`${path}/edit`)
  await dialog(page).getByRole('switch', { name: 'Post before seeing others' }).click()
  await dialog(page).getByRole('spinbutton', { name: 'Points' }).fill('5')
  await press(page, 'Save')
  await expect(page.getByText('Graded, 5 points')).toBeVisible()
  await say(page.request, await signIn(people.yada, await otherPage(browser)), api, 'Mine was a kite')

  const wirun = await at(browser, signIn, people.wirun, list)
  await expect(row(wirun, QUIET)).toContainText('Post first')
  await expect(row(wirun, QUIET)).not.toContainText('answered')
  await row(wirun, QUIET).getByRole('link').click()
  await expect(wirun.getByText('Write your own post: then you see what others wrote.')).toBeVisible()
  await box(wirun).fill('Mine was a boat')
  await press(wirun, 'Post')
  await expect(postWith(wirun, 'Mine was a kite')).toBeVisible()
})

test('a text that staff hide is its author’s to read with the reason; an endorsed one says by whom', async ({
  browser,
  signIn,
  course,
}) => {
  const people = await peopleOf(course)
  const yada = await signIn(people.yada, await otherPage(browser))
  const { api, path } = await topicOf(yada, QUIET)
  const open = (who: Who) => at(browser, signIn, who, path)
  const [krit, wirun, author] = await Promise.all([open(people.krit), open(people.wirun), open(people.yada)])
  const post = await say(krit.request, yada, api, 'What a rude thing')
  await expect(postWith(wirun, 'rude')).toBeVisible()
  await choose(krit, 'What to do with the text of Yada Thongdee', 'Hide from students…', postWith(krit, 'rude'))
  const reason = dialog(krit).getByRole('textbox', { name: 'Reason' })
  await reason.fill('Be kind')
  await krit.reload()
  await choose(krit, 'What to do with the text of Yada Thongdee', 'Hide from students…', postWith(krit, 'rude'))
  await expect(reason).toHaveValue('Be kind')
  const json = { error: { code: 'too_many', message: 'Too many' } }
  const tooMany = { status: 429, headers: { 'retry-after': '60' }, json }
  await krit.route('**/hidden', (route) => route.fulfill(tooMany), { times: 1 })
  await press(dialog(krit), 'Hide')
  await says(krit, 'That was too much in a short time. Wait a while, then try again.')
  await expect(reason).toHaveValue('Be kind')
  await press(dialog(krit), 'Hide')
  await expect(postWith(wirun, 'rude')).toHaveCount(0)
  for (const page of [krit, author]) await expect(postWith(page, 'rude')).toContainText('Reason: Be kind')
  await press(krit, 'Undo')
  await expect(postWith(wirun, 'rude')).toBeVisible()

  await say(krit.request, yada, `${api}/${post}`, 'I am sorry')
  await postWith(krit, 'rude').getByRole('link').click()
  const comment = dialog(krit).getByRole('list', { name: 'Comments' }).getByRole('article')
  // Its author changes it as it is endorsed.
  await krit.route(
    '**/endorsed*',
    async (route) => {
      const [id] = route.request().url().split('/').slice(-2)
      await krit.request.patch(`${api}/${id}`, {
        headers: { authorization: yada.token },
        data: { content: 'I am sorry, truly' },
      })
      return route.continue()
    },
    { times: 1 },
  )
  await choose(krit, 'What to do with the text of Yada Thongdee', 'Endorse', comment)
  await says(krit, 'Somebody changed it meanwhile. Look at it, then try again.')
  await expect(comment).toContainText('truly')
  await choose(krit, 'What to do with the text of Yada Thongdee', 'Endorse', comment)
  await expect(comment).toContainText('Endorsed by Krit Boonmee')
  await expect(postWith(wirun, 'rude')).toContainText('Answered')
  await wirun.goto(`${path}/post/${post}`)
  await expect(dialog(wirun)).toContainText('Endorsed by Krit Boonmee')
})

test('two presses on a topic both count, though the first is on its way and the list was not read again', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(await course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/discussion`)
  await expect(row(page, QUIET)).toBeVisible()
  let isPressed = () => {}
  const pressed = new Promise<void>((then) => (isPressed = then))
  await page.route(`**/api/courses/${course.id}/discussions`, () => {})
  await page.route(`**/api/courses/${course.id}/discussions/*`, async (route) => {
    await pressed
    await route.continue()
  })
  await choose(page, `What to do with ${QUIET}`, 'Pin to the top')
  await choose(page, `What to do with ${QUIET}`, 'Lock')
  isPressed()
  const messages = page.getByRole('region', { name: 'Messages' })
  for (const done of ['It is first in the list.', 'It is locked.']) await expect(messages.getByText(done)).toBeVisible()
})
