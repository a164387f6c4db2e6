import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { start } from '../../testing/clock.ts'
import { temporaryFolder } from '../../testing/processes.ts'
import { useServer } from '../../testing/server.ts'
import { folderStorage } from '../../uploads/storage.ts'
import { fillDemoSchool } from './fill.ts'
import { demoId } from './ids.ts'

const folder = await temporaryFolder()
const server = await useServer({ DATA_DIR: folder })
await fillDemoSchool(server.db, { now: start, storage: folderStorage(join(folder, 'files')) })

test('arthit and mali write announcements, see each other at them, and take back what either did; ploy sees what is out', async () => {
  const signIn = (name: string) => server.signIn({ id: demoId('person', name) })
  const [arthit, mali, ploy] = [await signIn('arthit'), await signIn('mali'), await signIn('ploy')]
  const { announcements, changes, presence } = contract
  const params = { course_id: demoId('course', '2110101') }
  const titles = async () => (await ploy.call(announcements.list, { params })).map((a) => a.announcement_title)
  const before = await titles()

  const draft = await arthit.call(announcements.create, { params, body: { announcement_title: 'Room 5' } })
  const thing = { ...params, thing_id: draft._id }
  await arthit.call(presence.at, { params: thing, body: { doing: 'editing' } })
  expect(await mali.call(presence.at, { params: thing, body: { doing: 'looking' } })).toMatchObject([
    { _id: arthit.id, doing: 'editing' },
  ])
  expect(await titles()).toEqual(before)
  server.clock.pass({ minutes: 1 })
  const input = { params: { ...params, announcement_id: draft._id }, revision: draft.revision ?? 0 }
  await mali.call(announcements.edit, { ...input, body: { publish_at: server.clock.now().toISOString() } })
  expect(await titles()).toContain('Room 5')

  const { items } = await arthit.call(changes.list, { params })
  expect(items.map(({ kind, actor }) => [kind, actor?.first])).toEqual([
    ['announcement_published', 'Mali'],
    ['announcement_created', 'Arthit'],
  ])
  const undo = (change_id = '') => ({ params: { ...params, change_id } })
  await arthit.call(changes.undo, undo(items[0]?._id))
  expect(await titles()).toEqual(before)
  await mali.call(changes.undo, undo(items[1]?._id))
  expect((await ploy.refused(changes.list, { params })).status).toBe(403)
})

test.each([
  ['2110101', 'quiz-1'],
  ['2110101', 'lab-1'],
  ['2110101', 'lab-6'],
  ['2110999', 'interview'],
])('each grade in %s, %s is what its parts add up to', async (code, key) => {
  const arthit = await server.signIn({ id: demoId('person', 'arthit') })
  const params = { course_id: demoId('course', code) }
  const asgn_id = demoId(code, 'assignment', key)
  const { items } = await arthit.call(contract.submissions.submissions, { params: { ...params, asgn_id } })
  const graded = items.filter(({ score }) => score !== null)
  expect(graded).not.toEqual([])
  for (const { _id, score } of graded) {
    const { feedback } = await arthit.call(contract.submissions.work, {
      params: { ...params, submission_id: _id ?? '' },
    })
    expect([feedback.score, feedback.override]).toEqual([score, null])
  }
})
