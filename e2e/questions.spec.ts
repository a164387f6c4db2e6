import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import type { Assignment } from '../contract/assignments.ts'
import { EditedSheet } from '../contract/staff/questions.ts'
import { writeQuestions, writeSlots } from '../server/assignments/edit.ts'
import { giveFeedback } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import type { DB } from '../server/db/schema.ts'
import { makeAssignment, type Thing } from '../server/testing/world.ts'
import { beginAt } from './clock.ts'
import { expect, type Person, test } from './fixtures.ts'
import { attemptsAt, draftOf, expectSubmitted, handIn, onServer, side, submit } from './worksheets.ts'

/* Questions of every kind on the worksheet. */

const order = ['Choose u', 'Integrate', 'Put x back']
const everyKind = EditedSheet.parse({
  questions: [
    {
      ...{ kind: 'several', question: 'Which are colours?', credit: 'parts', explanation: 'Mix **light**, not paint.' },
      choices: [{ text: 'red', correct: true }, { text: 'seven' }, { text: 'blue', correct: true }],
    },
    { kind: 'number', question: 'How fast?', value: '19.62', tolerance: '0.05', unit: 'm/s' },
    { kind: 'short', question: 'Who proved it?', accepted: ['Newton'] },
    {
      ...{ kind: 'matching', question: 'Capitals' },
      choices: [
        { text: 'Laos', target: 1 },
        { text: 'Thailand', target: 0 },
      ],
      targets: [{ text: 'Bangkok' }, { text: 'Vientiane' }, { text: 'Hanoi' }],
    },
    { kind: 'ordering', question: 'The steps', choices: order.map((text) => ({ text })) },
    { kind: 'open', question: 'Why?' },
  ],
})

