import type { Browser, Locator, Page } from '@playwright/test'
import { giveFeedback } from '../server/assignments/testing.ts'
import { makeAssignment, submit, type Thing } from '../server/testing/world.ts'
import { carry } from './carry.ts'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { says, undo } from './messages.ts'
import { hears } from './stream.ts'

/* Staff's writes to groupings on the page of groups, and what its students see at once. */

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name, exact: true })

async function open(
  browser: Browser,
  signIn: (who: Who, on?: Page) => Promise<Person>,
  who: Who,
  course: Thing,
): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/group`)
  await expect(page.getByRole('heading', { name: 'Group', exact: true })).toBeVisible()
  await listens
  return page
}

test('a grouping with a most is filled at random, people are moved by menu, and a student sees it at once', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  await course.student('Yada', 'Thongdee', '2')
  const [staff, student] = await Promise.all([
    open(browser, signIn, siriporn, course),
    open(browser, signIn, wirun, course),
  ])
  await staff.getByRole('link', { name: 'New grouping' }).click()
  await expect(dialog(staff).getByLabel('Name', { exact: true })).toBeFocused()
  await staff.keyboard.type('Field teams')
  await dialog(staff).getByLabel('Most people in a group').fill('1')
  await dialog(staff).getByText('Students make the groups').click()
  await press(dialog(staff), 'Publish')
  await expect(staff.getByRole('combobox', { name: 'Grouping', exact: true })).toContainText('Field teams')
  await expect(staff.getByText('2 students in no group')).toBeVisible()
  await student.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Field teams')
  await expect(student.getByText('At most 1 in a group. Staff make these groups.')).toBeVisible()
  await expect(student.getByRole('link', { name: 'Create a new group' })).toHaveCount(0)

  const deals: string[] = []
  staff.on('request', (request) => void (request.url().endsWith('/random') && deals.push(request.method())))
  await press(staff, 'Random groups')
  const size = dialog(staff).getByRole('spinbutton', { name: 'Groups of at most' })
  const tooLarge = dialog(staff).getByText('A group gets up to 2 students: more than the 1 that this grouping allows.')
  await size.fill('2')
  await expect(tooLarge).toBeVisible()
  await size.fill('1')
  await expect(tooLarge).toHaveCount(0)
  const most = dialog(staff).getByRole('spinbutton', { name: 'Groups of at most' })
  await most.fill('')
  await press(dialog(staff), 'Make groups')
  await expect(most).toBeFocused()
  await expect(most).toHaveAccessibleDescription(/^A whole number from 1 to \d+\.$/)
  await most.fill('1')
  await dialog(staff).getByRole('button', { name: 'Make groups', exact: true }).dblclick()
  await expect(staff.getByText('Everyone is in a group')).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Random groups' })).toBeFocused()
  const cards = student.getByRole('list', { name: 'Field teams' }).getByRole('article')
  await expect(cards).toHaveCount(2)

  await row(staff, 'Group 1').press('ArrowRight')
  await row(staff, 'Group 2').press('ArrowRight')
  const name = (await cards.filter({ hasText: 'Wirun' }).getByRole('heading').textContent()) ?? ''
  const other = name === 'Group 1' ? 'Group 2' : 'Group 1'
  await press(staff, 'Move Wirun Saelim to…')
  await press(dialog(staff), other)
  await expect(cards.filter({ hasText: 'Wirun' })).toContainText(other)
  await expect(row(staff, other)).toContainText('2 of 1')
  await undo(staff, '1 student is moved.')
  await expect(cards.filter({ hasText: 'Wirun' })).toContainText(name)
  expect(deals, 'a second click while the dialog leaves makes no more of them').toEqual(['POST'])
})

test('a grouping is prepared as a draft with an empty group and one that is renamed, and students have it once it is published', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  await course.student('Yada', 'Thongdee', '2')
  const [staff, student] = await Promise.all([
    open(browser, signIn, siriporn, course),
    open(browser, signIn, wirun, course),
  ])
  const menu = (name: string) => press(staff, `What to do with ${name}`)
  const choose = (name: string) => staff.getByRole('menuitem', { name, exact: true }).click()
  const groupings = student.getByRole('combobox', { name: 'Grouping', exact: true }).getByRole('option')
  await staff.getByRole('link', { name: 'New grouping' }).click()
  await expect(dialog(staff).getByLabel('Name', { exact: true })).toBeFocused()
  await staff.keyboard.type('Field teams')
  await dialog(staff).getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await press(dialog(staff), 'Save draft')
  await expect(staff.getByText('Draft', { exact: true })).toBeVisible()

  await menu('Field teams')
  await choose('Add an empty group')
  await expect(dialog(staff).getByLabel('Name of the group')).toHaveValue('Group 1')
  await press(dialog(staff), 'Add')
  await expect(row(staff, 'Group 1')).toContainText('0 members')
  await press(row(staff, 'Group 1'), 'What to do with Group 1')
  await choose('Rename')
  await dialog(staff).getByLabel('Name of the group').fill('Mountain team')
  await staff.reload()
  await press(row(staff, 'Group 1'), 'What to do with Group 1')
  await choose('Rename')
  await expect(dialog(staff)).toContainText('You wrote this here earlier')
  await expect(dialog(staff).getByLabel('Name of the group')).toHaveValue('Mountain team')
  await press(dialog(staff), 'Discard it')
  await dialog(staff).getByLabel('Name of the group').fill('River team')
  await undo(staff, 'It is discarded.')
  await expect(dialog(staff).getByLabel('Name of the group')).toHaveValue('River team')
  await dialog(staff).getByLabel('Name of the group').fill('Mountain team')
  await press(dialog(staff), 'Save')
  await expect(row(staff, 'Mountain team')).toBeVisible()

  await press(staff, 'Random groups')
  await dialog(staff).getByLabel('Make', { exact: true }).selectOption('How many groups')
  await dialog(staff).getByRole('spinbutton', { name: 'How many groups' }).fill('1')
  await expect(dialog(staff).getByText('1 group of 2 students.')).toBeVisible()
  await press(dialog(staff), 'Make groups')
  await expect(row(staff, 'Group 1')).toContainText('2 members')
  await menu('Field teams')
  await choose('Remove 1 empty group')
  await expect(row(staff, 'Mountain team')).toHaveCount(0)
  await expect(groupings.filter({ hasText: 'Field teams' })).toHaveCount(0)

  await menu('Field teams')
  await choose('Publish now')
  await expect(groupings.filter({ hasText: 'Field teams' })).toHaveCount(1)
  await student.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Field teams')
  await expect(student.getByRole('list', { name: 'Field teams' }).getByRole('article')).toContainText('Wirun Saelim')
})

test('whoever renames a group that somebody else renamed meanwhile is told, and the next press gives their name', async ({
  browser,
  signIn,
  person,
  course,
}) => {
  await course.group('Laboratory pairs', 'Pair 1', [await course.student()])
  const siriporn = await person(await course.staff('instructor'))
  const krit = await open(browser, signIn, await course.staff('assistant'), course)
  await krit.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Laboratory pairs')
  await press(row(krit, 'Pair 1'), 'What to do with Pair 1')
  await krit.getByRole('menuitem', { name: 'Rename' }).click()
  await dialog(krit).getByLabel('Name of the group').fill('Pair of Krit')
  const path = `/api/courses/${course.id}/grouping`
  const { _id, groups } = (
    await siriporn.get<{ _id: string; grouping_name: string; groups: { _id: string; revision: number }[] }[]>(path)
  ).find(({ grouping_name }) => grouping_name === 'Laboratory pairs') ?? { _id: '', groups: [] }
  const headers = { authorization: siriporn.token, 'if-match': `"${groups[0]?.revision}"` }
  const renamed = await krit.request.patch(`${path}/${_id}/${groups[0]?._id}`, { headers, data: { name: 'Pair A' } })
  expect(renamed.ok()).toBe(true)
  await expect(krit.getByText('Pair A', { exact: true })).toBeAttached()
  await press(dialog(krit), 'Save')
  await says(krit, 'Somebody changed it meanwhile.')
  const theirs = dialog(krit).getByText('Name of the group. Now there: Pair A')
  await expect(theirs).toBeVisible()
  await press(dialog(krit), 'Use that')
  await expect(theirs).toHaveCount(0)
  await expect(dialog(krit).getByLabel('Name of the group')).toHaveValue('Pair A')
  await dialog(krit).getByLabel('Name of the group').fill('Pair of Krit')
  await expect(theirs).toBeVisible()
  await press(dialog(krit), 'Save')
  await expect(row(krit, 'Pair of Krit')).toBeVisible()
  await expect(dialog(krit)).toHaveCount(0)
})

test('groups come from a file after each row was shown, and a grouping that work is handed in by says what keeps it', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  const staff = await open(browser, signIn, siriporn, course)
  const menu = async (item: string) => {
    await press(staff, 'What to do with Laboratory pairs')
    await staff.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await staff.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Laboratory pairs')
  await menu('Groups from a file')
  await dialog(staff)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'pairs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`E-mail;Pair group\nwirun-${wirun.id}@example.org;Pair 900\nnobody@example.org;Pair 900\n`),
    })
  const fates = dialog(staff).getByRole('group', { name: 'What becomes of each row' })
  await expect(fates.getByText('Wirun Saelim')).toBeVisible()
  await expect(fates.getByText('Pair 900 (new group)')).toBeVisible()
  await expect(fates.getByText('Nobody who has signed in to this course has this address.')).toBeVisible()
  await press(dialog(staff), 'Import 1 person')
  await expect(row(staff, 'Pair 900')).toContainText('1 member')
  await menu('Delete')
  await expect(staff.getByText('The grouping stays:').first()).toBeVisible()
})

test('on a phone too, whoever imports groups reads beside the button how many scores that changes, and what can be begun again', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const [wirun, yada] = [await course.student('Wirun', 'Saelim'), await course.student('Yada', 'Thongdee')]
  for (const [name, one] of Object.entries({ Rain: wirun, Tree: yada }))
    await course.group('Laboratory pairs', name, [one])
  const of = db.selectFrom('groups').select(['id', 'grouping_id']).where('course_id', '=', course.id).orderBy('name')
  const [rain, tree] = await of.execute()
  const grouping_id = rain?.grouping_id ?? ''
  const work = await makeAssignment(db, course, { name: 'Pair report', has_text: true, score: 10, grouping_id })
  const quiz = await makeAssignment(db, course, { name: 'Pair quiz', time_limit: 30, grouping_id })
  const attempt = { course_id: course.id, assignment_id: quiz.id, owner_id: rain?.id ?? '', attempt: 1 }
  await db
    .insertInto('attempt_starts')
    .values({ ...attempt, started_at: new Date() })
    .execute()
  for (const [group, score] of [[rain, 4] as const, [tree, 9] as const]) {
    const { id } = await submit(db, course, work, { id: group?.id ?? '' })
    await giveFeedback(db, course, { _id: id }, { score })
  }
  const { token } = await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const made = await page.request.post(`/api/courses/${course.id}/gradebook/columns`, {
    headers: { authorization: token },
    data: { gradable_name: 'Pair report', gradable_score: 10, assignment_id: work.id },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/course/${course.id}/group/grouping/${grouping_id}/import`)
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({
      name: 'pairs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`E-mail,Group\nwirun-${wirun.id}@example.org,Tree\n`),
    })
  const button = dialog(page).getByRole('button', { name: 'Import 1 person' })
  await expect(button).toBeInViewport({ ratio: 1 })
  const words =
    '1 score in the gradebook changes, because the work of the new group counts. ' +
    'A group that somebody leaves has begun Pair quiz: another group can begin it again, with the whole time.'
  const said = dialog(page).getByText(words)
  await expect(said).toBeInViewport({ ratio: 1 })
  const gap = async () => {
    const [above, below] = [await said.boundingBox(), await button.boundingBox()]
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  }
  await expect.poll(gap, { message: 'it stands above the button, and not behind it' }).toBeGreaterThanOrEqual(0)
  await expect(button).toHaveAccessibleDescription(words)
})

