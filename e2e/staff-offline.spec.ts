import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { makeAssignment, makeGroup, submit } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

/* Members of a group with a score of their own, and grading away from the screen. */

test('a member of a group gets another score than the group, with a reason, and sees that one alone', async ({
  page,
  browser,
  signIn,
  course,
  db,
  axe,
}) => {
  const [ploy, nat] = [await course.student('Ploy', 'Jaidee'), await course.student('Nat', 'Zumi')]
  const group = await makeGroup(db, course, [ploy, nat])
  const { grouping_id } = group
  const project = await makeAssignment(db, course, { name: 'Project', grouping_id, score: 10, score_essay: 10 })
  const work = await submit(db, course, project, group)
  const path = `/course/${course.id}/assignments/${project.id}`
  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/grading/${work.id}`)
  const panel = page.getByRole('complementary', { name: 'Grade' })
  await panel.getByRole('textbox', { name: /^Text Response: points/ }).fill('8')
  await panel.getByRole('button', { name: 'Different score for a member' }).click()
  await panel.getByRole('textbox', { name: 'Score of Nat Zumi' }).fill('5.5')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByText('Say why.')).toBeVisible()
  expect(await axe()).toEqual([])
  await panel.getByRole('textbox', { name: 'Reason for Nat Zumi' }).fill('Came to one meeting of three')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await goWithin(page, `${path}/submissions`)
  await expect(page.getByRole('row').filter({ hasText: 'Group 1' })).toContainText('8 / 10 · 1 differs')
  await page.getByRole('button', { name: 'Release all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  await dialog.getByRole('button', { name: 'Release 1' }).click()
  await expect(dialog).toBeHidden()

  const student = await otherPage(browser)
  await signIn(nat, student)
  await student.goto(`${path}/worksheet`)
  await expect(student.getByText('5.5/10').first()).toBeVisible()
  await expect(student.getByText('8/10')).toHaveCount(0)
})

test('works are downloaded with a sheet, which is filled in, shown before it is imported, and undone', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const essay = await makeAssignment(db, course, { name: 'Essay', score: 10, score_essay: 10 })
  const [ploy, nat] = [await course.student('Ploy', 'Jaidee'), await course.student('Nat', 'Zumi')]
  const works = [await submit(db, course, essay, ploy), await submit(db, course, essay, nat)]
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments/${essay.id}/submissions`)
  const menu = page.getByRole('button', { name: 'More to do with submissions' })
  await menu.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download all works' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Essay.zip')
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  expect(Object.keys(files)).toContain('Ploy Jaidee/answers.md')
  const sheet = strFromU8(files['grades.csv'] as Uint8Array)
  const filled = sheet.replace(new RegExp(`(${works[0]?.id}.*),,,(\\r?\\n|$)`), '$1,7.5,,"Good, go on"$2')

  await menu.click()
  await page.getByRole('menuitem', { name: 'Import points and comments' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import points and comments' })
  const csv = { name: 'grades.csv', mimeType: 'text/csv', buffer: Buffer.from(filled) }
  const slip = { ...csv, buffer: Buffer.from(filled.replace(',7.5,', ',75,')) }
  await dialog.locator('input[type=file]').setInputFiles(slip)
  await expect(dialog).toContainText('Text Response – → 75 · more than 10')
  await dialog.locator('input[type=file]').setInputFiles(csv)
  const fates = dialog.getByRole('group', { name: 'What becomes of each row' })
  const row = (name: string) => fates.getByRole('listitem').filter({ hasText: name })
  await expect(row('Ploy Jaidee')).toContainText('Score – → 7.5 · Text Response – → 7.5 · another comment')
  await expect(row('Nat Zumi')).toContainText('Unchanged')
  expect(await axe()).toEqual([])
  await dialog.getByRole('button', { name: 'Import 1 work' }).click()
  await expect(dialog).toBeHidden()
  const listed = page.getByRole('row').filter({ hasText: 'Ploy Jaidee' })
  await expect(listed).toContainText('7.5 / 10')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(listed).not.toContainText('7.5')
})

test('an import of points says how many works keep the score that they were given as a whole', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const essay = await makeAssignment(db, course, { name: 'Essay', score: 10, score_essay: 10 })
  const work = await submit(db, course, essay, await course.student('Ploy', 'Jaidee'))
  const { token } = await signIn(await course.staff('assistant'))
  const graded = await page.request.put(`/api/courses/${course.id}/submissions/${work.id}/feedback`, {
    headers: { authorization: token, 'if-match': '"0"' },
    data: { parts: {}, override: '6', override_reason: 'Spoke about it' },
  })
  expect(graded.ok(), await graded.text()).toBe(true)
  await page.goto(`/course/${course.id}/assignments/${essay.id}/submissions/import`)
  const dialog = page.getByRole('dialog', { name: 'Import points and comments' })
  const buffer = Buffer.from(`Work id,Revision,Text [textbox]\n${work.id},1,4\n`)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'grades.csv', mimeType: 'text/csv', buffer })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Ploy Jaidee' })).toContainText(
    'Score 6 → 6 · Text Response – → 4 · the score stays, because it was given to the work as a whole',
  )
  await expect(dialog.getByRole('button', { name: 'Import 1 work' })).toHaveAccessibleDescription(
    'The score of 1 work stays, because it was given to the work as a whole.',
  )
})