async function make(
  db: Kysely<DB>,
  course: Thing,
  sheet: Partial<typeof everyKind>,
  data: Parameters<typeof makeAssignment>[2] = {},
): Promise<{ path: string; id: string }> {
  const { id } = await makeAssignment(db, course, { name: 'Kinds', has_text: false, due_at: null, ...data })
  const { questions, sets, slots } = EditedSheet.parse(sheet)
  await seed(db, async (trx) => {
    const of = { courseId: course.id, assignmentId: id }
    await writeQuestions(trx, of, { questions, sets })
    await writeSlots(trx, of, slots)
  })
  return { path: `/${course.id}/assignments/${id}`, id }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/course${path}/worksheet`)
  await expect(page.getByRole('heading', { level: 1, name: 'Kinds' })).toBeVisible()
}

/** Reaches a focus by Tab alone, from anywhere. */
async function tabTo(page: Page, to: ReturnType<Page['getByRole']>): Promise<void> {
  await expect(to).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await to.evaluate((element) => element === document.activeElement)).toBe(true)
  }).toPass({ intervals: [0] })
}

const steps = (page: Page) =>
  page
    .getByRole('group', { name: /The steps/ })
    .getByRole('listitem')
    .allInnerTexts()
const placeOf = async (page: Page, text: string) => (await steps(page)).findIndex((row) => row.includes(text))

test('a student answers every kind with the keyboard on a phone, leaves, comes back and hands it in', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const { path } = await make(db, course, everyKind)
  const person = await signIn(course.student())
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, path)
  await tabTo(page, page.getByRole('checkbox', { name: 'red' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: 'blue' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('textbox', { name: /How fast/ }))
  await page.keyboard.type('about 20')
  await expect(page.getByText('This is not a number.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('19.6')
  await expect(page.getByText('This is not a number.')).toBeHidden()
  await tabTo(page, page.getByRole('textbox', { name: /Who proved it/ }))
  await page.keyboard.type('newton')
  await tabTo(page, page.getByRole('combobox', { name: 'Laos' }))
  await page.keyboard.type('Vien')
  await tabTo(page, page.getByRole('combobox', { name: 'Thailand' }))
  await page.keyboard.type('Bang')
  for (const [to, text] of order.entries()) {
    const up = page.getByRole('button', { name: `Move up: ${text}` })
    await tabTo(page, up)
    for (let at = await placeOf(page, text); at > to; at--) {
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => placeOf(page, text)).toBe(at - 1)
      await expect(up).toBeFocused()
    }
  }
  const keep = page.getByRole('button', { name: 'This order is right' })
  if (await keep.isVisible()) await keep.press('Enter')
  await tabTo(page, page.getByRole('textbox', { name: /Why/ }))
  await page.keyboard.type('Because.')
  await onServer(page)
  expect(Object.keys(await draftOf(person, path))).toHaveLength(6)

  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'blue' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'seven' })).not.toBeChecked()
  await expect(page.getByRole('combobox', { name: 'Laos' })).toHaveText(/Vientiane/)
  expect(await Promise.all(order.map((text) => placeOf(page, text)))).toEqual([0, 1, 2])
  await expect(side(page)).toContainText('100.00%')
  expect(await axe()).toEqual([])
  await handIn(page)
  await expectSubmitted(page)

  await page.getByRole('button', { name: /Attempt 1/ }).click()
  const answers = page.locator('dl').filter({ hasText: 'Which are colours?' })
  await expect(answers).toContainText('Laos = Vientiane')
  await expect(answers).toContainText('19.6 m/s')
  const [attempt] = await attemptsAt(person, path)
  expect(Object.values(attempt?.response ?? {})).toContain(order.join('\n'))
})

test('an order is changed by drag, and cleared', async ({ page, signIn, course, db }) => {
  const { path } = await make(db, course, everyKind)
  const person = await signIn(course.student())
  await open(page, path)
  const group = page.getByRole('group', { name: /The steps/ })
  const first = (await steps(page))[0]?.replace(/[–\n]/g, '').trim() ?? ''
  const rows = group.getByRole('listitem')
  const handle = rows.first().locator('.cursor-grab')
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [await handle.boundingBox(), await rows.last().boundingBox()]
  if (!from || !to) throw new Error('it is not there')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + to.height - 2, { steps: 8 })
  await page.mouse.up()
  await expect.poll(() => placeOf(page, first)).toBe(2)
  await onServer(page)
  await group.getByRole('button', { name: 'Clear the answer' }).click()
  await expect(group).toContainText('Put these in order')
  await expect.poll(async () => Object.values(await draftOf(person, path))).toEqual([''])
})

test('with feedback a student reads what is right and why, and staff read it before', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const { path, id } = await make(db, course, everyKind)
  await signIn(course.staff('instructor'))
  await open(page, path)
  await expect(page.getByText('Mix light, not paint.')).toBeVisible()
  await expect(page.getByText('19.62 ± 0.05 m/s')).toBeVisible()
  expect(await axe()).toEqual([])

  const student = await course.student()
  const page2 = await page.context().browser()?.newPage()
  if (!page2) throw new Error('no page')
  const person = await signIn(student, page2)
  const sheet = await person.get<Assignment>(`/api/courses${path}`)
  expect(JSON.stringify(sheet)).not.toContain('not paint')
  await open(page2, path)
  await page2.getByRole('checkbox', { name: 'seven' }).check({ force: true })
  await onServer(page2)
  await handInAll(person, path, sheet)
  const submission = await db
    .selectFrom('submissions')
    .select('id')
    .where('assignment_id', '=', id)
    .executeTakeFirstOrThrow()
  await giveFeedback(db, course, { _id: submission.id }, { score: 1, comment: 'Look again.' })
  await page2.reload()
  await expect(page2.getByText('Mix light, not paint.')).toBeVisible()
  await expect(page2.getByText('Correct answer').first()).toBeVisible()
  await expect(page2.getByRole('checkbox', { name: /seven/ })).toBeDisabled()
  expect(await axe(page2)).toEqual([])
  await page2.close()
})

/** Like a client that knows two kinds of questions. */
async function handInAll(person: Person, path: string, sheet: Assignment): Promise<void> {
  const body = Object.fromEntries(sheet.assignment_questionset.map(({ _id }) => [`item-${_id}`, 'some words']))
  const answer = await fetch(new URL(`/api/courses${path}/submit`, test.info().project.use.baseURL), {
    method: 'POST',
    headers: { authorization: person.token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test('the questions of a timed assignment come with a press, and at the end what is typed is handed in', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const questions = EditedSheet.parse({ questions: [{ kind: 'open', question: 'Write all you know.' }] }).questions
  const { path, id } = await make(db, course, { questions }, { time_limit: 10 })
  const person = await signIn(course.student())
  await beginAt(page, Date.now())
  await open(page, path)
  await expect(page.getByText('You have 10 minutes, from when you begin')).toBeVisible()
  await expect(page.getByText('Write all you know.')).toBeHidden()
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByText('Write all you know.', { exact: true })).toBeVisible()
  await expect(side(page)).toContainText(/in (9|10) minutes/)
  await page.getByRole('textbox', { name: /Write all/ }).fill('All of it.')
  await onServer(page)
  // Half of the time has gone.
  await db
    .updateTable('attempt_starts')
    .set({ started_at: new Date(Date.now() - 300_000) })
    .where('assignment_id', '=', id)
    .execute()
  await page.reload()
  await expect(side(page)).toContainText(/in [45] minutes/)
  await page.getByRole('textbox', { name: /Write all/ }).fill('All of it, and more.')
  await page.clock.fastForward('05:00')
  await expectSubmitted(page)
  const [attempt] = await attemptsAt(person, path)
  expect(Object.values(attempt?.response ?? {})).toEqual(['All of it, and more.'])
  await expect(submit(page)).toHaveCount(0)
})

test('what is typed without a network at the end of the time is handed in as soon as there is one', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { questions } = EditedSheet.parse({ questions: [{ kind: 'open', question: 'Write all you know.' }] })
  const { path, id } = await make(db, course, { questions }, { time_limit: 10, attempts_allowed: 2 })
  const person = await signIn(course.student())
  await open(page, path)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const field = page.getByRole('textbox', { name: /Write all/ })
  await field.fill('Little.')
  await onServer(page)
  await db
    .updateTable('attempt_starts')
    .set({ started_at: new Date(Date.now() - 590_000) })
    .where('assignment_id', '=', id)
    .execute()
  await page.reload()
  await expect(field).toBeEnabled()
  await context.setOffline(true)
  await field.fill('Little. And more.')
  await expect(page.getByText('The server does not answer, and this page goes on trying.')).toBeVisible()
  await context.setOffline(false)
  await expectSubmitted(page)
  const attempts = await attemptsAt(person, path)
  expect(attempts.map(({ response }) => Object.values(response))).toEqual([['Little. And more.']])
})

test('whoever opens the page just after the end of the time hands in what they typed without a network', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { questions } = EditedSheet.parse({ questions: [{ kind: 'open', question: 'Write all you know.' }] })
  const { path, id } = await make(db, course, { questions }, { time_limit: 10, attempts_allowed: 2 })
  const person = await signIn(course.student())
  await open(page, path)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const field = page.getByRole('textbox', { name: /Write all/ })
  await field.fill('Little.')
  await onServer(page)
  await db
    .updateTable('attempt_starts')
    .set({ started_at: new Date(Date.now() - 592_000) })
    .where('assignment_id', '=', id)
    .execute()
  await page.reload()
  await expect(field).toBeEnabled()
  await context.setOffline(true)
  await field.fill('Little. And more.')
  await expect(page.getByText('The server does not answer, and this page goes on trying.')).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const later = await context.newPage()
  await open(later, path)
  await expectSubmitted(later)
  const attempts = await attemptsAt(person, path)
  expect(attempts.map(({ response }) => Object.values(response))).toEqual([['Little. And more.']])
})

test('in two tabs a timed assignment has one clock and one text, and is handed in once', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { questions } = EditedSheet.parse({ questions: [{ kind: 'open', question: 'Write all you know.' }] })
  const { path, id } = await make(db, course, { questions }, { time_limit: 10, attempts_allowed: 2 })
  const person = await signIn(course.student())
  await open(page, path)
  const tab = await context.newPage()
  await open(tab, path)
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  const field = (of: Page) => of.getByRole('textbox', { name: /Write all/ })
  for (const of of [page, tab]) await expect(side(of)).toContainText(/in (9|10) minutes/)
  await field(page).fill('Little.')
  await expect(field(tab)).toHaveValue('Little.')
  await onServer(page)
  await db
    .updateTable('attempt_starts')
    .set({ started_at: new Date(Date.now() - 590_000) })
    .where('assignment_id', '=', id)
    .execute()
  await Promise.all([page.reload(), tab.reload()])
  for (const of of [page, tab]) await expect(side(of)).toContainText(/in \d+ seconds?/)
  await field(tab).fill('Little. And more.')
  await expect(field(page)).toHaveValue('Little. And more.')
  for (const of of [page, tab]) await expect(side(of)).toContainText('1 attempt left')
  const attempts = await attemptsAt(person, path)
  expect(attempts.map(({ response }) => Object.values(response))).toEqual([['Little. And more.']])
  for (const of of [page, tab]) await expect(of.getByText('The time is up')).toHaveCount(0)
})

test('a second attempt of a timed assignment begins on the same page, and after the last one it is only read', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { questions } = EditedSheet.parse({ questions: [{ kind: 'open', question: 'Write all you know.' }] })
  const { path } = await make(db, course, { questions }, { time_limit: 10, attempts_allowed: 2 })
  const person = await signIn(course.student())
  const field = page.getByRole('textbox', { name: /Write all/ })
  await open(page, path)
  await expect(side(page)).toContainText('2 attempts left')
  await page.getByRole('button', { name: 'Begin', exact: true }).click()
  await field.fill('Little.')
  await onServer(page)
  await handIn(page)
  await expectSubmitted(page)
  await expect(side(page)).toContainText('1 attempt left')
  await expect(field).toBeDisabled()
  await page.getByRole('button', { name: 'Begin another attempt' }).click()
  await expect(side(page)).toContainText(/in (9|10) minutes/)
  await expect(field).toBeEnabled()
  await field.fill('Much more.')
  await onServer(page)
  await handIn(page)
  await expectSubmitted(page)
  const attempts = await attemptsAt(person, path)
  expect(attempts.map(({ response }) => Object.values(response))).toEqual([['Much more.'], ['Little.']])
  await expect(side(page)).toContainText('No attempt left')
  await expect(page.getByRole('button', { name: 'Begin another attempt' })).toHaveCount(0)
  await expect(submit(page)).toHaveCount(0)
})

test('a slot takes several files of its kinds, and says why it takes another one not', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { slots } = EditedSheet.parse({ slots: [{ slotname: 'Photos', kinds: ['txt', 'pdf'], max_files: 2 }] })
  const { path } = await make(db, course, { slots })
  const person = await signIn(course.student())
  await open(page, path)
  await expect(page.getByText('Up to 2 files, TXT, PDF, at most 20 MB each')).toBeVisible()
  const place = (n: number) => page.getByRole('region', { name: `Photos (${n} of up to 2)` })
  const give = (n: number, name: string) =>
    place(n)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })
  await give(1, 'x.exe')
  await expect(place(1)).toContainText('Only these kinds of files are taken here: TXT, PDF.')
  await give(1, 'one.txt')
  await expect(place(1)).toContainText('one.txt')
  await give(2, 'two.pdf')
  await expect(place(2)).toContainText('two.pdf')
  await expect(side(page)).toContainText('100.00%')
  await onServer(page)
  await handIn(page)
  await expectSubmitted(page)
  const [attempt] = await attemptsAt(person, path)
  expect(Object.values(attempt?.filenames ?? {}).sort()).toEqual(['one.txt', 'two.pdf'])
})
