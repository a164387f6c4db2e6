import { beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { ahead } from '../testing/clock.ts'
import { publishDueNow } from '../testing/publishing.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeCourse, makePlaylist, type Thing } from '../testing/world.ts'

const server = await useServer()
const { contents, links, playlists, changes, courses } = contract

let course: Thing
let arthit: SignedIn
let mali: SignedIn
let ploy: SignedIn

beforeEach(async () => {
  course = await makeCourse(server.db)
  ;[arthit, mali, ploy] = [await server.person(), await server.person(), await server.person()]
  await enrol(server.db, course, arthit, 'instructor')
  await enrol(server.db, course, mali, 'assistant')
  await enrol(server.db, course, ploy)
})

const here = () => ({ course_id: course.id })
const reading = { link_name: 'Reading', link_url: 'https://library.example.org/1' }
const make = (body: object = {}) => arthit.call(links.create, { params: here(), body: { ...reading, ...body } })
const linksOf = async (person: SignedIn) =>
  (await person.call(contents.links, { params: here() })).map((l) => l.link_name)

describe('a link', () => {
  test('is a draft that only staff see, until it is published at its time, and is news then', async () => {
    const draft = await make()
    expect(draft).toMatchObject({ ...reading, link_description: '', publish_at: null, revision: 1 })
    expect([await linksOf(mali), await linksOf(ploy)]).toEqual([['Reading'], []])
    const params = { ...here(), link_id: draft._id }
    const at = ahead({ hours: 1 }).toISOString()
    const set = { params, body: { publish_at: at }, revision: 1 }
    const planned = await arthit.call(links.edit, set)
    expect(planned).toMatchObject({ publish_at: at, revision: 2 })
    await publishDueNow(server)
    expect(await linksOf(ploy)).toEqual([])
    server.clock.pass({ hours: 1 })
    await publishDueNow(server)
    expect(await linksOf(ploy)).toEqual(['Reading'])
    const news = await ploy.call(courses.activity, { params: here() })
    expect(news).toMatchObject([{ type: 'content', title: 'Reading', location: `/course/${course.id}/content` }])
  })

  test('is edited from what it was, and an older edit is told what is there', async () => {
    const { _id, revision = 0 } = await make({ publish_at: server.clock.now().toISOString() })
    const params = { ...here(), link_id: _id }
    await mali.call(links.edit, { params, body: { link_name: 'Reading 2' }, revision })
    const late = await arthit.refused(links.edit, { params, body: { link_name: 'Reading 3' }, revision })
    expect(late).toMatchObject({ status: 409, code: 'conflict', current: { link_name: 'Reading 2' } })
    expect(await linksOf(ploy)).toEqual(['Reading 2'])
  })

  test('comes back with an undo', async () => {
    const { _id, revision = 0 } = await make({ publish_at: server.clock.now().toISOString() })
    await arthit.call(links.remove, { params: { ...here(), link_id: _id }, revision })
    expect([await linksOf(arthit), await linksOf(ploy)]).toEqual([[], []])
    const { items } = await arthit.call(changes.list, { params: here() })
    expect(items.map(({ kind }) => kind)).toEqual(['link_deleted', 'link_created'])
    await arthit.call(changes.undo, { params: { ...here(), change_id: items[0]?._id ?? '' } })
    expect(await linksOf(ploy)).toEqual(['Reading'])
  })

  test.each([
    ['link_url', { link_url: 'javascript:alert(1)' }],
    ['link_url', { link_url: 'https://' }],
    ['link_name', { link_name: ' ' }],
  ])('with a wrong %s is refused', async (field, wrong) => {
    await expect(make(wrong)).rejects.toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
  })
})

test('a playlist is made, edited by its row and removed', async () => {
  const made = await arthit.call(playlists.create, {
    params: here(),
    body: { playlist_id: 'PL123', playlist_title: 'Lectures', publish_at: server.clock.now().toISOString() },
  })
  const [seen] = await ploy.call(contents.playlists, { params: here() })
  expect(seen).toEqual({
    ...{ _id: made._id, playlist_id: 'PL123', playlist_title: 'Lectures', playlist_channel: '' },
    playlist_thumbnails: { url: null },
  })
  const params = { ...here(), row_id: made._id }
  const renamed = await mali.call(playlists.edit, { params, body: { playlist_title: 'Talks' }, revision: 1 })
  expect(renamed).toMatchObject({ playlist_title: 'Talks', playlist_id: 'PL123' })
  await mali.call(playlists.remove, { params, revision: renamed.revision ?? 0 })
  expect(await arthit.call(contents.playlists, { params: here() })).toEqual([])
})

test('a link of another course is not there', async () => {
  const elsewhere = await makeCourse(server.db)
  const { id } = await makePlaylist(server.db, elsewhere)
  const params = { ...here(), row_id: id }
  await expect(arthit.call(playlists.remove, { params, revision: 1 })).rejects.toMatchObject({ code: 'not_found' })
})
