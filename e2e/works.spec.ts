import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { seed } from '../server/changes/change.ts'
import { newId } from '../server/ids.ts'
import { makeAssignment } from '../server/testing/world.ts'
import { expect, type Person, test } from './fixtures.ts'
import type { OwnCourse } from './school.ts'

/* What is handed in opens in place. The files are real ones: of the demo school, and some that a test makes. */

const demo = (name: string) => readFile(join(import.meta.dirname, '../server/demo/files', name))

type Db = Parameters<typeof seed>[0]

/** Hands these files in, and opens the worksheet with the attempt that has them. */
async function handedIn(page: Page, person: Person, course: OwnCourse, db: Db, files: Record<string, Buffer>) {
  const assignment = await makeAssignment(db, course)
  const slot = { course_id: course.id, assignment_id: assignment.id, id: newId(), position: 1, name: 'Work' }
  await seed(db, (trx) =>
    trx
      .insertInto('file_slots')
      .values({ ...slot, kinds: [], max_files: 10 })
      .execute(),
  )
  const headers = { authorization: person.token }
  const body: Record<string, string> = {}
  for (const [n, [name, buffer]] of Object.entries(files).entries()) {
    const attachment = { name, mimeType: 'application/octet-stream', buffer }
    const answer = await page.request.post('/api/upload', { headers, multipart: { attachment } })
    const { location } = ((await answer.json()) as { data: { location: string } }).data
    body[n === 0 ? `file-${slot.id}` : `file-${slot.id}-${n + 1}`] = location
  }
  const path = `/${course.id}/assignments/${assignment.id}`
  const sent = await page.request.post(`/api/courses${path}/submit`, { headers, data: body })
  expect(sent.ok(), await sent.text()).toBe(true)
  await page.goto(`/course${path}/worksheet`)
  const attempts = page.getByRole('region', { name: 'Your Submissions' })
  await attempts.getByRole('button', { name: /^Attempt 1/ }).click()
  return attempts
}

const view = (inside: Locator, name: string) => inside.getByRole('button', { name: `View File: ${name}` }).click()
const box = (inside: Locator, name: string) => inside.getByRole('region', { name, exact: true })

/** Whether a canvas has anything else than paper on it. */
const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return pixels.some((value, i) => i % 4 < 3 && value < 128 && pixels[i - (i % 4) + 3] === 255)
  })

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
  const attempts = await handedIn(page, await signIn(course.student()), course, db, { 'งาน.pdf': thai })
  await view(attempts, 'งาน.pdf')
  const first = box(attempts, 'งาน.pdf').getByRole('group', { name: 'Page 1', exact: true })
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  await expect(first.locator('.work-words')).toContainText(/[ก-๙]/)
  await attempts.getByRole('button', { name: 'Larger' }).click()
  await expect(attempts.getByText('150%')).toBeVisible()
  await expect.poll(() => isDrawn(first.locator('canvas'))).toBe(true)
  expect(await axe()).toEqual([])
  expect([elsewhere, failures]).toEqual([[], []])
})

test('code has line numbers and colours, a spreadsheet is a table, Markdown is read or seen as it was typed', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const attempts = await handedIn(page, await signIn(course.student()), course, db, {
    'main.py': Buffer.from('def f(n):\n    return n * 2  # ทดสอบ\n'),
    'budget.xlsx': await demo('shop-budget.xlsx'),
    'notes.md': Buffer.from('# Plan\n\n<b>not bold</b> *leaning*'),
    'data.csv': Buffer.from('name;score\n"a;b";3\n'),
  })
  await view(attempts, 'main.py')
  const code = box(attempts, 'main.py')
  await expect(code.locator('[data-line="2"]')).toHaveText('    return n * 2  # ทดสอบ')
  await expect(code.locator('.tok-keyword').first()).toHaveText('def')
  await view(attempts, 'budget.xlsx')
  await expect(attempts.getByRole('columnheader', { name: 'B', exact: true }).first()).toBeVisible()
  await view(attempts, 'data.csv')
  await expect(attempts.getByRole('cell', { name: 'a;b', exact: true })).toBeVisible()
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
  const attempts = await handedIn(page, await signIn(course.student()), course, db, files)
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
  const attempts = await handedIn(page, await signIn(course.student()), course, db, {
    'broken.pdf': Buffer.from('%PDF-1.7\nnothing'),
    'program.exe': Buffer.from('MZ\0\0'),
    'broken.zip': Buffer.from('PK\x03\x04nothing'),
    'bomb.zip': Buffer.from(zipSync({ 'bomb.txt': new Uint8Array(25_000_000) })),
    'not.png': Buffer.from('no picture'),
  })
  for (const name of ['broken.pdf', 'program.exe', 'broken.zip', 'not.png', 'bomb.zip']) await view(attempts, name)
  await attempts.getByRole('button', { name: /^bomb\.txt/ }).click()
  await expect(attempts.getByText('what it holds is too large')).toBeVisible()
  await expect(attempts.getByText('This file cannot be shown: it is damaged')).toHaveCount(3)
  await expect(attempts.getByText('This kind of file is not shown here.')).toHaveCount(1)
  await expect(attempts.getByRole('link', { name: 'Download', exact: true })).toHaveCount(5)
  expect(await axe()).toEqual([])
})
