import { strToU8, zipSync } from 'fflate'
import { expect, otherPage, test } from './fixtures.ts'
import { box, demo, handFilesIn, isDrawn, openAttempt, view } from './handedIn.ts'

/* Submitted files open in place. The files are real ones: of the demo school, and some that a test makes. */

test('a PDF opens page by page, Thai letters too, from this server alone', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== test.info().project.use.baseURL) elsewhere.push(request.url())
  })
  const failures: string[] = []
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  const thai = await demo('recursion-thai.pdf')
  const files = { 'งาน.pdf': thai }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const attempts = await openAttempt(page, given)
  await view(attempts, 'งาน.pdf')
  const first = box(attempts, 'งาน.pdf').getByRole('group', { name: 'Page 1', exact: true })
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  await expect(first.locator('.work-words')).toContainText(/[ก-๙]/)
  const width = () => first.evaluate((paper) => paper.clientWidth)
  const whole = await width()
  await attempts.getByRole('button', { name: 'Larger' }).click()
  await expect(attempts.getByText('150%')).toBeVisible()
  await expect.poll(async () => Math.round((100 * (await width())) / whole)).toBe(150)
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  expect(await axe()).toEqual([])
  expect([elsewhere, failures]).toEqual([[], []])
})

test('code has line numbers and colours, a spreadsheet is a table, Markdown and notebooks are read or seen line by line', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const plotted = { 'image/png': (await demo('flowchart.png')).toString('base64') }
  const outputs = [
    { output_type: 'display_data', data: plotted },
    { output_type: 'error', traceback: ['\u001b[31mZeroDivisionError'] },
  ]
  const notebook = {
    cells: [
      { cell_type: 'markdown', source: ['# Lab'] },
      { cell_type: 'code', source: 'plot(1 / 0)', execution_count: 1, outputs },
    ],
  }
  const files = {
    'main.py': Buffer.from('def f(n):\n    return n * 2  # ทดสอบ\n'),
    'budget.xlsx': await demo('shop-budget.xlsx'),
    'notes.md': Buffer.from('# Plan\n\n<b>not bold</b> *leaning*'),
    'data.csv': Buffer.from('name;score\n"a;b";3\n'),
    'lab.ipynb': Buffer.from(JSON.stringify(notebook)),
  }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const attempts = await openAttempt(page, given)
  await view(attempts, 'main.py')
  const code = box(attempts, 'main.py')
  await expect(code.locator('[data-line="2"]')).toHaveText('    return n * 2  # ทดสอบ')
  await expect(code.locator('.tok-keyword').first()).toHaveText('def')
  await view(attempts, 'budget.xlsx')
  await expect(attempts.getByRole('columnheader', { name: 'B', exact: true }).first()).toBeVisible()
  // No program has computed it, and an empty cell would look as if nobody had done it.
  await expect(attempts.getByRole('cell', { name: '=C2*D2', exact: true })).toBeVisible()
  await view(attempts, 'data.csv')
  await expect(attempts.getByRole('cell', { name: 'a;b', exact: true })).toBeVisible()
  await view(attempts, 'lab.ipynb')
  const lab = box(attempts, 'lab.ipynb')
  await expect(lab.getByRole('heading', { name: 'Lab' })).toBeVisible()
  await expect(lab).toContainText('ZeroDivisionError')
  const plot = lab.getByRole('img', { name: 'Output of cell 2' })
  await expect.poll(() => plot.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await attempts.getByRole('button', { name: 'Line by line' }).click()
  await expect(lab.locator('[data-line="2"]')).toHaveText('# Lab')
  await view(attempts, 'notes.md')
  await expect(box(attempts, 'notes.md').getByRole('heading', { name: 'Plan' })).toBeVisible()
  await expect(box(attempts, 'notes.md')).toContainText('<b>not bold</b> leaning')
  await attempts.getByRole('button', { name: 'As it was typed' }).click()
  await expect(box(attempts, 'notes.md').locator('[data-line="1"]')).toHaveText('# Plan')
  expect(await axe()).toEqual([])
})

