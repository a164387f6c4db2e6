import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import type { DB } from '../server/db/schema.ts'
import { newId } from '../server/ids.ts'
import { dayIn, fillDay } from './days.ts'
import { dropFromDisk } from './drop.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { type TypedSheet, typeSheet } from './sheets.ts'
import { hears } from './stream.ts'
import { expectSubmitted, handIn } from './worksheets.ts'

/*
 * A term: an appointed person makes a course from nothing through the screens alone, with clicks and keys, while a
 * student works in it in another browser. Files run in the order of their names: the longest test comes first, so that
 * the others do not wait for it at the end.
 */

const PEOPLE = 2_000
const WEEKS = 12

const press = (on: Page | Locator, name: string | RegExp) => on.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of the course' }).getByRole('link', { name, exact: true }).click()
/** Of this sheet: a message may still stand there of the one before. */
const isSaved = (page: Page) => expect(page.getByText('All is saved.', { exact: true })).toBeVisible()

async function choose(page: Page, thing: string, action: string) {
  await page.getByRole('button', { name: `What to do with ${thing}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** On the disk: a folder for each week with two files. */
function termOnDisk(): { folder: string; weeks: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'raintree-term-'))
  const weeks = Array.from({ length: WEEKS }, (_, i) => join(folder, `Week ${i + 1}`))
  for (const [i, week] of weeks.entries()) {
    mkdirSync(week)
    writeFileSync(join(week, `Slides ${i + 1}.txt`), `Slides of week ${i + 1}`)
    writeFileSync(join(week, `Reading ${i + 1}.txt`), `To read in week ${i + 1}`)
  }
  return { folder, weeks }
}

/** The registrar's class list. All but the last hundred have signed in to the product before. */
async function classList(db: Kysely<DB>): Promise<{ csv: string; student: string }> {
  const run = newId().slice(-12)
  const people = Array.from({ length: PEOPLE }, (_, i) => {
    const last = `Nakarin ${String(i + 1).padStart(4, '0')}`
    return { id: newId(), first: 'Somying', last, email: `s${i + 1}-${run}@example.org`, email_verified: true }
  })
  await db
    .insertInto('people')
    .values(people.slice(0, PEOPLE - 100))
    .execute()
  const lines = people.map(({ first, last, email }, i) => `${i + 1};${first} ${last};${email};${(i % 20) + 1}`)
  return { csv: ['No;Name;Email;Section', ...lines].join('\r\n'), student: people[0]?.id ?? '' }
}

/** What the student’s browser received of drafts, and how much it received in all. */
function watchFor(page: Page, secret: string) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (!pathname.startsWith('/api/') || pathname.endsWith('/stream')) return
    bodies.push(response.text().catch(() => ''))
  })
  return async () => {
    const texts = await Promise.all(bodies)
    return { read: texts.filter(Boolean).length, leaks: texts.filter((text) => text.includes(secret)) }
  }
}

const everyKind: TypedSheet = {
  name: 'Quiz 1: every kind',
  questions: [
    { kind: 'one', question: 'Which is a tree?', choices: ['Stone', '*Raintree', 'River'] },
    { kind: 'several', question: 'Which are colours?', choices: ['*Red', 'Seven', '*Blue'] },
    { kind: 'number', question: 'How many legs has a spider?', right: '8' },
    { kind: 'short', question: 'Who wrote it?', right: 'Newton' },
    { kind: 'matching', question: 'Capitals', choices: ['Laos = Vientiane', 'Thailand = Bangkok'] },
    { kind: 'ordering', question: 'In which order?', choices: ['Seed', 'Sprout', 'Tree'] },
    { kind: 'open', question: 'Why?' },
  ],
  isDue: true,
}

const kindsInTurn = ['one', 'several', 'number', 'short', 'open'] as const
const homework = (n: number): TypedSheet => {
  const kind = kindsInTurn[n % kindsInTurn.length] ?? 'open'
  const choices = { one: ['*Yes', 'No'], several: ['*Both', '*This', 'None'] }[kind as string]
  return {
    name: `Homework ${n}`,
    questions: [
      { kind, question: `Question of homework ${n}`, right: '42', ...(choices && { choices }) },
      { kind: 'open', question: 'How do you know?' },
    ],
    isDue: true,
  }
}

const sheets: TypedSheet[] = [
  everyKind,
  {
    name: 'Quiz 2: drawn',
    set: { name: 'Week 2', draw: 2 },
    questions: ['Heaps', 'Stacks', 'Queues', 'Lists'].map((about) => ({
      ...{ kind: 'open', question: `What do you know of ${about.toLowerCase()}?`, set: 'Week 2' },
    })),
  },
  { name: 'Quiz 3: in ten minutes', minutes: 10, questions: [{ kind: 'open', question: 'Write all you know.' }] },
  { name: 'Report', text: true, slot: { name: 'The report', kinds: 'pdf, txt', most: 2 }, isDue: true },
  { name: 'Project proposal', text: true, grouping: 'Project' },
  ...[1, 2, 3, 4, 5].map(homework),
]

test('a course of a term is made from nothing through the screens, while a student works in it and sees each thing the moment it is out', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  test.setTimeout(240_000)
  // An instructor of another course, whom an administrator appointed.
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await db.updateTable('people').set({ may_create: true }).where('id', '=', siriporn.id).execute()
  const { csv, student: id } = await classList(db)
  const disk = termOnDisk()
  await signIn(siriporn)
  const student = await otherPage(browser)
  await signIn({ id, course }, student)
  const drafts = watchFor(student, 'Kept back')
  const listens = hears(student)
  await student.goto('/')
  await expect(student.getByRole('heading', { name: 'My Courses' })).toBeVisible()
  await listens

  await test.step('the course', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'New course', exact: true }).click()
    await page.getByRole('textbox', { name: 'Course number' }).fill(`term ${course.id.slice(-12)}`)
    await page.getByRole('textbox', { name: 'Name of the course' }).fill('Gardens and Trees')
    await press(page, 'Make the course')
    await expect(page.getByRole('heading', { level: 1, name: /Gardens and Trees/ })).toBeVisible()
  })

  await test.step('two thousand people', async () => {
    await tab(page, 'People')
    await press(page, 'More about people')
    await page.getByRole('menuitem', { name: 'Import from a file' }).click()
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'class list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await press(page, `Import ${PEOPLE} people`)
    await expect(page.getByRole('status').filter({ hasText: `${PEOPLE + 1} people` })).toBeVisible()
    await student.getByRole('link', { name: /Gardens and Trees/ }).click()
    await expect(student.getByRole('heading', { level: 1, name: /Gardens and Trees/ })).toBeVisible()
    await tab(student, 'Content')
    await expect(student.getByText('any materials yet')).toBeVisible()
  })

  await test.step('twelve weeks of files', async () => {
    await tab(page, 'Content')
    await expect(page.getByText('No files yet')).toBeVisible()
    await dropFromDisk(page.getByText('No files yet'), disk.weeks)
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText(`${WEEKS * 2} uploaded`)
    const tree = page.getByRole('treegrid', { name: 'Files' })
    await expect(tree.getByRole('row')).toHaveCount(WEEKS)
    await choose(page, 'Week 12', 'Rename and describe')
    const form = page.getByRole('form', { name: 'Rename and describe' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Week 12: Kept back')
    await press(form, 'Save')
    await choose(page, 'Week 1', 'Publish')
    const list = student.getByRole('list', { name: 'Files' })
    await press(list, /^Week 1/)
    await expect(list).toContainText('Slides 1.txt')
    await expect(list).not.toContainText('Week 2')
    // All but the last, by keyboard.
    await tree.getByRole('row', { name: 'Week 2', exact: true }).focus()
    await page.keyboard.press('Space')
    for (let week = 3; week < WEEKS; week++) await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByRole('toolbar')).toContainText(`${WEEKS - 2} selected`)
    await press(page.getByRole('toolbar'), 'Publish')
    await expect(list).toContainText('Week 2')
    await press(student, 'See More')
    await press(student, 'See More')
    await expect(list).toContainText('Week 11')
  })

  await test.step('groups', async () => {
    await tab(page, 'Group')
    await page.getByRole('link', { name: 'New grouping' }).click()
    await expect(dialog(page).getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.insertText('Project')
    await dialog(page).getByLabel('Most people in a group').fill('5')
    await dialog(page).getByText('Students make the groups').click()
    await press(dialog(page), 'Publish')
    await press(page, 'Random groups')
    await press(dialog(page), 'Make groups')
    await expect(page.getByText('Everyone is in a group')).toBeVisible()
    await tab(student, 'Group')
    await expect(student.getByText('Somying Nakarin 0001').first()).toBeVisible()
  })

  await test.step('fifteen assignments', async () => {
    await tab(page, 'Assignments')
    await tab(student, 'Assignments')
    for (const sheet of sheets) {
      await typeSheet(page, sheet)
      await press(page, 'Save and publish')
      await isSaved(page)
      await expect(student.getByRole('link', { name: sheet.name, exact: true }).first()).toBeVisible()
      await page.getByRole('link', { name: 'Back to assignments' }).click()
    }
    for (const n of [1, 2, 3, 4, 5]) {
      await choose(page, `Homework ${n}`, 'Duplicate')
      await choose(page, `Homework ${n} (copy)`, 'Edit')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Homework ${n + 5}: Kept back`)
      await page.keyboard.press('Control+s')
      await isSaved(page)
      await page.getByRole('link', { name: 'Back to assignments' }).click()
    }
    await expect(page.getByRole('list', { name: 'Assignments' }).getByRole('listitem')).toHaveCount(15)
  })

  await test.step('the student hands in all kinds', async () => {
    await student.getByRole('link', { name: everyKind.name }).first().click()
    await student.getByRole('link', { name: 'Start' }).click()
    await student.getByRole('radio', { name: 'Raintree' }).press('Space')
    for (const colour of ['Red', 'Blue']) await student.getByRole('checkbox', { name: colour }).press('Space')
    await student.getByRole('textbox', { name: /How many legs/ }).fill('8')
    await student.getByRole('textbox', { name: /Who wrote it/ }).fill('Newton')
    await student.getByRole('combobox', { name: 'Laos' }).selectOption('Vientiane')
    await student.getByRole('combobox', { name: 'Thailand' }).selectOption('Bangkok')
    await student
      .getByRole('button', { name: /^Move up/ })
      .last()
      .click()
    await student.getByRole('textbox', { name: /Why/ }).fill('Because it rains.')
    await handIn(student)
    await expectSubmitted(student)
  })

  await test.step('three topics', async () => {
    await tab(page, 'Discussion')
    await student.getByRole('link', { name: 'Back to assignments' }).click()
    await tab(student, 'Discussion')
    const topics = student.getByRole('list', { name: 'Discussion' })
    for (const title of ['What did you expect?', 'Kept back for later', 'Questions about the project']) {
      await page.getByRole('link', { name: 'New topic', exact: true }).click()
      await dialog(page).getByRole('textbox', { name: 'Title' }).fill(title)
      const isDraft = title.startsWith('Kept back')
      if (isDraft) await dialog(page).getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
      await press(dialog(page), isDraft ? 'Save draft' : 'Publish')
      await expect(dialog(page)).toHaveCount(0)
      if (!isDraft) await expect(topics.getByRole('link', { name: title })).toBeVisible()
    }
    await expect(topics.getByRole('listitem')).toHaveCount(2)
    await topics.getByRole('link', { name: 'Questions about the project' }).click()
    await student.getByRole('textbox', { name: 'New post' }).fill('May we plant a bamboo?')
    await press(student, 'Post')
    await page.getByRole('link', { name: 'Questions about the project' }).click()
    await expect(page.getByText('May we plant a bamboo?')).toBeVisible()
  })

  await test.step('classes of the term, and attendance by code', async () => {
    await tab(page, 'Home')
    await page.getByRole('link', { name: 'Edit the schedule' }).click()
    await page.getByRole('link', { name: 'Add classes' }).click()
    const form = dialog(page)
    await form.getByLabel('Name', { exact: true }).fill('Lecture #')
    await form.getByLabel('Room', { exact: true }).fill('Hall 1')
    const first = new Date(await dayIn(form, 'First day'))
    await form.getByLabel('From', { exact: true }).fill('0:00')
    await form.getByLabel('Until', { exact: true }).fill('23:59')
    const last = new Date(first.getTime() + (WEEKS - 1) * 7 * 86_400_000)
    await fillDay(form, 'Last day', last.toISOString().slice(0, 10))
    await expect(form.getByRole('heading', { name: `${WEEKS} classes` })).toBeVisible()
    await press(form, 'Save')
    await tab(student, 'Home')
    await expect(student.getByText('Lecture 1', { exact: true })).toBeVisible()
    await choose(page, 'Lecture 1', 'Show the code')
    await page.getByText('Nobody is late').click()
    await press(page, 'Show the code')
    const code = page.getByRole('status', { name: /^\d{6}$/ })
    await student.getByLabel('Code in the room').fill((await code.getAttribute('aria-label')) ?? '')
    await press(student, 'Mark')
    await expect(student.getByText('Your attendance at Lecture 1')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '1 of 1900 are here' })).toBeVisible()
    await page.getByRole('link', { name: 'Attendance list' }).click()
    await press(page, 'Other 1899 present')
    await expect(page.getByText('1900 present · 0 late · 0 absent · 0 without')).toBeVisible()
  })

  const { read, leaks } = await drafts()
  expect(read).toBeGreaterThan(20)
  expect(leaks).toEqual([])
  await student.context().close()
  rmSync(disk.folder, { recursive: true })
})
