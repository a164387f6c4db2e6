import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { makeStaffedCourse } from '../testing/staffedCourse.ts'
import type { Thing } from '../testing/world.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer()
const { db } = server
const { create, edit, one } = contract.announcements

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  ;({ course, arthit, mali, ploy } = await makeStaffedCourse(server))
})

const inCourse = () => ({ course_id: course.id })
const bareOf = (location: string) => location.split('/').slice(0, 4).join('/')
const publish = (announcement_content: string, by = arthit) =>
  by.call(create, {
    params: inCourse(),
    body: { announcement_title: 'A map', announcement_content, publish_at: server.clock.now().toISOString() },
  })
const readBy = async (person: SignedIn, { _id }: { _id: string }) =>
  (await person.call(one, { params: { ...inCourse(), announcement_id: _id } })).announcement_content
const pictureIn = (text: string) => /\((.*?)(?:#.*)?\)/.exec(text)?.[1] ?? ''
const isHeld = async (location: string) => {
  const id = bareOf(location).split('/').at(-1) ?? ''
  return (await db.selectFrom('uploads').select('held').where('id', '=', id).executeTakeFirstOrThrow()).held
}

test('readers are given an address that opens the picture, long after it was written, and its size stays', async () => {
  const { location } = await upload(arthit, 'a picture', 'map of the rooms.png')
  const it = await publish(`![map](${location}#40x30) as said`)
  expect(await isHeld(location)).toBe(true)
  // The address that the author was given has expired.
  server.clock.pass({ hours: 20 })
  const text = await readBy(ploy, it)
  expect(text).toMatch(/^!\[map\]\(\/api\/files\/.+\?e=.+#40x30\) as said$/)
  const answer = await ploy.raw('GET', pictureIn(text))
  expect([answer.statusCode, answer.body]).toEqual([200, 'a picture'])
  const kept = await db.selectFrom('announcements').select('content').where('id', '=', it._id).executeTakeFirstOrThrow()
  expect(kept.content).toBe(`![map](${bareOf(location)}#40x30) as said`)
})

test('who names the upload of somebody else is given nothing that opens it', async () => {
  const { location } = await upload(ploy, 'her own')
  const text = await readBy(arthit, await publish(`![hers](${bareOf(location)})`))
  expect(text).toBe(`![hers](${bareOf(location)})`)
  expect(await isHeld(location)).toBe(false)
})

test('an address that goes on is no signed one, so that each of several in a row is read', async () => {
  const { location } = await upload(arthit, 'a picture', 'map.png')
  const it = await publish(`${bareOf(location)}/${location}`)
  expect(await readBy(ploy, it)).toMatch(/^(\/api\/files\/[\w-]+\/map\.png\?e=\d+&s=[\w-]+\/?){2}$/)
})

test('another of the staff shows a picture of the course again, and a text without it may have it back', async () => {
  const { location } = await upload(arthit, 'a picture', 'map.png')
  const first = await publish(`![map](${location})`)
  const params = { ...inCourse(), announcement_id: first._id }
  const body = { announcement_content: 'no picture' }
  const without = await arthit.call(edit, { params, body, revision: first.revision ?? 0 })
  const second = await publish(`![map](${bareOf(location)})`, mali)
  expect((await ploy.raw('GET', pictureIn(await readBy(ploy, second)))).statusCode).toBe(200)
  const back = { announcement_content: `![map](${bareOf(location)})` }
  await mali.call(edit, { params, body: back, revision: without.revision ?? 0 })
  expect((await ploy.raw('GET', pictureIn(await readBy(ploy, first)))).statusCode).toBe(200)
})