test('an archive is a tree, whose files open in turn, one in another too', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const inner = zipSync({ 'deep.py': strToU8('deep = True') })
  const archive = zipSync({
    'project/src/main.py': strToU8('print("hi")'),
    'project/flow.png': await demo('flowchart.png'),
    'project/lecture.pdf': await demo('lecture-recursion.pdf'),
    'project/clip.mp4': await demo('lecture-clip.mp4'),
    'project/inner.zip': inner,
    '../../evil.html': strToU8('<script>document.title = "evil"</script>'),
  })
  const files = { 'project.zip': Buffer.from(archive) }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const attempts = await openAttempt(page, given)
  await view(attempts, 'project.zip')
  const tree = attempts.getByRole('navigation', { name: 'Files in project.zip' })
  const open = (name: string) => tree.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await open('main.py')
  await expect(box(attempts, 'main.py')).toContainText('print("hi")')
  await open('flow.png')
  const picture = attempts.getByRole('img', { name: 'flow.png' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await open('lecture.pdf')
  const first = box(attempts, 'lecture.pdf').getByRole('group', { name: 'Page 1', exact: true })
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  await open('clip.mp4')
  const video = attempts.locator('video')
  await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.readyState)).toBeGreaterThan(0)
  await open('evil.html')
  await expect(box(attempts, 'evil.html')).toContainText('<script>')
  await expect(page).not.toHaveTitle('evil')
  await open('inner.zip')
  await attempts.getByRole('navigation', { name: 'Files in inner.zip' }).getByRole('button', { name: /^deep/ }).click()
  await expect(box(attempts, 'deep.py')).toContainText('deep = True')
  expect(await axe()).toEqual([])
})

test('what cannot be shown is said in words, with its download', async ({ page, signIn, course, db, axe }) => {
  const files = {
    'broken.pdf': Buffer.from('%PDF-1.7\nnothing'),
    'program.exe': Buffer.from('MZ\0\0'),
    'broken.zip': Buffer.from('PK\x03\x04nothing'),
    'bomb.zip': Buffer.from(zipSync({ 'bomb.txt': new Uint8Array(25_000_000) })),
    'not.png': Buffer.from('no picture'),
  }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const attempts = await openAttempt(page, given)
  for (const name of ['broken.pdf', 'program.exe', 'broken.zip', 'not.png', 'bomb.zip']) await view(attempts, name)
  await attempts.getByRole('button', { name: /^bomb\.txt/ }).click()
  await expect(attempts.getByText('what it holds is too large')).toBeVisible()
  await expect(attempts.getByText('This file cannot be shown: it is damaged')).toHaveCount(3)
  await expect(attempts.getByText('This kind of file is not shown here.')).toHaveCount(1)
  await expect(attempts.getByRole('link', { name: 'Download', exact: true })).toHaveCount(5)
  // A link half under the bar at the top counts as small there.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await axe()).toEqual([])
})

test('a long name without a space goes on in the next line, for the student and for the grader', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const files = { [`${'report_final_'.repeat(12)}.txt`]: Buffer.from('Yes') }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const isWider = (on: typeof page) =>
    on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const grading = await otherPage(browser)
  await signIn(course.staff('assistant'), grading)
  await openAttempt(page, given)
  await grading.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  for (const on of [page, grading]) {
    await expect(on.getByRole('link', { name: 'report_final_' }).first()).toBeVisible()
    for (const width of [1280, 390]) {
      await on.setViewportSize({ width, height: 800 })
      await expect.poll(() => isWider(on), `${on.url()} at ${width}`).toBe(0)
    }
  }
})

test('a PDF that cannot be shown takes no more room on a grader’s phone than its words', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const files = { 'broken.pdf': Buffer.from('%PDF-1.7\nnothing') }
  const given = await handFilesIn(page, await signIn(course.student()), { course, db }, files)
  const grading = await otherPage(browser)
  await grading.setViewportSize({ width: 390, height: 800 })
  await signIn(course.staff('assistant'), grading)
  await grading.goto(`/course/${course.id}/assignments/${given.asgn_id}/grading/${given.submission_id}`)
  const file = grading.locator(`[id="${given.submission_id}-${given.fields[0]}"]`)
  await file.scrollIntoViewIfNeeded()
  await expect(file.getByText('This file cannot be shown: it is damaged')).toBeVisible()
  await expect.poll(async () => (await file.boundingBox())?.height).toBeLessThan(400)
})
