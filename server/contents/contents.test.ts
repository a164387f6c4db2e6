import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContentItem } from '../../contract/contents.ts'
import { contract } from '../../contract/index.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { ago } from '../testing/clock.ts'
import { temporaryFolder } from '../testing/processes.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, makeContent, makeCourse, makeLink, makePlaylist, type Thing } from '../testing/world.ts'
import { uploadIdOf } from '../uploads/location.ts'
import { upload } from '../uploads/testing.ts'

const server = await useServer({ DATA_DIR: await temporaryFolder() })
const { db, nobody } = server
const { list, one, links, playlists } = contract.contents

let course: Thing
let ploy: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ploy = await server.person({ first: 'Ploy' })
  await enrol(db, course, ploy)
})

type Data = Partial<Insertable<DB['contents']>>

async function makeFolder(name: string, data: Data = {}, at = course): Promise<Thing> {
  return makeContent(db, at, { name, uploaded_at: ago({ days: 1 }), ...data })
}

/** A file whose bytes are its name. */
async function makeFile(name: string, data: Data = {}, at = course): Promise<Thing> {
  const { location } = await upload(ploy, name, `${name}.txt`)
  return makeFolder(name, { upload_id: uploadIdOf(location) as string, ...data }, at)
}

const params = (content_id = '') => ({ params: { course_id: course.id, content_id } })
const read = () => ploy.call(list, { params: { course_id: course.id } })
const notFound = { status: 404, code: 'not_found' }

/** The names alone, folders as { name: [...] }. */
const names = (items: ContentItem[]): unknown[] =>
  items.map((item) => (item.children ? { [item.file_name]: names(item.children) } : item.file_name))

describe('the contents of a course', () => {
  test('are none at first', async () => {
    expect(await read()).toEqual([])
  })

  test('are a tree of any depth, newest first at each level', async () => {
    const lectures = await makeFolder('Lectures', { uploaded_at: ago({ days: 9 }) })
    const week = await makeFolder('Week 1', { parent_id: lectures.id, uploaded_at: ago({ days: 8 }) })
    await makeFile('old', { uploaded_at: ago({ days: 5 }) })
    await makeFile('new', { uploaded_at: ago({ days: 2 }) })
    await makeFile('slides', { parent_id: week.id })
    await makeFolder('nothing', { parent_id: week.id, uploaded_at: ago({ days: 3 }) })
    await makeFile('late', { parent_id: lectures.id, uploaded_at: ago({ days: 1 }) })
    expect(names(await read())).toEqual([
      'new',
      'old',
      { Lectures: ['late', { 'Week 1': ['slides', { nothing: [] }] }] },
    ])
  })

  test('say of a file where it opens and what it is, and of a folder what is in it', async () => {
    const folder = await makeFolder('Lectures', { description: 'Slides', updated_at: ago({ hours: 1 }) })
    const file = await makeFile('สไลด์', { parent_id: folder.id })
    expect(await read()).toEqual([
      {
        _id: folder.id,
        file_name: 'Lectures',
        file_description: 'Slides',
        file_upload_datetime: ago({ days: 1 }).toISOString(),
        file_update_datetime: ago({ hours: 1 }).toISOString(),
        children: [
          {
            _id: file.id,
            file_name: 'สไลด์',
            file_description: '',
            file_upload_datetime: ago({ days: 1 }).toISOString(),
            file_update_datetime: null,
            file_path: expect.stringMatching(/^\/api\/files\/[^/]+\/%E0%B8%AA.*\.txt\?e=\d+&s=/),
            file_type: 'text/plain',
            file_bytes: Buffer.byteLength('สไลด์'),
          },
        ],
      },
    ])
  })

  test('open without a header', async () => {
    await makeFile('slides')
    const [file] = await read()
    expect((await nobody.raw('GET', file?.file_path ?? '')).body).toBe('slides')
  })

  test('leave out what was removed with all that was in it, and what is another course’s', async () => {
    const gone = await makeFolder('gone', { deleted_at: new Date() })
    const inside = await makeFolder('inside', { parent_id: gone.id })
    const file = await makeFile('deep', { parent_id: inside.id })
    await makeFile('removed', { deleted_at: new Date() })
    const other = await makeCourse(db)
    await enrol(db, other, ploy)
    const elsewhere = await makeFile('elsewhere', {}, other)
    expect(await read()).toEqual([])
    for (const { id } of [gone, inside, file, elsewhere]) expect(await ploy.refused(one, params(id))).toEqual(notFound)
  })
})