test('groups of which one has begun a timed work stay by an undo, and whoever is moved out of it may begin that again: staff read both', async ({
  browser,
  signIn,
  person,
  course,
  db,
}) => {
  const wirun = await course.student('Wirun', 'Saelim', '1')
  const yada = await course.student('Yada', 'Thongdee', '2')
  const staff = await open(browser, signIn, await course.staff('instructor', 'Siriporn', 'Chaiyasit'), course)
  await staff.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Laboratory pairs')
  await press(staff, 'Random groups')
  await dialog(staff).getByLabel('Make', { exact: true }).selectOption('How many groups')
  await dialog(staff).getByRole('spinbutton', { name: 'How many groups' }).fill('2')
  await press(dialog(staff), 'Make groups')
  await expect(staff.getByText('Everyone is in a group')).toBeVisible()

  const groups = db.selectFrom('group_members').select(['grouping_id', 'group_id', 'person_id'])
  const of = (one: Thing) => groups.where('person_id', '=', one.id).executeTakeFirstOrThrow()
  const { grouping_id } = await of(wirun)
  const quiz = await makeAssignment(db, course, { name: 'Pair quiz', time_limit: 30, grouping_id })
  const begun = await staff.request.post(`/api/courses/${course.id}/assignments/${quiz.id}/begin`, {
    headers: { authorization: (await person(wirun)).token },
  })
  expect(begun.ok(), await begun.text()).toBe(true)
  const left = await staff.request.delete(
    `/api/courses/${course.id}/grouping/${grouping_id}/${(await of(yada)).group_id}/me`,
    { headers: { authorization: (await person(yada)).token } },
  )
  expect(left.ok(), await left.text()).toBe(true)
  await undo(staff, 'The groups are made.')
  await says(staff, 'The groups stay: students have joined or left one since, or have begun or handed in work.')
  await expect(staff.getByText('1 student in no group')).toBeVisible()

  await row(staff, /^Group/).press('ArrowRight')
  await row(staff, 'In no group').press('ArrowRight')
  await press(staff, 'Move Yada Thongdee to…')
  await press(dialog(staff), /^Group \d$/)
  await undo(staff, '1 student is moved.')
  await says(staff, /^Taken back\. A group that somebody leaves has begun Pair quiz: another group can begin it again/)
  await press(staff, 'Move Wirun Saelim to…')
  await press(dialog(staff), 'In no group')
  await says(
    staff,
    /^1 student is moved\. A group that somebody leaves has begun Pair quiz: another group can begin it again/,
  )
})

test('a student is carried into a group with the keyboard alone, and is there with the next look', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await course.student('Wirun', 'Saelim', '1')
  const long = 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern'
  await course.group('Laboratory pairs', 'Pair 1', [await course.student('Yada', long, '1')])
  const staff = await open(browser, signIn, siriporn, course)
  await staff.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Laboratory pairs')
  await expect(staff.getByText('1 student in no group')).toBeVisible()
  await row(staff, 'In no group').press('ArrowRight')
  await carry(row(staff, 'Wirun Saelim'), 'Wirun Saelim', 'Into Pair 1', 'ArrowDown')
  await expect(staff.getByText('Everyone is in a group')).toBeVisible()
  await expect(row(staff, 'Pair 1')).toContainText('2 members')

  // On a phone the open board is no wider than the page, whatever somebody is called.
  await row(staff, 'Pair 1').press('ArrowRight')
  await staff.setViewportSize({ width: 390, height: 844 })
  await expect(row(staff, `Yada ${long}`)).toBeVisible()
  await expect.poll(() => staff.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
