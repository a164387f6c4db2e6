import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { seed } from '../server/changes/change.ts'
import { newId } from '../server/ids.ts'
import { makeAssignment } from '../server/testing/world.ts'
import { expect, type Person } from './fixtures.ts'
import type { OwnCourse } from './school.ts'

/* Submitted files of a student of the test's own, and how the student opens them. */

/** A file of the demo school. */
export const demo = (name: string) => readFile(join(import.meta.dirname, '../server/demo/files', name))

interface HandedIn {
  /** Of the worksheet. */
  path: string
  asgn_id: string
  submission_id: string
  /** The slots of the files, in order. */
  fields: string[]
}

/** Submits these files, and the text, if there is one. */
export async function handFilesIn(
  page: Page,
  person: Person,
  { course, db }: { course: OwnCourse; db: Parameters<typeof seed>[0] },
  files: Record<string, Buffer>,
  textbox = '',
): Promise<HandedIn> {
  const { id: asgn_id } = await makeAssignment(db, course)
  const slot = { course_id: course.id, assignment_id: asgn_id, id: newId(), position: 1, name: 'Work' }
  await seed(db, (trx) =>
    trx
      .insertInto('file_slots')
      .values({ ...slot, kinds: [], max_files: 10 })
      .execute(),
  )
  const headers = { authorization: person.token }
  const locations: Record<string, string> = {}
  for (const [n, [name, buffer]] of Object.entries(files).entries()) {
    const attachment = { name, mimeType: 'application/octet-stream', buffer }
    const answer = await page.request.post('/api/upload', { headers, multipart: { attachment } })
    const { location } = ((await answer.json()) as { data: { location: string } }).data
    locations[n === 0 ? `file-${slot.id}` : `file-${slot.id}-${n + 1}`] = location
  }
  const path = `/${course.id}/assignments/${asgn_id}`
  const data = { ...locations, ...(textbox && { textbox }) }
  const sent = await page.request.post(`/api/courses${path}/submit`, { headers, data })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { _id } = ((await sent.json()) as { data: { _id: string } }).data
  return { path: `/course${path}/worksheet`, asgn_id, submission_id: _id, fields: Object.keys(locations) }
}

/** Opens the attempt on the worksheet. */
export async function openAttempt(page: Page, { path }: HandedIn): Promise<Locator> {
  await page.goto(path)
  const attempts = page.getByRole('region', { name: 'Your Submissions' })
  await attempts.getByRole('button', { name: /^Attempt 1/ }).click()
  return attempts
}

export const view = (inside: Locator, name: string) =>
  inside.getByRole('button', { name: `View File: ${name}` }).click()
export const box = (inside: Locator, name: string) => inside.getByRole('group', { name, exact: true })

/** Whether a canvas shows anything but paper. */
export const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return pixels.some((value, i) => i % 4 < 3 && value < 128 && pixels[i - (i % 4) + 3] === 255)
  })