describe('one item', () => {
  test('is a file at any depth, as the list has it', async () => {
    const lectures = await makeFolder('Lectures')
    const week = await makeFolder('Week 1', { parent_id: lectures.id })
    const file = await makeFile('slides', { parent_id: week.id })
    await makeFile('other', { parent_id: week.id })
    const [{ children = [] } = {}] = await read()
    const listed = children[0]?.children?.find((item) => item._id === file.id)
    expect(await ploy.call(one, params(file.id))).toEqual(listed)
    expect(await ploy.call(one, params(file.id.toUpperCase()))).toEqual(listed)
  })

  test('is a folder with all that is in it', async () => {
    const lectures = await makeFolder('Lectures')
    const week = await makeFolder('Week 1', { parent_id: lectures.id })
    await makeFile('slides', { parent_id: week.id })
    await makeFile('removed', { parent_id: week.id, deleted_at: new Date() })
    await makeFile('beside')
    expect(names([await ploy.call(one, params(lectures.id))])).toEqual([{ Lectures: [{ 'Week 1': ['slides'] }] }])
  })

  test('that never was is not found, nor by somebody who is not on the course', async () => {
    const file = await makeFile('slides')
    expect(await ploy.refused(one, params(newId()))).toEqual(notFound)
    expect(await (await server.person()).refused(one, params(file.id))).toEqual(notFound)
  })
})

describe('external links and playlists', () => {
  test('are newest first, without those removed', async () => {
    const link = { description: 'About', url: 'https://example.org/' }
    for (const [name, deleted_at] of [['first'], ['gone', new Date()], ['second']] as const) {
      await makeLink(db, course, { ...link, name, deleted_at, created_at: ago({ days: name === 'first' ? 2 : 1 }) })
    }
    expect(await ploy.call(links, { params: { course_id: course.id } })).toEqual(
      ['second', 'first'].map((link_name) => ({
        _id: expect.any(String),
        link_name,
        link_description: 'About',
        link_url: 'https://example.org/',
      })),
    )
  })

  test('have thumbnails, or none in the same place', async () => {
    for (const thumbnail of ['https://example.org/a.jpg', null]) {
      const playlist = { provider_id: 'PL1', title: 'Recursion', channel: 'Rain', thumbnail }
      await makePlaylist(db, course, { ...playlist, created_at: ago({ days: thumbnail ? 1 : 2 }) })
    }
    const about = { playlist_id: 'PL1', playlist_title: 'Recursion', playlist_channel: 'Rain' }
    expect(await ploy.call(playlists, { params: { course_id: course.id } })).toEqual([
      { _id: expect.any(String), ...about, playlist_thumbnails: { url: 'https://example.org/a.jpg' } },
      { _id: expect.any(String), ...about, playlist_thumbnails: { url: null } },
    ])
  })

  test('are the course’s own, and nobody else’s to see', async () => {
    const stranger = await server.person()
    for (const call of [list, links, playlists]) {
      expect(await ploy.call(call, { params: { course_id: course.id } })).toEqual([])
      expect(await stranger.refused(call, { params: { course_id: course.id } })).toEqual(notFound)
    }
  })
})

test('each call takes two statements, of which one is the membership', async () => {
  const folder = await makeFolder('Lectures')
  await makeFile('slides', { parent_id: folder.id })
  await ploy.call(contract.users.me)
  for (const call of [list, links, playlists]) {
    expect(await server.statementsOf(() => ploy.call(call, { params: { course_id: course.id } }))).toHaveLength(2)
  }
  expect(await server.statementsOf(() => ploy.call(one, params(folder.id)))).toHaveLength(2)
})
