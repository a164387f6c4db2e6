import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { afterwards } from '../testing/afterwards.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, type Thing } from '../testing/world.ts'
import { lookUp } from './oembed.ts'

/* A video provider on this machine. */

type Answer = (request: IncomingMessage, response: ServerResponse) => void
let answer: Answer
const asked: string[] = []
const provider = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request, response)
})
await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
afterwards(async () => {
  provider.close()
})
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

const server = await useServer({ PLAYLIST_OEMBED_URL: `${origin}/oembed` })
const { look, create, edit } = contract.playlists

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
const says = (facts: object): Answer => {
  return ({ url = '' }, response) => response.end(url.startsWith('/oembed') ? JSON.stringify(facts) : png)
}
const facts = { title: 'Trees', author_name: 'A channel', thumbnail_url: `${origin}/picture` }

let course: Thing
let arthit: SignedIn
let ploy: SignedIn
let nat: SignedIn
beforeEach(async () => {
  answer = says(facts)
  asked.length = 0
  course = await makeCourse(server.db)
  arthit = await server.person()
  ploy = await server.person()
  nat = await server.person()
  await enrol(server.db, course, arthit, 'instructor')
  await enrol(server.db, course, nat, 'instructor')
  await enrol(server.db, course, ploy)
})
const params = () => ({ course_id: course.id })
const looked = (key?: string) =>
  arthit.call(look, { params: params(), body: { playlist_id: 'PL-12_3' }, ...(key && { key }) })
const listed = async (person: SignedIn) => {
  const [first] = await person.call(contract.contents.playlists, { params: params() })
  return first?.playlist_thumbnails.url ?? null
}

test('a playlist is known by its id: title, channel, and its picture, which students load from here', async () => {
  const found = await looked()
  expect(found).toMatchObject({ playlist_title: 'Trees', playlist_channel: 'A channel' })
  const question = new URL(asked[0] ?? '', origin).searchParams
  expect(question.get('url')).toBe('https://www.youtube.com/playlist?list=PL-12_3')
  const picture = found?.playlist_picture ?? null
  const body = { playlist_id: 'PL-12_3', playlist_title: 'Trees', playlist_picture: picture }
  const publish_at = server.clock.now().toISOString()
  const made = await arthit.call(create, { params: params(), body: { ...body, publish_at } })
  const address = (await listed(ploy)) ?? ''
  expect(address).toMatch(/^\/api\/files\//)
  expect((await server.nobody.raw('GET', address)).rawPayload).toEqual(png)
  const change = { params: { ...params(), row_id: made._id }, revision: made.revision as number }
  await arthit.call(edit, { ...change, body: { playlist_picture: null } })
  expect(await listed(ploy)).toBeNull()
})

test('a look-up that comes again has the picture of the first, which stays', async () => {
  const first = await looked('once')
  answer = says({ ...facts, title: 'More trees' })
  expect(await looked('once')).toEqual({ ...first, playlist_title: 'More trees' })
  const { rawPayload } = await server.nobody.raw('GET', first?.playlist_picture ?? '')
  expect(rawPayload).toEqual(png)
})

test('a picture of somebody else is refused', async () => {
  const picture = (await looked())?.playlist_picture ?? null
  const body = { playlist_id: 'PL1', playlist_title: 'Trees', playlist_picture: picture }
  const refused = await nat.call(create, { params: params(), body }).catch((error) => error)
  expect(refused.fields).toHaveProperty('playlist_picture')
})

test('students look nothing up, and what is no id asks nobody', async () => {
  expect((await ploy.refused(look, { params: params(), body: { playlist_id: 'PL1' } })).status).toBe(403)
  for (const playlist_id of ['http://10.0.0.1/', '../x', ''])
    expect((await arthit.refused(look, { params: params(), body: { playlist_id } })).code).toBe('invalid')
  expect(asked).toEqual([])
})

test('a provider that does not know it, breaks, redirects or sends too much is as one that is not there', async () => {
  const wrong: Answer[] = [
    (_, response) => response.writeHead(404).end(),
    (_, response) => response.end('<html>'),
    (_, response) => response.end('{"title": 5}'),
    (_, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end(),
    (_, response) => response.end(JSON.stringify({ ...facts, more: 'x'.repeat(200_000) })),
    (request) => request.socket.destroy(),
  ]
  for (answer of wrong) expect(await looked()).toBeNull()
  expect(asked).not.toContain('/elsewhere')
  expect(await lookUp('http://127.0.0.1:1/oembed', 'PL1')).toBeUndefined()
})

test('a picture comes from the provider alone, and is one', async () => {
  for (const thumbnail_url of ['http://127.0.0.1:1/x.png', 'http://i.ytimg.com/x.png', 'file:///etc/passwd', 'x']) {
    answer = says({ ...facts, thumbnail_url })
    expect(await looked()).toMatchObject({ playlist_title: 'Trees', playlist_picture: null })
  }
  answer = ({ url = '' }, response) =>
    response.end(url.startsWith('/oembed') ? JSON.stringify(facts) : '<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await looked()).toMatchObject({ playlist_picture: null })
})

test('where nobody is to be asked, a playlist is written by hand', async () => {
  expect((await server.db.selectFrom('playlists').select('id').execute()).length).toBeGreaterThan(0)
  expect(await lookUp(`${origin}/oembed`, 'PL1')).toMatchObject({ title: 'Trees' })
})
